/** Stores the state of every node's loops once a minute, because an operator's command runs in another process. */
import { PgClient } from "@effect/sql-pg"
import { Clock, Context, Duration, Effect, Layer } from "effect"
import { hostname } from "node:os"
import { Ids } from "./Ids.ts"
import * as Loop from "./Loop.ts"
import { type Loop as LoopState, Loops } from "./Loops.ts"
import * as Sql from "../database/Sql.ts"

const interval = Duration.minutes(1)

/** A node that hasn't reported for this long is considered gone, and its row is deleted. */
const reportTimeout = Duration.minutes(5)

/** A loop's state in its node's latest report. */
export interface Report extends LoopState {
  /** Host name and process ID. */
  readonly node: string
  readonly reportedAt: string
}

export class LoopReports extends Context.Service<
  LoopReports,
  {
    /** Loops of live nodes, failing loops first. */
    readonly latest: Effect.Effect<ReadonlyArray<Report>>
  }
>()("pipeline/layers/LoopReports") {
  static readonly layer = Layer.effect(
    LoopReports,
    Effect.gen(function* () {
      const sql = yield* PgClient.PgClient
      const latest = Effect.gen(function* () {
        const rows = yield* sql<{ node: string; reportedAt: string; loops: ReadonlyArray<LoopState> }>`
          SELECT name AS node, reported_at AS "reportedAt", loops FROM loop_reports
          WHERE reported_at > now() - make_interval(secs => ${Duration.toSeconds(reportTimeout)})
          ORDER BY name, node`
        const all = rows.flatMap(({ loops, node, reportedAt }) =>
          // Restores the order of fields for output, which jsonb doesn't keep.
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

  /** Reports the loops of this process while it runs. */
  static readonly reporting = Layer.effectDiscard(
    Effect.gen(function* () {
      const sql = yield* PgClient.PgClient
      const loops = yield* Loops
      const node = yield* (yield* Ids).token(16)
      const name = `${hostname()}:${process.pid}`
      const writeReport = Effect.gen(function* () {
        const millis = yield* Clock.currentTimeMillis
        const at = (time: number) => new Date(time).toISOString()
        const row = { node, name, reported_at: at(millis), loops: sql.json(yield* loops.all) }
        yield* sql`INSERT INTO loop_reports ${sql.insert(row)}
          ON CONFLICT (node) DO UPDATE SET reported_at = excluded.reported_at, loops = excluded.loops`
        yield* sql`DELETE FROM loop_reports WHERE reported_at < ${at(millis - Duration.toMillis(reportTimeout))}`
      })
      const leave = Effect.timeoutOption(sql`DELETE FROM loop_reports WHERE node = ${node}`, "1 second")
      const what = "Telling how the loops are doing"
      yield* Effect.addFinalizer(() => Effect.ignoreCause(leave, { log: "Debug", message: what }))
      const reporting = Loop.forever(what, (works) =>
        writeReport.pipe(Effect.andThen(works), Effect.andThen(Effect.sleep(interval)))
      )
      // By then the loops that start at the same time are running.
      yield* Effect.forkScoped(Effect.delay(reporting, "1 second"))
    })
  )
}
