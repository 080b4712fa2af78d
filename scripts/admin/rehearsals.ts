/** Commands for rehearsals, which are copies of a workspace to try things in. */
import { Effect, Option, Schema } from "effect"
import { Members } from "../../layers/identity/Members.ts"
import { now } from "../../layers/runtime/Now.ts"
import * as ShiftedClock from "../../layers/runtime/ShiftedClock.ts"
import { type Rehearsal, Rehearsals } from "../../layers/identity/rehearsals/Rehearsals.ts"
import { Refused } from "../../layers/identity/Workspaces.ts"
import * as AuditActors from "../../layers/audit/AuditActors.ts"
import { UserId } from "../../schema/Id.ts"
import * as RehearsalClock from "../../src/shared/time/RehearsalClock.ts"
import { make } from "./command/Command.ts"
import * as Flags from "./command/Flags.ts"
import { Moment } from "./jobs.ts"
import { recorded, within, writing } from "./command/Workspace.ts"

const auditContext = {
  operation: "admin.workspace.fork",
  surface: "admin",
  doer: AuditActors.operator
} as const

/** The admin for whom the copy's key is created: the given one, or the first. */
const adminOf = Effect.fnUntraced(function* (user: UserId | undefined) {
  const admins = (yield* (yield* Members).all).filter(({ role }) => role === "admin")
  const admin = user === undefined ? admins[0] : admins.find(({ id }) => id === user)
  return (
    admin ??
    (yield* new Refused({
      code: "admin_not_found",
      message: `${user === undefined ? "Nobody" : `The user ${user}`} is an admin of the workspace. Name one with --user, or leave it out for the first.`
    }))
  )
})

const summary = ({ endsAt, id, name, offset, plan, readyAt, rehearsalOf }: Rehearsal, at: string) => ({
  workspace: { id, name, plan },
  rehearsalOf,
  readyAt,
  endsAt,
  now: ShiftedClock.moved(at, offset)
})

export const fork = make(
  "fork",
  "Copies a workspace to a rehearsal, where an agent is tried: webhooks are captured, and it ends after 14 days.",
  {
    workspace: Flags.workspace,
    user: Flags.optional(Flags.text("user", UserId, "The admin that the rehearsal's API key is for")),
    name: Flags.optional(Flags.name("The rehearsal's name; by default the workspace's, with (rehearsal)"))
  },
  Effect.fnUntraced(function* ({ name = null, user, workspace }) {
    const rehearsals = yield* Rehearsals
    const begin = Effect.flatMap(adminOf(user), ({ id }) =>
      rehearsals.open({ name, userId: id }, auditContext)
    )
    const { apiKey, rehearsal } = yield* writing("workspace.fork", workspace, begin)
    const counts = yield* rehearsals.copy(rehearsal.id)
    const { endsAt, id, plan } = rehearsal
    return {
      workspace: { id, name: rehearsal.name, plan },
      rehearsalOf: workspace,
      apiKey,
      expiresAt: endsAt,
      counts: counts ?? {}
    }
  })
)

export const rehearsals = make(
  "rehearsals",
  "Lists a workspace's rehearsals.",
  { workspace: Flags.workspace },
  Effect.fnUntraced(function* ({ workspace }) {
    const at = yield* now
    const found = yield* within(workspace, (yield* Rehearsals).list)
    return { data: found.map((one) => summary(one, at)) }
  })
)

export const discard = make(
  "discard",
  "Discards a rehearsal: removes all of it, for good.",
  { workspace: Flags.workspace },
  Effect.fnUntraced(function* ({ workspace }) {
    const rehearsals = yield* Rehearsals
    const { name, rehearsalOf } = yield* rehearsals.find(workspace)
    yield* recorded("workspace.discard", rehearsalOf, rehearsals.end(workspace))
    return {
      workspace: { id: workspace, name },
      rehearsalOf,
      discarded: true,
      counts: yield* rehearsals.clear(workspace)
    }
  })
)

const Span = Schema.String.check(
  Schema.makeFilter(
    (text: string) =>
      Option.isSome(RehearsalClock.spanOf(text)) || 'must be a span of time, such as "14 days" or "36 hours"'
  )
)

export const clock = make(
  "clock",
  "Sets the clock of a rehearsal; give one of --at, --forward and --reset.",
  {
    workspace: Flags.workspace,
    at: Flags.optional(
      Flags.text("at", Moment, "The time it shall be there, in ISO 8601; it goes on from then")
    ),
    forward: Flags.optional(
      Flags.text("forward", Span, 'How far to go from the time it is there: "14 days"')
    ),
    reset: Flags.toggle("reset", "Back to real time")
  },
  Effect.fnUntraced(function* ({ at, forward, reset, workspace }) {
    const rehearsals = yield* Rehearsals
    const rehearsal = yield* rehearsals.find(workspace)
    const real = yield* now
    const change = { at, forward: Option.getOrUndefined(RehearsalClock.spanOf(forward ?? "")), reset }
    const offset = yield* Effect.mapError(
      Effect.fromResult(RehearsalClock.offsetOf(change, rehearsal.offset, real)),
      (message) => new Refused({ code: "invalid_clock", message })
    )
    yield* recorded("workspace.clock", rehearsal.rehearsalOf, rehearsals.setOffset(workspace, offset))
    return summary({ ...rehearsal, offset }, real)
  })
)
