/** How the loops of every node are doing, told by each once a minute: an operator's command is another process. */
import { PgClient } from "@effect/sql-pg"
import { Clock, Context, Duration, Effect, Layer } from "effect"
import { hostname } from "node:os"
import { Ids } from "./Ids.ts"
import * as Loop from "./Loop.ts"
import { type Loop as Told, Loops } from "./Loops.ts"
import * as Sql from "./database/Sql.ts"

const every = Duration.minutes(1)

/** A node that said nothing for so long is gone, and so is its row. */
const silence = Duration.minutes(5)

/** One loop, as its node said last. */
export interface Report extends Told {
  /** Host and process. */
  readonly node: string
  readonly reportedAt: string
}

export class LoopReports extends Context.Service<
  LoopReports,
  {
    /** The loops of the nodes that live, the failing ones first. */
    readonly latest: Effect.Effect<ReadonlyArray<Report>>
  }
>()("pipeline/layers/LoopReports") {
  static readonly layer = Layer.effect(
    LoopReports,
    Effect.gen(function* () {
      const sql = yield* PgClient.PgClient
      const latest = Effect.gen(function* () {
        const rows = yield* sql<{ node: string; reportedAt: string; loops: ReadonlyArray<Told> }>`
          SELECT name AS node, reported_at AS "reportedAt", loops FROM loop_reports
          WHERE reported_at > now() - make_interval(secs => ${Duration.toSeconds(silence)})
          ORDER BY name, node`
        const all = rows.flatMap(({ loops, node, reportedAt }) =>
          // In this order, which jsonb does not keep.
          loops.map(({ failures, lastFailure, name, since, state, turns }) => ({
            node,
            name,
            state,
            since,
            turns,
            failures,
            lastFailure,
            reportedAt
          }))
        )
        return all.sort((a, b) => Number(b.state === "failing") - Number(a.state === "failing"))
      }).pipe(Sql.orDie)
      return LoopReports.of({ latest })
    })
  )

  /** Tells of this process, from its start to its end. */
  static readonly telling = Layer.effectDiscard(
    Effect.gen(function* () {
      const sql = yield* PgClient.PgClient
      const loops = yield* Loops
      const node = yield* (yield* Ids).token(16)
      const name = `${hostname()}:${process.pid}`
      const tell = Effect.gen(function* () {
        const millis = yield* Clock.currentTimeMillis
        const at = (time: number) => new Date(time).toISOString()
        const row = { node, name, reported_at: at(millis), loops: sql.json(yield* loops.all) }
        yield* sql`INSERT INTO loop_reports ${sql.insert(row)}
          ON CONFLICT (node) DO UPDATE SET reported_at = excluded.reported_at, loops = excluded.loops`
        yield* sql`DELETE FROM loop_reports WHERE reported_at < ${at(millis - Duration.toMillis(silence))}`
      })
      const leave = Effect.timeoutOption(sql`DELETE FROM loop_reports WHERE node = ${node}`, "1 second")
      const what = "Telling how the loops are doing"
      yield* Effect.addFinalizer(() => Effect.ignoreCause(leave, { log: "Debug", message: what }))
      const telling = Loop.forever(what, (works) =>
        tell.pipe(Effect.andThen(works), Effect.andThen(Effect.sleep(every)))
      )
      // By then what starts together with it has begun.
      yield* Effect.forkScoped(Effect.delay(telling, "1 second"))
    })
  )
}
