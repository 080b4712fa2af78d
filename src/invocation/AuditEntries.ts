/** Audit log entries for completed writes and failed calls. */
import { Cause, Effect, Option, Schema } from "effect"
import { Audit } from "../../layers/audit/Audit.ts"
import type { Entry } from "../../layers/audit/AuditRow.ts"
import * as AuditActors from "../../layers/audit/AuditActors.ts"
import { RefusedCalls } from "../../layers/audit/RefusedCalls.ts"
import { ChangeSet } from "../../layers/audit/ChangeSet.ts"
import * as Sql from "../../layers/database/Sql.ts"
import { Key } from "../../layers/records/Idempotency.ts"
import type { AuditChange } from "../../schema/Audit.ts"
import {
  type Envelope,
  type Fault,
  isFailure,
  isFault,
  status as statuses,
  statusOf
} from "../../schema/Fault.ts"
import type * as Operation from "../contract/Operation.ts"
import * as Targets from "../audit/rules/Targets.ts"
import { isDryRun } from "./Call.ts"
import type { Invocation, Step } from "./Invocation.ts"

/** Tools that aren't operations have entries too. */
interface Subject extends Pick<Invocation, "actor" | "approval" | "call" | "input"> {
  readonly operation: Pick<Operation.Any, "id" | "formOf" | "kind">
}

/** A rejected key may contain anything. */
const isKey = Schema.is(Key)

const entryOf = (
  { actor, approval, call, input, operation }: Subject,
  { changes = [], outcome, status }: Pick<Entry, "outcome" | "status"> & Partial<Entry>
): Entry => ({
  operation: operation.formOf ?? operation.id,
  surface: call.surface,
  doer: AuditActors.ofActor(actor),
  requestId: call.requestId,
  idempotencyKey: isKey(call.idempotencyKey) ? call.idempotencyKey : null,
  asked: Targets.inInput(input),
  approvedBy: approval?.by,
  times: 1,
  outcome,
  status,
  changes
})

/** Records a completed write. The entry is sent with the first statement of the transaction that changes something. */
export const record: Step = (operation, next) => {
  const { status = 200 } = operation.http ?? {}
  // If the answer determines the status, the entry can't be written before it.
  const isKnown = typeof status !== "function"
  return Effect.fnUntraced(function* (invocation, input) {
    const changes: Array<AuditChange> = []
    const done = entryOf(invocation, { outcome: "ok", status: isKnown ? status : 200, changes })
    const entry = yield* (yield* Audit).startEntry(done)
    const changeSet = { changes, id: entry.id, ...(isKnown ? { entry } : {}) }
    const answer = yield* Effect.provideService(next(invocation, input), ChangeSet, changeSet)
    return { ...answer, unsent: yield* entry.rest(answer.status) }
  })
}

/** The entry of a write that waits for approval. */
export const pending = (subject: Subject, changes: ReadonlyArray<AuditChange>): Entry =>
  entryOf(subject, { outcome: "asked", status: 202, changes })

/** The typed error in a cause, if any. */
export const faultIn = (cause: Cause.Cause<unknown>): Fault | undefined =>
  Option.getOrUndefined(Option.filter(Cause.findErrorOption(cause), isFault))

/** Type and code of the error that a call failed with; undefined if the caller aborted it. */
export const errorIn = (
  cause: Cause.Cause<unknown>
): { _tag: Fault["_tag"]; code: Fault["code"] } | undefined => {
  const fault = faultIn(cause)
  if (fault !== undefined) return fault
  const died = cause.reasons.find((reason) => reason._tag === "Die")
  if (died === undefined) return undefined
  return { _tag: "api_error", code: Sql.isUnavailable(died.defect) ? "unavailable" : "internal_error" }
}

/** Reads and dry runs are only logged if permission was denied. */
const note = (subject: Subject, status: number, code: string) =>
  (subject.operation.kind === "read" || isDryRun(subject.call)) && status !== statuses.permission_error
    ? Effect.void
    : Effect.flatMap(RefusedCalls, (refusals) =>
        refusals.note(subject.actor.workspace.id, entryOf(subject, { outcome: code, status }))
      )

/** Records a call that is refused or fails. */
export const recordFailure: Step = (_, next) => (invocation, input) =>
  Effect.matchCauseEffect(next(invocation, input), {
    onSuccess: (answer) => {
      const { encoded, isReplayed, status } = answer
      if (isReplayed || !isFailure(status)) return Effect.succeed(answer)
      return Effect.as(note(invocation, status, (encoded.value as Envelope).error.code), answer)
    },
    onFailure: (cause) => {
      const error = errorIn(cause)
      const noted = error === undefined ? Effect.void : note(invocation, statusOf(error), error.code)
      return Effect.andThen(noted, Effect.failCause(cause))
    }
  })

/** Records a call that a surface refused before it ran. */
export const recordRefusal = (subject: Subject, fault: Fault) => note(subject, statusOf(fault), fault.code)
