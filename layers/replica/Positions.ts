/** Stores the WAL position of each credential's last write in Redis, shared by all nodes. */
import { Effect, Redacted } from "effect"
import { performance } from "node:perf_hooks"
import * as Loop from "../runtime/Loop.ts"
import * as RedisConnection from "../rateLimits/RedisConnection.ts"

/** Timeout of a Redis call in milliseconds. */
const callTimeout = 250

/** Positions are kept this many milliseconds longer than needed. */
const extraMillis = 1_000

/** Key for a write whose position is unknown. It is separate, because later writes would extend it forever. */
const lostOf = (name: string) => `${name}:lost`

/**
 * `longest` is the maximum lag of the replica in milliseconds; older positions aren't needed. Redis may have lost some during an outage, so
 * none is known for that long after connecting.
 */
export const make = Effect.fn("Positions.make")(function* (url: Redacted.Redacted, longest: number) {
  let current: { readonly connection: RedisConnection.RedisConnection; readonly since: number } | undefined
  const session = (works: Effect.Effect<void>) =>
    Effect.scoped(
      Effect.gen(function* () {
        const connection = yield* RedisConnection.open({
          url,
          patience: callTimeout,
          prefix: "pipeline:written:"
        })
        current = { connection, since: performance.now() }
        yield* works
        return yield* connection.lost
      })
    ).pipe(Effect.ensuring(Effect.sync(() => (current = undefined))))
  const loopOptions = { pause: "1 second", longest: "1 second" } as const
  yield* Effect.forkScoped(Loop.forever("Sharing positions of writes", session, loopOptions))

  return {
    /** Returns whether all nodes will find the position. An unknown one counts as later than all others while the replica may lack it. */
    keep: (name: string, position: number | undefined): Effect.Effect<boolean> =>
      Effect.suspend(() => {
        if (current === undefined) return Effect.succeed(false)
        const { raise } = current.connection
        const kept =
          position === undefined
            ? raise(lostOf(name), Number.MAX_SAFE_INTEGER, longest + extraMillis)
            : raise(name, position, longest + extraMillis)
        return Effect.orElseSucceed(Effect.as(kept, true), () => false)
      }),
    /** 0 if the credential hasn't written recently; undefined if that can't be known. */
    find: (name: string): Effect.Effect<number | undefined> =>
      Effect.suspend(() =>
        current === undefined || performance.now() - current.since <= longest
          ? Effect.undefined
          : Effect.orElseSucceed(current.connection.raised([name, lostOf(name)]), () => undefined)
      )
  }
})
