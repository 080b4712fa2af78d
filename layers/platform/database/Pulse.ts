/**
 * Whether the database answers, asked twice a second on a connection of its own. If it answers none of this process's
 * connections, they are given up together: callers hear of it within 3 s, and those who come meanwhile at once.
 */
import { PgClient } from "@effect/sql-pg"
import { Context, Effect, Layer, Option } from "effect"
import { performance } from "node:perf_hooks"
import * as Loop from "../Loop.ts"
import { Calibrated } from "./DatabaseClock.ts"
import type { Wires } from "./Wires.ts"

/** How long the database may take over the smallest question there is, in milliseconds. */
export const patience = 1_500

const every = "500 millis"

/** Two beats further apart than this, in milliseconds, are no series. */
const recent = 1_000

export class Pulse extends Context.Service<
  Pulse,
  {
    /** Asks the database whether it is there; answers within `patience`. */
    readonly isFelt: Effect.Effect<boolean>
  }
>()("pipeline/layers/database/Pulse") {
  /** On the pool given to it, of one connection. */
  static readonly layer = (wires: Wires | undefined) =>
    Layer.effect(
      Pulse,
      Effect.gen(function* () {
        const sql = yield* PgClient.PgClient
        const clock = yield* Calibrated
        let unansweredSince: number | undefined
        let endedAt = -Infinity
        const beat = Effect.gen(function* () {
          const asked = performance.now()
          // What was asked long ago, by a process that was stopped since, says nothing of now.
          if (asked - endedAt > recent) unansweredSince = undefined
          unansweredSince ??= asked
          const answer = yield* Effect.option(
            sql<{ server: number }>`SELECT extract(epoch FROM clock_timestamp())::float8 * 1000 AS server`
          )
          const felt = Option.isSome(answer)
          if (felt) clock.calibrate({ server: answer.value[0]!.server, asked, heard: performance.now() })
          const heardAt = Math.max(unansweredSince, wires?.heardAt() ?? 0)
          if (felt) {
            // A connection opened since is answered: those that were silent with the one before it are as dead as it was.
            if (unansweredSince < asked) wires?.dropUnheard(unansweredSince)
            unansweredSince = undefined
            wires?.restore()
          } else if (performance.now() - heardAt >= patience) wires?.giveUp()
          endedAt = performance.now()
          return felt
        })
        // Whoever asks within a moment shares an answer.
        const isFelt = yield* Effect.cachedWithTTL(beat, "100 millis")
        // Once before anything goes by the clock.
        yield* isFelt
        yield* Effect.forkScoped(
          Loop.forever("Feeling the database's pulse", () => isFelt, { every, pause: every })
        )
        return Pulse.of({ isFelt })
      })
    )
}
