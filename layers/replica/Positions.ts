/** How far the primary's log was when each credential last wrote, in Redis, where all nodes find it. */
import { Effect, Redacted } from "effect"
import { performance } from "node:perf_hooks"
import * as Loop from "../runtime/Loop.ts"
import * as RedisConnection from "../rateLimits/RedisConnection.ts"

/** How long a call may wait for Redis, in milliseconds. */
const patience = 250

/** Positions are kept a little longer than they are asked for, in milliseconds. */
const spare = 1_000

/** Where a write is noted whose position is unknown: apart, since later writes would keep it alive for ever. */
const lostOf = (name: string) => `${name}:lost`

/**
 * `longest` is how long a replica may lack what was written, in milliseconds: older positions are not asked for. A Redis that was
 * away may have forgotten some, so for as long after each connection nothing is known.
 */
export const make = Effect.fn("Positions.make")(function* (url: Redacted.Redacted, longest: number) {
  let current: { readonly connection: RedisConnection.RedisConnection; readonly since: number } | undefined
  const session = (works: Effect.Effect<void>) =>
    Effect.scoped(
      Effect.gen(function* () {
        const connection = yield* RedisConnection.open({ url, patience, prefix: "pipeline:written:" })
        current = { connection, since: performance.now() }
        yield* works
        return yield* connection.lost
      })
    ).pipe(Effect.ensuring(Effect.sync(() => (current = undefined))))
  const often = { pause: "1 second", longest: "1 second" } as const
  yield* Effect.forkScoped(Loop.forever("Sharing positions of writes", session, often))

  return {
    /** Whether all nodes will find it. Without a position, it is later than all for as long as the replica may lack it. */
    keep: (name: string, position: number | undefined): Effect.Effect<boolean> =>
      Effect.suspend(() => {
        if (current === undefined) return Effect.succeed(false)
        const { raise } = current.connection
        const kept =
          position === undefined
            ? raise(lostOf(name), Number.MAX_SAFE_INTEGER, longest + spare)
            : raise(name, position, longest + spare)
        return Effect.orElseSucceed(Effect.as(kept, true), () => false)
      }),
    /** 0 if it has not written lately; undefined if that can't be known. */
    find: (name: string): Effect.Effect<number | undefined> =>
      Effect.suspend(() =>
        current === undefined || performance.now() - current.since <= longest
          ? Effect.undefined
          : Effect.orElseSucceed(current.connection.raised([name, lostOf(name)]), () => undefined)
      )
  }
})
