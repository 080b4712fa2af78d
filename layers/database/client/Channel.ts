/** Listens to a channel's notifications. */
import { PgClient } from "@effect/sql-pg"
import { Effect, Queue } from "effect"

/**
 * A connection that only listens never learns that its other end has died. So it repeats LISTEN this often: a dead
 * end does not answer, and the connection is given up.
 */
const anew = "5 seconds"

/**
 * Runs `ready` once it listens, and `each` for every notification's payload. Returns after a while, and is then
 * called again. Notifications between two calls are lost: `ready` catches up.
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
