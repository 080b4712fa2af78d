/** Applies a credential's rules to a write: by operation before it runs, and by its changes within the transaction. */
import { Effect } from "effect"
import { RuleStore } from "../../layers/approvals/RuleStore.ts"
import { ChangeSet } from "../../layers/audit/ChangeSet.ts"
import { author } from "../../layers/identity/Actor.ts"
import type { Fault } from "../../schema/Fault.ts"
import type { Verdict } from "../../schema/Rules.ts"
import * as RuleLimits from "../approvals/rules/RuleLimits.ts"
import * as RuleEvaluation from "../approvals/rules/RuleEvaluation.ts"
import type { Invocation, Step } from "./Invocation.ts"

/** The rules' decision on a write by operation; undefined without rules. */
export const decisionOf = ({ actor: { rules }, operation }: Invocation): Verdict | undefined =>
  rules === undefined || operation.kind === "read" ? undefined : RuleEvaluation.of(rules, operation)

export const refuseDenied: Step = (operation, next) => (invocation, input) =>
  decisionOf(invocation) === "deny"
    ? Effect.fail(RuleEvaluation.denied(author(invocation.actor), RuleEvaluation.nameOf(operation)))
    : next(invocation, input)

/** Rolls back a write that exceeds a limit, so that approval is requested instead. */
class LimitExceeded {
  readonly why: string

  constructor(why: string) {
    this.why = why
  }
}

/** The failure isn't in the types, because the steps between this and `orAsk` only pass it on. */
const exceed = (why: string): Effect.Effect<never> => Effect.fail(new LimitExceeded(why) as never)

/** Requests approval for a write that exceeds a limit. */
export const orAsk = <A, R, R2>(
  write: Effect.Effect<A, Fault, R>,
  ask: (why: string) => Effect.Effect<A, Fault, R2>
): Effect.Effect<A, Fault, R | R2> =>
  Effect.catchIf(
    write as Effect.Effect<A, Fault | LimitExceeded, R>,
    (failure): failure is LimitExceeded => failure instanceof LimitExceeded,
    ({ why }) => ask(why)
  )

const counted = Effect.fnUntraced(function* <A, R>(
  credential: string,
  limit: number,
  effect: Effect.Effect<A, Fault, R>
) {
  const rules = yield* RuleStore
  yield* rules.lock(credential)
  if ((yield* rules.written(credential)) >= limit) {
    return yield* exceed(`This credential may do ${limit} writes an hour by itself, and has done them.`)
  }
  return yield* Effect.tap(effect, () => rules.count(credential))
})

const noAmounts: ReadonlyMap<string, number> = new Map()

/** Why a write needs approval because of its changes; undefined if it doesn't. Fails if the rules deny it. */
export const judge = Effect.fnUntraced(function* ({
  actor,
  operation
}: Pick<Invocation, "actor" | "operation">) {
  const changeSet = yield* ChangeSet
  const { rules } = actor
  if (rules === undefined || changeSet === undefined) return undefined
  const { name, verdict } = RuleEvaluation.ofChanges(rules, operation, changeSet.changes)
  if (verdict === "deny")
    return yield* RuleEvaluation.denied(author(actor), name, RuleEvaluation.nameOf(operation))
  if (changeSet.asks !== undefined) return changeSet.asks
  if (verdict === "ask") return RuleEvaluation.asks(name)
  const deals = rules.amountChangePercent === null ? [] : RuleLimits.withAmounts(changeSet.changes)
  const earlier =
    deals.length === 0
      ? noAmounts
      : yield* (yield* RuleStore).changedAmounts(author(actor), deals, changeSet.id)
  return RuleLimits.exceeded(rules, changeSet.changes, earlier)
})

/** An approved write has no limits, but can still be denied. */
export const enforceLimits: Step = (_, next) => (invocation, input) => {
  const { actor, approval } = invocation
  const { rules } = actor
  if (rules === undefined) return next(invocation, input)
  const judged = Effect.tap(next(invocation, input), () =>
    Effect.flatMap(judge(invocation), (why) =>
      why === undefined || approval !== undefined ? Effect.void : exceed(why)
    )
  )
  return approval !== undefined || rules.writesPerHour === null
    ? judged
    : counted(author(actor), rules.writesPerHour, judged)
}
