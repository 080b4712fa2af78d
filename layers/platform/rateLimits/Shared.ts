/** Windows in Redis, shared by every process; while it is away each process counts its part of the limits by itself. */
import { Deferred, Effect, Redacted } from "effect"
import { Ids } from "../Ids.ts"
import * as Loop from "../Loop.ts"
import { type Bucket, partOf } from "./Bucket.ts"
import * as Connection from "./Connection.ts"
import * as Windows from "./Windows.ts"

export interface Options {
  readonly url: Redacted.Redacted
  /** How many processes count at least, whoever has been heard of. */
  readonly processes: number
  /** What every key begins with. */
  readonly prefix?: string
  /** What a request may wait for Redis, in milliseconds. */
  readonly patience?: number
  /** The time, where a test moves it; else Redis's own. */
  readonly now?: Effect.Effect<number>
}

/** How often a process says that it is there, and how long it counts without a word; milliseconds. */
const pulse = 5_000
const forgetAfter = 15_000

/** Host and port of an address, for people. */
const nameOf = (url: Redacted.Redacted) => {
  const parsed = URL.parse(Redacted.value(url))
  return `Redis at ${parsed?.hostname || "localhost"}:${parsed?.port || "6379"}`
}

export const make = Effect.fn("RateLimiter.shared")(function* (options: Options) {
  const { now, patience = 50, prefix = "pipeline:rates:", processes, url } = options
  const windows = yield* Windows.make
  const id = yield* (yield* Ids).uuid
  const name = nameOf(url)
  const tried = yield* Deferred.make<void>()
  let current: Connection.Connection | undefined
  let nodes = processes
  let isAway = false

  const takeAlone = (buckets: ReadonlyArray<Bucket>) => windows.take(partOf(buckets, nodes))

  /** The first that finds Redis away ends the connection, so that the next do not even try. */
  const take = (buckets: ReadonlyArray<Bucket>) =>
    Effect.suspend(() =>
      current === undefined
        ? takeAlone(buckets)
        : Effect.catch(current.take(buckets), () => takeAlone(buckets))
    )

  const beat = Effect.fnUntraced(function* (connection: Connection.Connection) {
    nodes = Math.max(processes, yield* connection.beat(id, forgetAfter))
  })

  const back = Effect.suspend(() => {
    if (!isAway) return Effect.void
    isAway = false
    return Effect.logInfo(`${name} is back: rate limits are shared again`)
  })

  const away = ({ message }: Connection.RedisAway) => {
    if (isAway) return Effect.void
    isAway = true
    const part = nodes === 1 ? "this process counts" : `each of ${nodes} processes counts its part`
    return Effect.logWarning(`${name} is away (${message}): ${part} by itself until it is back`)
  }

  /** Redis counts from its first answer to its first failure. */
  const session = Effect.scoped(
    Effect.gen(function* () {
      const connection = yield* Connection.open({ url, patience, prefix, now })
      yield* beat(connection)
      yield* back
      current = connection
      yield* Deferred.succeed(tried, undefined)
      const beating = Effect.forever(Effect.andThen(Effect.sleep(pulse), beat(connection)))
      return yield* Effect.raceFirst(connection.lost, beating)
    })
  ).pipe(Effect.ensuring(Effect.sync(() => (current = undefined))))

  const tryOnce = Effect.catch(session, away).pipe(Effect.ensuring(Deferred.succeed(tried, undefined)))
  yield* Effect.forkScoped(
    Loop.forever("Sharing rate limits", () => Effect.andThen(tryOnce, Effect.sleep("1 second")))
  )
  yield* Effect.addFinalizer(() =>
    current === undefined ? Effect.void : Effect.ignoreCause(current.leave(id), { log: "Debug" })
  )
  yield* Deferred.await(tried)
  return { take }
})
