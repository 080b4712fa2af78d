/** Rate-limit windows in Redis, shared by all processes. While Redis is unavailable, each process counts its share of the limits. */
import { Deferred, Effect, Redacted } from "effect"
import { Ids } from "../runtime/Ids.ts"
import * as Loop from "../runtime/Loop.ts"
import { type LimitBucket, partOf } from "./LimitBucket.ts"
import * as RedisConnection from "./RedisConnection.ts"
import * as Windows from "./Windows.ts"

export interface Options {
  readonly url: Redacted.Redacted
  /** Minimum number of processes to assume. */
  readonly processes: number
  /** Prefix of every key. */
  readonly prefix?: string
  /** Timeout of a request to Redis in milliseconds. */
  readonly patience?: number
  /** Unix time in milliseconds, for tests. By default Redis uses its own clock. */
  readonly now?: Effect.Effect<number>
}

/** Milliseconds between registrations, and after which a silent process no longer counts. */
const heartbeatInterval = 5_000
const forgetAfter = 15_000

/** Host and port of an address, for messages. */
const nameOf = (url: Redacted.Redacted) => {
  const parsed = URL.parse(Redacted.value(url))
  return `Redis at ${parsed?.hostname || "localhost"}:${parsed?.port || "6379"}`
}

export const make = Effect.fn("RateLimiter.shared")(function* (options: Options) {
  const { now, patience = 1_000, prefix = "pipeline:rates:", processes, url } = options
  const windows = yield* Windows.make
  const id = yield* (yield* Ids).uuid
  const name = nameOf(url)
  const firstTry = yield* Deferred.make<void>()
  let current: RedisConnection.RedisConnection | undefined
  let nodes = processes
  let isAway = false

  const takeAlone = (buckets: ReadonlyArray<LimitBucket>) => windows.take(partOf(buckets, nodes))

  /** Requests that Redis allows are counted here too, so that a minute in which Redis fails exceeds the limit only slightly. */
  const takeTogether = (connection: RedisConnection.RedisConnection, buckets: ReadonlyArray<LimitBucket>) =>
    Effect.tap(connection.take(buckets), ({ refused }) =>
      refused === undefined ? windows.count(buckets) : Effect.void
    )

  /** The first request that fails closes the connection, so that the following ones don't try it. */
  const take = (buckets: ReadonlyArray<LimitBucket>) =>
    Effect.suspend(() =>
      current === undefined
        ? takeAlone(buckets)
        : Effect.catch(takeTogether(current, buckets), () => takeAlone(buckets))
    )

  const beat = Effect.fnUntraced(function* (connection: RedisConnection.RedisConnection) {
    nodes = Math.max(processes, yield* connection.beat(id, forgetAfter))
  })

  const back = Effect.suspend(() => {
    if (!isAway) return Effect.void
    isAway = false
    return Effect.logInfo(`${name} is back: rate limits are shared again`)
  })

  const away = ({ message }: RedisConnection.RedisAway) => {
    if (isAway) return Effect.void
    isAway = true
    const part = nodes === 1 ? "this process counts" : `each of ${nodes} processes counts its share`
    return Effect.logWarning(`${name} is away (${message}): ${part} by itself until it is back`)
  }

  /** Uses Redis until its first failure. */
  const session = (works: Effect.Effect<void>) =>
    Effect.scoped(
      Effect.gen(function* () {
        const connection = yield* RedisConnection.open({ url, patience, prefix, now })
        yield* beat(connection)
        yield* Effect.andThen(back, works)
        current = connection
        yield* Deferred.succeed(firstTry, undefined)
        const beating = Effect.forever(Effect.andThen(Effect.sleep(heartbeatInterval), beat(connection)))
        return yield* Effect.raceFirst(connection.lost, beating)
      })
    ).pipe(Effect.ensuring(Effect.sync(() => (current = undefined))))

  const tryOnce = (works: Effect.Effect<void>) =>
    Effect.tapError(session(works), away).pipe(Effect.ensuring(Deferred.succeed(firstTry, undefined)))
  const loopOptions = { pause: "1 second", longest: "1 second", isQuiet: true } as const
  yield* Effect.forkScoped(Loop.forever("Sharing rate limits", tryOnce, loopOptions))
  yield* Effect.addFinalizer(() =>
    current === undefined ? Effect.void : Effect.ignoreCause(current.leave(id), { log: "Debug" })
  )
  yield* Deferred.await(firstTry)
  return { take, isAlone: Effect.sync(() => isAway) }
})
