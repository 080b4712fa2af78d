/** Exact sliding windows of 60 seconds: no period of that length has more requests than the limit. */
import { type Clock, Context, Effect, Layer } from "effect"
import { type LimitBucket, partOf, type Verdict } from "./LimitBucket.ts"
import type * as RedisWindows from "./RedisWindows.ts"
import * as RefusalCounts from "./RefusalCounts.ts"
import * as Windows from "./Windows.ts"
import { Settings } from "../settings/Settings.ts"

export type { LimitBucket, State, Verdict } from "./LimitBucket.ts"

/** Loaded only if Redis is configured. */
const shared = Effect.promise(() => import("./RedisWindows.ts"))

export class RateLimiter extends Context.Service<
  RateLimiter,
  {
    /** Counts a request in all buckets, or in none if one is full. */
    readonly take: (buckets: ReadonlyArray<LimitBucket>) => Effect.Effect<Verdict>
    /** Like `take`, but synchronous; only if this process counts by itself. */
    readonly takeNow?: (clock: Clock.Clock, buckets: ReadonlyArray<LimitBucket>) => Verdict
    /** Whether this process counts by itself because Redis is unavailable. */
    readonly isAlone: Effect.Effect<boolean>
  }
>()("pipeline/layers/RateLimiter") {
  /** Counts in memory. Each of `processes` allows its share of the limits. */
  static readonly layerMemory = (processes = 1) =>
    Layer.effect(
      RateLimiter,
      Effect.map(Windows.make, ({ take, takeNow }) =>
        RateLimiter.of({
          take: (buckets) => take(partOf(buckets, processes)),
          takeNow: (clock, buckets) => takeNow(clock, partOf(buckets, processes)),
          isAlone: Effect.succeed(false)
        })
      )
    )

  /** Counts in Redis, shared by all processes that use it. */
  static readonly layerRedis = (options: RedisWindows.Options) =>
    Layer.effect(
      RateLimiter,
      Effect.map(
        Effect.flatMap(shared, ({ make }) => make(options)),
        RateLimiter.of
      )
    )

  static readonly layer = Layer.unwrap(
    Effect.map(Effect.andThen(RefusalCounts.begin, Settings), ({ redisUrl, workers }) =>
      redisUrl === undefined
        ? RateLimiter.layerMemory(workers)
        : RateLimiter.layerRedis({ url: redisUrl, processes: workers })
    )
  )
}
