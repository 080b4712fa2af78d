/**
 * Checks twice a second, on its own connection, that the database answers. If every connection is silent, all are closed together: waiting
 * callers fail within 3 s, and new ones immediately.
 */
import { PgClient } from "@effect/sql-pg"
import { Context, Effect, Layer, Option } from "effect"
import { performance } from "node:perf_hooks"
import * as Loop from "../runtime/Loop.ts"
import { Calibrated } from "./DatabaseClock.ts"
import type { ConnectionMonitor } from "./client/ConnectionMonitor.ts"

/** Timeout of a heartbeat in milliseconds. */
export const patience = 1_500

const interval = "500 millis"

/** Heartbeats further apart than this, in milliseconds, don't belong to the same silence. */
const maxGap = 1_000

export class DatabaseHeartbeat extends Context.Service<
  DatabaseHeartbeat,
  {
    /** Queries the database; returns within `patience`. */
    readonly isAnswering: Effect.Effect<boolean>
  }
>()("pipeline/layers/database/DatabaseHeartbeat") {
  /** Uses the pool provided to it, which has one connection. */
  static readonly layer = (monitor: ConnectionMonitor) =>
    Layer.effect(
      DatabaseHeartbeat,
      Effect.gen(function* () {
        const sql = yield* PgClient.PgClient
        const clock = yield* Calibrated
        let unansweredSince: number | undefined
        let endedAt = -Infinity
        const beat = Effect.gen(function* () {
          const sentAt = performance.now()
          // A query sent before the process was suspended says nothing about the present.
          if (sentAt - endedAt > maxGap) unansweredSince = undefined
          unansweredSince ??= sentAt
          const answer = yield* Effect.option(
            sql<{ server: number }>`SELECT extract(epoch FROM clock_timestamp())::float8 * 1000 AS server`
          )
          const answers = Option.isSome(answer)
          if (answers)
            clock.calibrate({ server: answer.value[0]!.server, asked: sentAt, receivedAt: performance.now() })
          const heardAt = Math.max(unansweredSince, monitor.heardAt())
          if (answers) {
            // This newer connection answers, so connections that were silent since the failed heartbeat are dead.
            if (unansweredSince < sentAt) monitor.dropUnheard(unansweredSince)
            unansweredSince = undefined
            monitor.restore()
          } else if (performance.now() - heardAt >= patience) monitor.giveUp()
          endedAt = performance.now()
          return answers
        })
        // Calls within 100 ms share one answer.
        const isAnswering = yield* Effect.cachedWithTTL(beat, "100 millis")
        // The first heartbeat sets the clock that everything else relies on.
        yield* isAnswering
        yield* Effect.forkScoped(
          Loop.forever(
            "Checking that the database answers",
            () => Effect.filterOrFail(isAnswering, Boolean, () => new Error("the database does not answer")),
            // The pace is the same during an outage, which is logged by the work that needs the database.
            { every: interval, pause: 0, isQuiet: true }
          )
        )
        return DatabaseHeartbeat.of({ isAnswering })
      })
    )
}
