/** Runs a write once per idempotency key: a repeat gets the stored answer. */
import { type Cause, Effect, Exit } from "effect"
import { type Actor, credentialId } from "../../layers/identity/Actor.ts"
import * as Sql from "../../layers/database/Sql.ts"
import { type Claim, Idempotency, inProgress } from "../../layers/records/Idempotency.ts"
import { type Fault, render, statusOf } from "../../schema/Fault.ts"
import { faultIn } from "./AuditEntries.ts"
import * as DatabaseAccess from "./DatabaseAccess.ts"
import { EncodedJson } from "./EncodedJson.ts"
import type { Invocation, Step } from "./Invocation.ts"
import * as WriteTransaction from "./WriteTransaction.ts"

/** Scopes that a request gives up are part of the fingerprint: with fewer scopes, it may not be entitled to the stored answer. */
const scopesOf = ({ asked }: Actor["Service"]) => (asked === undefined ? [] : [[...asked]])

export const read: Step = (operation, next) => (invocation, input) => {
  const { actor, call, sent } = invocation
  const { idempotencyKey: key } = call
  if (key !== undefined) {
    const request = [operation.formOf ?? operation.id, sent(), ...scopesOf(actor)]
    invocation.claim = { credential: credentialId(actor), key, request }
  }
  return next(invocation, input)
}

/** Only errors that the operation itself decided are stored for replays, not earlier or accidental ones. */
const isKept = ({ _tag, code }: Fault): boolean =>
  ["permission_error", "not_found", "conflict_error"].includes(_tag) &&
  !["denied_by_rule", "plan_stale", "idempotency_in_progress", "idempotency_key_reused"].includes(code)

/** Whether the connection was lost, so that the outcome in the database is unknown. */
const isCutOff = (cause: Cause.Cause<unknown>): boolean =>
  cause.reasons.some((reason) => reason._tag === "Die" && Sql.isCutOff(reason.defect))

export const replayRepeats: Step = (operation, next) => {
  const admit = DatabaseAccess.admit(operation)
  const find = (claim: Claim) => Effect.flatMap(Idempotency, (idempotency) => admit(idempotency.find(claim)))

  const keyed = Effect.fnUntraced(function* (invocation: Invocation, claim: Claim, input: object) {
    const { plan, requestId } = invocation.call
    const isSlow = operation.prepare !== undefined || plan !== undefined
    const stored = isSlow ? yield* find(claim) : undefined
    if (stored !== undefined) return WriteTransaction.replay(stored)
    const exit = yield* Effect.exit(next(invocation, input))
    if (Exit.isSuccess(exit)) return exit.value
    const fault = faultIn(exit.cause)
    if (fault === undefined && isCutOff(exit.cause)) {
      // The lost answer may be that of COMMIT. The key's row shows whether it was committed.
      const kept = yield* Effect.orElseSucceed(Effect.sandbox(find(claim)), () => undefined)
      return kept === undefined ? yield* exit : { ...WriteTransaction.replay(kept), isReplayed: false }
    }
    if (fault === undefined || !isKept(fault)) return yield* exit
    const refusal = {
      status: statusOf(fault),
      encoded: EncodedJson.ofValue(render(fault, requestId)),
      isReplayed: false
    }
    return yield* admit(WriteTransaction.withKey(claim, Effect.succeed(refusal)))
  })

  const inTurn = Effect.fnUntraced(function* (invocation: Invocation, claim: Claim, input: object) {
    // After a long wait, the first request may have finished in the meantime.
    const late = Effect.flatMap(find(claim), (stored) =>
      stored === undefined ? Effect.fail(inProgress) : Effect.succeed(WriteTransaction.replay(stored))
    )
    return yield* (yield* Idempotency).inTurn(claim, keyed(invocation, claim, input), late)
  })

  return (invocation, input) =>
    invocation.claim === undefined ? next(invocation, input) : inTurn(invocation, invocation.claim, input)
}
