/** Seals this process's audit log entries within seconds. */
import { Clock, Effect, Layer } from "effect"
import { Audit } from "../../../layers/audit/Audit.ts"
import { Seals } from "../../../layers/audit/Seals.ts"
import { Tenant } from "../../../layers/identity/Tenant.ts"
import * as Loop from "../../../layers/runtime/Loop.ts"

/** Milliseconds after which a write has certainly been committed and is visible. */
const settleMillis = 20_000

/** Short, because this span is read again on each turn. The job `seal-audit` seals later commits. */
const overlap = 2_000

/** Seals the entries that this process wrote. */
export const turn = Effect.gen(function* () {
  const { changedWorkspaces: touched } = yield* Audit
  const seals = yield* Seals
  for (const [workspaceId, at] of [...touched]) {
    const isOver = (yield* Clock.currentTimeMillis) - at > settleMillis
    yield* Effect.provideService(seals.seal(overlap), Tenant, { workspaceId })
    // Keeps the workspace if there was another write in the meantime.
    if (isOver && touched.get(workspaceId) === at) touched.delete(workspaceId)
  }
})

export const layer = Layer.effectDiscard(
  Effect.forkScoped(Loop.forever("Sealing the audit log", () => turn, { every: "5 seconds" }))
)
