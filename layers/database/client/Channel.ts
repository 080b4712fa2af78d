/** Listens for notifications on a channel. */
import { PgClient } from "@effect/sql-pg"
import { Effect, Queue } from "effect"

/**
 * A connection that only listens doesn't notice a dead peer. LISTEN is repeated at this interval, so that a missing answer ends the
 * connection.
 */
const listenInterval = "5 seconds"

/**
 * Runs `ready` once it listens, and `each` for every notification. Returns after a while and is then called again; `ready` catches up on
 * notifications lost in between.
 */
export const listen = <R>(
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
      const consume = Effect.forever(
        Effect.flatMap(Queue.take(notifications), ({ payload }) => each(payload))
      )
      return yield* Effect.timeoutOption(consume, listenInterval)
    })
  )
