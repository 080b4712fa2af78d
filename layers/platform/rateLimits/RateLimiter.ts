/** Exact sliding windows of 60 seconds: whatever minute one looks at, no more than the limit went through. */
import { Context, Effect, Layer } from "effect"
import { type Bucket, partOf, type Verdict } from "./Bucket.ts"
import type * as Shared from "./Shared.ts"
import * as Windows from "./Windows.ts"
import { Settings } from "../Settings.ts"

export type { Bucket, State, Verdict } from "./Bucket.ts"

/** The client is loaded only where there is a Redis to talk to. */
const shared = Effect.promise(() => import("./Shared.ts"))

export class RateLimiter extends Context.Service<
  RateLimiter,
  {
    /** Counts one request in every bucket, or in none of them where one is full. */
    readonly take: (buckets: ReadonlyArray<Bucket>) => Effect.Effect<Verdict>
  }
>()("pipeline/layers/RateLimiter") {
  /** Counts in this process, which is one of so many that each let their part of the limits through. */
  static readonly layerMemory = (processes = 1) =>
    Layer.effect(
      RateLimiter,
      Effect.map(Windows.make, ({ take }) =>
        RateLimiter.of({ take: (buckets) => take(partOf(buckets, processes)) })
      )
    )

  /** Counts in Redis, for every process that is given the same one. */
  static readonly layerRedis = (options: Shared.Options) =>
    Layer.effect(
      RateLimiter,
      Effect.map(
        Effect.flatMap(shared, ({ make }) => make(options)),
        RateLimiter.of
      )
    )

  static readonly layer = Layer.unwrap(
    Effect.map(Settings, ({ redisUrl, workers }) =>
      redisUrl === undefined
        ? RateLimiter.layerMemory(workers)
        : RateLimiter.layerRedis({ url: redisUrl, processes: workers })
    )
  )
}
