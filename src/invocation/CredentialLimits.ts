/** Holds a write to the rules of its credential by what it changes, inside of its transaction. */
import { Effect } from "effect"
import { Rules } from "../../layers/approvals/Rules.ts"
import { Trail } from "../../layers/audit/Trail.ts"
import { author } from "../../layers/identity/Actor.ts"
import type { Fault } from "../../schema/Fault.ts"
import * as Limits from "../domain/approvals/Limits.ts"
import * as Verdicts from "../domain/approvals/Verdicts.ts"
import type { Deed } from "./AuditEntries.ts"

/** Rolls a write back that goes beyond a limit, so that it is asked for. */
export class Beyond {
  readonly why: string

  constructor(why: string) {
    this.why = why
  }
}

const many = (most: number) =>
  new Beyond(`This credential may do ${most} writes an hour by itself, and has done them.`)

const counted = Effect.fnUntraced(function* <A>(
  credential: string,
  most: number,
  effect: Effect.Effect<A, Fault, any>
) {
  const rules = yield* Rules
  yield* rules.lock(credential)
  if ((yield* rules.written(credential)) >= most) return yield* Effect.fail(many(most))
  return yield* Effect.tap(effect, () => rules.count(credential))
})

const none: ReadonlyMap<string, number> = new Map()

/** Why what a write changed has to be asked for; undefined if it doesn't. Fails if the rules deny it. */
export const judge = Effect.fnUntraced(function* ({ actor, operation }: Pick<Deed, "actor" | "operation">) {
  const trail = yield* Trail
  const { rules } = actor
  if (rules === undefined || trail === undefined) return undefined
  const { name, verdict } = Verdicts.ofChanges(rules, operation, trail.changes)
  if (verdict === "deny") return yield* Verdicts.denied(author(actor), name, Verdicts.nameOf(operation))
  if (trail.asks !== undefined) return trail.asks
  if (verdict === "ask") return Verdicts.asks(name)
  const deals = rules.amountChangePercent === null ? [] : Limits.withAmounts(trail.changes)
  const earlier =
    deals.length === 0 ? none : yield* (yield* Rules).changedAmounts(author(actor), deals, trail.id)
  return Limits.exceeded(rules, trail.changes, earlier)
})

/**
 * Runs a write, and fails with `Beyond` if what it does has to be asked for, and as a rule has it if that denies it. What was
 * approved has no limits.
 */
export const within = <A>(deed: Deed, effect: Effect.Effect<A, Fault, any>): Effect.Effect<A, Fault, any> => {
  const { actor, approvedBy } = deed
  const { rules } = actor
  if (rules === undefined) return effect
  const judged = Effect.tap(effect, () =>
    Effect.flatMap(judge(deed), (why) =>
      why === undefined || approvedBy !== undefined ? Effect.void : Effect.fail(new Beyond(why) as never)
    )
  )
  const most = approvedBy === undefined ? rules.writesPerHour : null
  return most === null ? judged : (counted(author(actor), most, judged) as Effect.Effect<A, Fault, any>)
}
