/** A call as the audit log tells of it. */
import { Cause, Effect, Option, Schema } from "effect"
import type { ActorRef } from "../../schema/Actor.ts"
import type { AuditChange } from "../../schema/Audit.ts"
import {
  type Envelope,
  type Fault,
  isFailure,
  isFault,
  status as statuses,
  statusOf
} from "../../schema/Fault.ts"
import type { Entry } from "../../layers/audit/AuditRow.ts"
import * as Doers from "../../layers/audit/Doers.ts"
import type { Actor } from "../../layers/identity/Actor.ts"
import { Refusals } from "../../layers/audit/Refusals.ts"
import { Key } from "../../layers/platform/Idempotency.ts"
import * as Sql from "../../layers/platform/database/Sql.ts"
import * as Targets from "../domain/audit/Targets.ts"
import { type Call, isDryRun } from "./Call.ts"
import type * as Operation from "../contract/Operation.ts"

/** A call, and what it asked for as far as that could be read. */
export interface Deed {
  readonly operation: Pick<Operation.Any, "id" | "formOf" | "kind">
  readonly actor: Actor["Service"]
  readonly call: Call["Service"]
  /** Who approved it, if it had to be asked for. */
  readonly approvedBy?: ActorRef
  input: unknown
}

/** A key that is refused may be anything. */
const isKey = Schema.is(Key)

const keyOf = ({ idempotencyKey: key }: Call["Service"]) => (isKey(key) ? key : null)

const entryOf = ({ actor, approvedBy, call, input, operation }: Deed) => ({
  operation: operation.formOf ?? operation.id,
  surface: call.surface,
  doer: Doers.ofActor(actor),
  requestId: call.requestId,
  idempotencyKey: keyOf(call),
  asked: Targets.inInput(input),
  approvedBy,
  times: 1
})

/** The entry of a write that was done. */
export const done = (deed: Deed, status: number, changes: ReadonlyArray<AuditChange>): Entry => ({
  ...entryOf(deed),
  outcome: "ok",
  status,
  changes
})

/** The entry of a write that waits for an approval. */
export const asked = (deed: Deed, changes: ReadonlyArray<AuditChange>): Entry => ({
  ...entryOf(deed),
  outcome: "asked",
  status: 202,
  changes
})

const refused = (deed: Deed, status: number, code: string): Entry => ({
  ...entryOf(deed),
  outcome: code,
  status,
  changes: []
})

/** The fault in a cause, if it holds one. */
export const faultIn = (cause: Cause.Cause<unknown>): Fault | undefined =>
  Option.getOrUndefined(Option.filter(Cause.findErrorOption(cause), isFault))

/** The entry of a call that failed; undefined if it was interrupted. */
const broken = (deed: Deed, cause: Cause.Cause<unknown>): Entry | undefined => {
  const fault = faultIn(cause)
  if (fault !== undefined) return refused(deed, statusOf(fault), fault.code)
  const died = cause.reasons.find((reason) => reason._tag === "Die")
  if (died === undefined) return undefined
  const code = Sql.isUnavailable(died.defect) ? "unavailable" : "internal_error"
  return refused(deed, statusOf({ _tag: "api_error", code }), code)
}

/** Of reads and dry runs, the log tells only that someone had no right to them. */
const note = (deed: Deed, entry: Entry | undefined) =>
  entry === undefined ||
  ((deed.operation.kind === "read" || isDryRun(deed.call)) && entry.status !== statuses.permission_error)
    ? Effect.void
    : Effect.flatMap(Refusals, (refusals) => refusals.note(deed.actor.workspace.id, entry))

interface Answer {
  readonly status: number
  readonly encoded: { readonly value: unknown }
  readonly replayed: boolean
}

/** Tells the audit log of a call if it is refused or fails. */
export const told = <A extends Answer, E, R>(deed: Deed, effect: Effect.Effect<A, E, R>) =>
  Effect.matchCauseEffect(effect, {
    onSuccess: (answer): Effect.Effect<A, never, Refusals> => {
      const { encoded, replayed, status } = answer
      if (replayed || !isFailure(status)) return Effect.succeed(answer)
      return Effect.as(note(deed, refused(deed, status, (encoded.value as Envelope).error.code)), answer)
    },
    onFailure: (cause) => Effect.andThen(note(deed, broken(deed, cause)), Effect.failCause(cause))
  })

/** Tells the audit log of a call that a surface refused before it ran. */
export const turnedAway = (deed: Deed, fault: Fault) => note(deed, refused(deed, statusOf(fault), fault.code))
