/**
 * Checks twice a second, on its own connection, whether the database answers. If it is silent on every connection of
 * this process, all are given up together: waiting callers fail within 3 s, and new ones at once.
 */
import { PgClient } from "@effect/sql-pg"
import { Context, Effect, Layer, Option } from "effect"
import { performance } from "node:perf_hooks"
import * as Loop from "../runtime/Loop.ts"
import { Calibrated } from "./DatabaseClock.ts"
import type { ConnectionMonitor } from "./client/ConnectionMonitor.ts"

/** How long the database may take to answer the pulse, in milliseconds. */
export const patience = 1_500

const every = "500 millis"

/** Two beats further apart than this, in milliseconds, do not belong to one silence. */
const recent = 1_000

export class DatabaseHeartbeat extends Context.Service<
  DatabaseHeartbeat,
  {
    /** Asks the database whether it is there; returns within `patience`. */
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
          const asked = performance.now()
          // A question from before this process was suspended says nothing about now.
          if (asked - endedAt > recent) unansweredSince = undefined
          unansweredSince ??= asked
          const answer = yield* Effect.option(
            sql<{ server: number }>`SELECT extract(epoch FROM clock_timestamp())::float8 * 1000 AS server`
          )
          const answers = Option.isSome(answer)
          if (answers) clock.calibrate({ server: answer.value[0]!.server, asked, heard: performance.now() })
          const heardAt = Math.max(unansweredSince, monitor.heardAt())
          if (answers) {
            // A newer connection is answered, so connections silent since the previous pulse failed are dead too.
            if (unansweredSince < asked) monitor.dropUnheard(unansweredSince)
            unansweredSince = undefined
            monitor.restore()
          } else if (performance.now() - heardAt >= patience) monitor.giveUp()
          endedAt = performance.now()
          return answers
        })
        // Calls within 100 ms share one answer.
        const isAnswering = yield* Effect.cachedWithTTL(beat, "100 millis")
        // The first beat sets the clock that everything else relies on.
        yield* isAnswering
        yield* Effect.forkScoped(
          Loop.forever(
            "Checking that the database answers",
            () => Effect.filterOrFail(isAnswering, Boolean, () => new Error("the database does not answer")),
            // The same pace while the database is away. The work that needs it logs the outage.
            { every, pause: 0, isQuiet: true }
          )
        )
        return DatabaseHeartbeat.of({ isAnswering })
      })
    )
}
