/** Holds a write to the limits of its credential, inside of its transaction. */
import { Effect } from "effect"
import { Rules } from "../layers/approvals/Rules.ts"
import { Trail } from "../layers/audit/Trail.ts"
import { author } from "../layers/identity/Actor.ts"
import type { Fault } from "../schema/Fault.ts"
import * as Limits from "./domain/approvals/Limits.ts"
import type { Deed } from "./Audited.ts"

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

/** Runs a write, and fails with `Beyond` if that goes beyond a limit, or asks by itself; what was approved has none. */
export const within = <A>(
  { actor, approvedBy }: Deed,
  effect: Effect.Effect<A, Fault, any>
): Effect.Effect<A, Fault, any> => {
  const { rules } = actor
  if (rules === undefined || approvedBy !== undefined) return effect
  const judged = Effect.tap(effect, () =>
    Effect.flatMap(Trail, (trail) => {
      const why = trail?.asks ?? Limits.exceeded(rules, trail?.changes ?? [])
      return why === undefined ? Effect.void : Effect.fail(new Beyond(why) as never)
    })
  )
  const most = rules.writesPerHour
  return most === null ? judged : (counted(author(actor), most, judged) as Effect.Effect<A, Fault, any>)
}
