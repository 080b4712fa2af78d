import { Effect, Option } from "effect"
import { Actor } from "../../../layers/identity/Actor.ts"
import { type Rehearsal, Rehearsals } from "../../../layers/identity/rehearsals/Rehearsals.ts"
import { Tenant } from "../../../layers/identity/Tenant.ts"
import { Audit } from "../../../layers/audit/Audit.ts"
import * as AuditActors from "../../../layers/audit/AuditActors.ts"
import { now } from "../../../layers/runtime/Now.ts"
import * as ShiftedClock from "../../../layers/runtime/ShiftedClock.ts"
import { Invalid, NotFound } from "../../../schema/Fault.ts"
import type { WorkspaceId } from "../../../schema/Id.ts"
import type * as Contract from "../contract/Rehearsals.ts"
import * as RehearsalClock from "../../shared/time/RehearsalClock.ts"
import type * as Implementation from "../../Implementation.ts"

const encode = ({ createdAt, endsAt, id, name, offset, readyAt }: Rehearsal, at: string) => ({
  id,
  name,
  createdAt,
  readyAt,
  endsAt,
  now: ShiftedClock.moved(at, offset)
})

/** The workspace's rehearsals; inside a rehearsal, only that one. */
const visibleRehearsals = Effect.gen(function* () {
  const rehearsals = yield* Rehearsals
  const { workspace } = yield* Actor
  if (workspace.rehearsal === undefined) return yield* rehearsals.list
  return [yield* Effect.orDie(rehearsals.find(workspace.id))]
})

const findRehearsal = Effect.fnUntraced(function* (id: WorkspaceId) {
  return (
    (yield* visibleRehearsals).find((rehearsal) => rehearsal.id === id) ??
    (yield* NotFound.of("rehearsal", id))
  )
})

/** Logs the action in the rehearsed workspace, even from inside the rehearsal, whose own log is deleted with it. */
const withAuditEntry = Effect.fnUntraced(function* <A>(
  operation: string,
  { rehearsalOf }: Rehearsal,
  effect: Effect.Effect<A>
) {
  const actor = yield* Actor
  if (actor.workspace.rehearsal === undefined) return yield* effect
  const { runAudited: around } = yield* Audit
  const auditContext = { operation, surface: "pages", doer: AuditActors.ofActor(actor) } as const
  return yield* Effect.provideService(around(auditContext, effect), Tenant, { workspaceId: rehearsalOf })
})

const invalid = (path: string, message: string) =>
  new Invalid({ code: "invalid_body", message, meta: { issues: [{ path, message }] } })

export const implementations = {
  "rehearsals.list": Effect.fnUntraced(function* () {
    const at = yield* now
    return { data: (yield* visibleRehearsals).map((rehearsal) => encode(rehearsal, at)) }
  }),
  "rehearsals.create": Effect.fnUntraced(function* ({ name = null }) {
    const { copy, open, startAfterCommit: soon } = yield* Rehearsals
    const actor = yield* Actor
    const auditContext = {
      operation: "rehearsals.create",
      surface: "pages",
      doer: AuditActors.ofActor(actor)
    } as const
    const { apiKey, rehearsal } = yield* open({ name, userId: actor.user.id }, auditContext)
    yield* soon(copy(rehearsal.id))
    return { ...encode(rehearsal, yield* now), apiKey }
  }),
  "rehearsals.setClock": Effect.fnUntraced(function* ({ at, forward, id, reset }) {
    const rehearsal = yield* findRehearsal(id)
    const span = forward === undefined ? undefined : Option.getOrUndefined(RehearsalClock.spanOf(forward))
    if (forward !== undefined && span === undefined) {
      return yield* invalid("forward", `must be a span of time, such as "14 days" or "36 hours"`)
    }
    const real = yield* now
    const offset = yield* Effect.mapError(
      Effect.fromResult(RehearsalClock.offsetOf({ at, forward: span, reset }, rehearsal.offset, real)),
      (message) => invalid("at", message)
    )
    yield* withAuditEntry("rehearsals.setClock", rehearsal, (yield* Rehearsals).setOffset(id, offset))
    return encode({ ...rehearsal, offset }, real)
  }),
  "rehearsals.discard": Effect.fnUntraced(function* ({ id }) {
    const { clear, end, startAfterCommit: soon } = yield* Rehearsals
    yield* withAuditEntry("rehearsals.discard", yield* findRehearsal(id), end(id))
    yield* soon(clear(id))
    return { id, deleted: true }
  })
} satisfies Implementation.Of<typeof Contract.onPages>
