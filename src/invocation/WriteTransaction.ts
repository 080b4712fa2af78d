/** Commits a write together with its idempotency key and audit log entry. */
import { Effect } from "effect"
import * as Sql from "../../layers/database/Sql.ts"
import { Transaction } from "../../layers/database/Transaction.ts"
import { type Claim, Idempotency, type Reply } from "../../layers/records/Idempotency.ts"
import type { Fault } from "../../schema/Fault.ts"
import * as DatabaseAccess from "./DatabaseAccess.ts"
import { EncodedJson } from "./EncodedJson.ts"
import type { Answer, Handler, Invocation, Step } from "./Invocation.ts"

/** The stored answer of a key. */
export const replay = ({ body, status }: Reply): Answer => ({
  status,
  encoded: EncodedJson.ofText(body),
  isReplayed: true
})

const keep = (idempotency: Idempotency["Service"], claim: Claim, { encoded, status, unsent }: Answer) =>
  idempotency.keep(claim, { status, body: encoded.text }, unsent)

const claimed = Effect.fnUntraced(function* <R>(claim: Claim, write: Effect.Effect<Answer, Fault, R>) {
  const idempotency = yield* Idempotency
  yield* idempotency.claimAlong(claim)
  const answer = yield* write
  yield* keep(idempotency, claim, answer)
  return answer
})

export const withKey = Effect.fnUntraced(function* <R>(claim: Claim, write: Effect.Effect<Answer, Fault, R>) {
  const transaction = yield* Transaction
  return yield* (yield* Idempotency).settled(claim, transaction.run(claimed(claim, write)), replay)
})

/** The remaining audit log statements are sent with COMMIT. */
const withoutKey = <R>(write: Effect.Effect<Answer, Fault, R>) =>
  Effect.flatMap(Transaction, (transaction) =>
    transaction.run(
      Effect.tap(write, ({ unsent = [] }) => Effect.forEach(unsent, transaction.defer, { discard: true }))
    )
  )

export const commit: Step = (operation, next) => {
  const admit = DatabaseAccess.admit(operation)
  return (invocation, input) => {
    const write = next(invocation, input)
    return admit(invocation.claim === undefined ? withoutKey(write) : withKey(invocation.claim, write))
  }
}

/** Runs an approved write in a savepoint of the approval's transaction. */
export const commitApproved = (next: Handler): Handler => {
  const write = Effect.fnUntraced(function* (invocation: Invocation, input: object) {
    const { claim } = invocation
    const idempotency = yield* Idempotency
    const stored = claim === undefined ? undefined : yield* idempotency.claim(claim)
    if (stored !== undefined) return replay(stored)
    const answer = yield* next(invocation, input)
    yield* claim === undefined ? Sql.all(answer.unsent ?? []) : keep(idempotency, claim, answer)
    return answer
  })
  return (invocation, input) =>
    Effect.flatMap(Transaction, (transaction) => transaction.run(write(invocation, input)))
}
