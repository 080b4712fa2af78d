/** Counts cache lookups and misses. Hits are the difference. */
import { type Context, Effect, Metric } from "effect"
import * as Series from "./Series.ts"

const lookups = Series.counter("cache_lookups_total", "Times a cache was asked, by cache")
const misses = Series.counter(
  "cache_misses_total",
  "Times a cache had to read what it was asked for, by cache"
)

export const of = (cache: string) => {
  const [lookupCounter, missCounter] = [lookups({ cache }), misses({ cache })]
  return {
    /** Counts a lookup. */
    count: (context: Context.Context<never>) => lookupCounter.updateUnsafe(1, context),
    /** Counts a lookup, then runs the effect. */
    asked: <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
      Effect.withFiber(({ context }) => {
        lookupCounter.updateUnsafe(1, context)
        return effect
      }),
    /** Counts a miss, then runs the effect. */
    read: <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
      Effect.andThen(Metric.update(missCounter, 1), effect)
  }
}
