/** Hearing what is notified on a channel. */
import { PgClient } from "@effect/sql-pg"
import { Effect, Queue } from "effect"

/**
 * A connection that only listens is told nothing when its other end dies, and waits for ever. So it listens anew this
 * often: an end that is gone does not answer that, and the connection is given up.
 */
const anew = "5 seconds"

/**
 * Runs `ready` once it listens, and `each` for every notification's payload; returns after a while, to be called
 * again. What is notified between two turns is not heard: `ready` catches up.
 */
export const hear = <R>(
  channel: string,
  {
    each,
    ready
  }: {
    readonly ready: Effect.Effect<void, never, R>
    readonly each: (payload: string) => Effect.Effect<void, never, R>
  }
) =>
  Effect.scoped(
    Effect.gen(function* () {
      const sql = yield* PgClient.PgClient
      const notifications = yield* sql.listen(channel)
      yield* ready
      const heard = Effect.forever(Effect.flatMap(Queue.take(notifications), ({ payload }) => each(payload)))
      return yield* Effect.timeoutOption(heard, anew)
    })
  )
