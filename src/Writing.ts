/** Does a write: its transaction, its idempotency key, and its entry in the audit log. */
import { type Cause, Effect, Exit } from "effect"
import { Trail } from "../layers/audit/Trail.ts"
import { Audit } from "../layers/audit/Audit.ts"
import { type Claim, Idempotency, inProgress, type Reply } from "../layers/platform/Idempotency.ts"
import * as Sql from "../layers/platform/database/Sql.ts"
import { Transaction } from "../layers/platform/database/Transaction.ts"
import type { AuditChange } from "../schema/Audit.ts"
import { type Fault, render, statusOf } from "../schema/Fault.ts"
import type { Basis } from "./domain/audit/Basis.ts"
import * as Audited from "./Audited.ts"
import * as Encoded from "./Encoded.ts"
import type * as Implementation from "./Implementation.ts"
import * as Limited from "./Limited.ts"
import * as Plans from "./Plans.ts"

/** An answer as it was made. */
export interface Made {
  readonly status: number
  /** The JSON value and its text. */
  readonly encoded: Encoded.Encoded
}

/** An answer, and whether it is a replay. */
export interface Answer extends Made {
  readonly replayed: boolean
  /** See `Implementation.Warning`. */
  readonly warning?: string
  /** Whether nothing was done, and the answer is a `DryRun`. */
  readonly rehearsed?: boolean
  /** Whether nothing was done, and the answer is `Asked`. */
  readonly asked?: boolean
}

/** Only what the operation itself decided is kept for replays, not failures before it or by accident. */
const isKept = (fault: Fault): boolean =>
  !["denied_by_rule", "plan_stale"].includes(fault.code) &&
  ["permission_error", "not_found", "conflict_error"].includes(fault._tag)

/** Whether the connection was lost, so that it is unknown what the database did last. */
const isCutOff = (cause: Cause.Cause<unknown>): boolean =>
  cause.reasons.some((reason) => reason._tag === "Die" && Sql.isCutOff(reason.defect))

export const fresh = (reply: Made): Answer => ({ ...reply, replayed: false })
const made = ({ body, status }: Reply): Made => ({ status, encoded: Encoded.read(body) })
/** A stored answer, given again. */
export const again = (reply: Reply): Answer => ({ ...made(reply), replayed: true })

interface Parts {
  readonly execute: (input: object) => Effect.Effect<Made, Fault, any>
  readonly prepare: (input: object) => Effect.Effect<object, Fault, any>
  readonly admitted: <A>(effect: Effect.Effect<A, Fault, any>) => Effect.Effect<A, Fault, any>
}

/** Prepares an operation once. */
export const compile = (operation: Implementation.Runnable, { admitted, execute, prepare }: Parts) => {
  const status = operation.http?.status ?? 200

  /** The stored answer of a key. */
  const found = (claim: Claim) =>
    Effect.flatMap(Idempotency, (idempotency) => admitted(idempotency.find(claim)))

  /** What comes before a write's transaction: its plan is checked, and its input prepared. */
  const begin = (deed: Plans.Deed, input: object) =>
    Effect.flatMapEager(Plans.of(deed), (plan) =>
      Effect.mapEager(prepare(input), (ready) => ({ ready, plan }))
    )

  const planned = (deed: Plans.Deed, { plan, ready }: Effect.Success<ReturnType<typeof begin>>) =>
    Plans.carryOut(deed, plan, execute(ready))

  /** A write inside of its transaction, with the row that tells of it in the audit log. */
  const recorded = Effect.fnUntraced(function* (deed: Plans.Deed, run: Effect.Effect<Made, Fault, any>) {
    const changes: Array<AuditChange> = []
    const effect = Limited.within(deed, run)
    const known = typeof status === "function" ? undefined : status
    const entry = yield* (yield* Audit).growing(Audited.done(deed, known ?? 200, changes))
    const ahead = known === undefined ? {} : { entry }
    const made = yield* Effect.provideService(effect, Trail, { changes, id: entry.id, ...ahead })
    return { made, row: yield* entry.rest(made.status) }
  })

  const claimed = Effect.fnUntraced(function* (claim: Claim, reply: ReturnType<typeof recorded>) {
    const idempotency = yield* Idempotency
    yield* idempotency.claimAlong(claim)
    const { made, row } = yield* reply
    yield* idempotency.keep(claim, { status: made.status, body: made.encoded.text }, row)
    return fresh(made)
  })

  const keyed = Effect.fnUntraced(function* (deed: Plans.Deed, claim: Claim, input: object) {
    const idempotency = yield* Idempotency
    const transaction = yield* Transaction
    const { plan, requestId } = deed.call
    const kept = operation.prepare === undefined && plan === undefined ? undefined : yield* found(claim)
    if (kept !== undefined) return again(kept)
    const settle = (reply: ReturnType<typeof recorded>) =>
      admitted(idempotency.settled(claim, transaction.run(claimed(claim, reply)), again))
    let decided: Fault | undefined
    const note = (fault: Fault) => Effect.sync(() => (decided = fault))
    const exit = yield* Effect.exit(
      Effect.flatMap(Effect.tapError(begin(deed, input), note), (begun) =>
        settle(Effect.tapError(recorded(deed, planned(deed, begun)), note))
      )
    )
    if (Exit.isSuccess(exit)) return exit.value
    // What a transaction decided before it was repeated counts no more.
    if (Audited.faultIn(exit.cause) !== decided) decided = undefined
    if (decided === undefined && isCutOff(exit.cause)) {
      // The answer to COMMIT may be what was lost: the key's row shows whether it was committed.
      const kept = yield* Effect.orElseSucceed(Effect.sandbox(found(claim)), () => undefined)
      return kept === undefined ? yield* exit : fresh(made(kept))
    }
    if (decided === undefined || !isKept(decided)) return yield* exit
    const refusal = { status: statusOf(decided), encoded: Encoded.of(render(decided, requestId)) }
    return yield* settle(Effect.succeed({ made: refusal, row: [] }))
  })

  const inTurn = Effect.fnUntraced(function* (deed: Plans.Deed, claim: Claim, input: object) {
    const idempotency = yield* Idempotency
    // A duplicate that waited too long may find that the first request has finished meanwhile.
    const late = Effect.flatMap(found(claim), (kept) =>
      kept === undefined ? Effect.fail(inProgress) : Effect.succeed(again(kept))
    )
    return yield* idempotency.inTurn(claim, keyed(deed, claim, input), late)
  })

  const unkeyed = Effect.fnUntraced(function* (deed: Plans.Deed, input: object) {
    const begun = yield* begin(deed, input)
    const { later, run } = yield* Transaction
    const write = Effect.flatMap(recorded(deed, planned(deed, begun)), ({ made, row }) =>
      Effect.as(Effect.forEach(row, later, { discard: true }), made)
    )
    return fresh(yield* admitted(run(write)))
  })

  /** Does a write without a transaction of its own. */
  const write = (
    deed: Plans.Deed,
    claim: Claim | undefined,
    input: object
  ): Effect.Effect<Answer, Fault, any> =>
    claim === undefined ? unkeyed(deed, input) : inTurn(deed, claim, input)

  /** Carries out, within the transaction of the approval, what was approved: only if it would be done as it was asked. */
  const carry = Effect.fnUntraced(function* (
    deed: Plans.Deed,
    claim: Claim | undefined,
    basis: Basis,
    ready: object
  ) {
    const idempotency = yield* Idempotency
    const given = claim === undefined ? undefined : yield* idempotency.claim(claim)
    if (given !== undefined) return again(given)
    const run = Plans.whileSame(Plans.ofApproval, basis, execute(ready))
    const { made, row } = yield* recorded(deed, run)
    yield* claim === undefined
      ? Sql.all(row)
      : idempotency.keep(claim, { status: made.status, body: made.encoded.text }, row)
    return fresh(made)
  })

  return {
    write,
    /** In a part of the transaction that can be undone alone. */
    carry: (...given: Parameters<typeof carry>): Effect.Effect<Answer, Fault, any> =>
      Effect.flatMap(Transaction, (transaction) => transaction.run(carry(...given)))
  }
}
