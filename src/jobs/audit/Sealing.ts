/** Seals what this process writes to the audit log, within seconds. */
import { Clock, Effect, Layer } from "effect"
import { Audit } from "../../../layers/audit/Audit.ts"
import { Seals } from "../../../layers/audit/Seals.ts"
import { Tenant } from "../../../layers/identity/Tenant.ts"
import * as Loop from "../../../layers/runtime/Loop.ts"

/** Longer than a statement and its commit may take: after it, what was written is visible. */
const settled = 20_000

/** Short, because it is read again each turn; what commits later than that is for the job `seal-audit`. */
const overlap = 2_000

/** Seals what this process wrote. */
export const turn = Effect.gen(function* () {
  const { touched } = yield* Audit
  const seals = yield* Seals
  for (const [workspaceId, at] of [...touched]) {
    const isOver = (yield* Clock.currentTimeMillis) - at > settled
    yield* Effect.provideService(seals.seal(overlap), Tenant, { workspaceId })
    // Unless it was written to meanwhile.
    if (isOver && touched.get(workspaceId) === at) touched.delete(workspaceId)
  }
})

export const layer = Layer.effectDiscard(
  Effect.forkScoped(Loop.forever("Sealing the audit log", () => turn, { every: "5 seconds" }))
)
