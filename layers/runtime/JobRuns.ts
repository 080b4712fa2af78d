/** Records which node runs a tick of a job and the outcome. Ticks are claimed by key and held by a lease. */
import { Clock, Context, Duration, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { Ids } from "./Ids.ts"
import { now } from "./Now.ts"
import * as Sql from "../database/Sql.ts"

/** One scheduled run of one job. */
export interface Tick {
  readonly job: string
  readonly tick: string
}

export interface Run extends Tick {
  /** Time that the run uses as the current time. */
  readonly asOf: string
  /** Number of starts: above 1 if a node died during the run. */
  readonly attempt: number
  readonly startedAt: string
  readonly finishedAt: string | null
  readonly affected: number | null
  readonly error: string | null
}

export interface Outcome {
  readonly affected: number
  readonly error: string | null
}

/** Result of a claim: the tick is ours, is done, or is held by another node until its lease ends. */
export type Claim =
  | { readonly state: "ours" }
  | { readonly state: "done" }
  | { readonly state: "held"; readonly until: string }

/** Retention of runs. */
const retention = Duration.days(90)

export class JobRuns extends Context.Service<
  JobRuns,
  {
    readonly claim: (tick: Tick, asOf: string, lease: Duration.Duration) => Effect.Effect<Claim>
    /** Extends the lease of a claimed tick; false if another node has taken over. */
    readonly renew: (tick: Tick, lease: Duration.Duration) => Effect.Effect<boolean>
    /** Records the outcome of a tick that is still ours. */
    readonly finish: (tick: Tick, outcome: Outcome) => Effect.Effect<void>
    /** Releases an unfinished tick, so that the next claim gets it. */
    readonly release: (tick: Tick) => Effect.Effect<void>
    /** The latest successful tick of each of these jobs: one index probe each, and one for each failure since. */
    readonly succeeded: (
      jobs: ReadonlyArray<string>
    ) => Effect.Effect<ReadonlyArray<Tick & { readonly finishedAt: string }>>
    /** The latest run of each job that has run. */
    readonly latest: Effect.Effect<ReadonlyArray<Run>>
  }
>()("pipeline/layers/JobRuns") {
  static readonly layer = Layer.effect(
    JobRuns,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const node = yield* (yield* Ids).token(16)

      const after = (duration: Duration.Duration) =>
        Effect.map(Clock.currentTimeMillis, (millis) =>
          new Date(millis + Duration.toMillis(duration)).toISOString()
        )

      const claim = Effect.fn("JobRuns.claim")(function* (
        { job, tick }: Tick,
        asOf: string,
        lease: Duration.Duration
      ) {
        const taken = yield* sql`INSERT INTO job_runs AS r ${sql.insert({
          job,
          tick,
          as_of: asOf,
          node,
          attempt: 1,
          started_at: yield* now,
          lease_until: yield* after(lease)
        })} ON CONFLICT (job, tick) DO UPDATE SET as_of = excluded.as_of, node = excluded.node,
            attempt = r.attempt + 1, started_at = excluded.started_at, lease_until = excluded.lease_until
          WHERE r.finished_at IS NULL AND r.lease_until <= excluded.started_at
          RETURNING r.job`
        if (taken.length > 0) return { state: "ours" } as const
        const [row] = yield* sql<{ finished: boolean; until: string }>`
          SELECT finished_at IS NOT NULL AS finished, lease_until AS until
          FROM job_runs WHERE job = ${job} AND tick = ${tick}`
        if (row === undefined || row.finished) return { state: "done" } as const
        return { state: "held", until: row.until } as const
      }, Sql.orDie)

      const hold = Effect.fnUntraced(function* ({ job, tick }: Tick, until: string) {
        const rows = yield* sql`UPDATE job_runs SET lease_until = ${until}
          WHERE job = ${job} AND tick = ${tick} AND node = ${node} AND finished_at IS NULL RETURNING job`
        return rows.length > 0
      }, Sql.orDie)

      const renew = Effect.fn("JobRuns.renew")(function* (tick: Tick, lease: Duration.Duration) {
        return yield* hold(tick, yield* after(lease))
      })

      const release = Effect.fn("JobRuns.release")(function* (tick: Tick) {
        yield* hold(tick, yield* now)
      })

      const finish = Effect.fn("JobRuns.finish")(function* ({ job, tick }: Tick, outcome: Outcome) {
        yield* sql`UPDATE job_runs SET finished_at = ${yield* now}, affected = ${BigInt(outcome.affected)},
            error = ${outcome.error}
          WHERE job = ${job} AND tick = ${tick} AND node = ${node} AND finished_at IS NULL`
        yield* sql`DELETE FROM job_runs
          WHERE job = ${job} AND tick < ${yield* after(Duration.negate(retention))}`
      }, Sql.orDie)

      const latest = sql<Run>`SELECT r.job, r.tick, r.as_of AS "asOf", r.attempt, r.started_at AS "startedAt",
          r.finished_at AS "finishedAt", r.affected, r.error
        FROM job_runs r JOIN (SELECT job, max(tick) AS tick FROM job_runs GROUP BY job) l
          ON l.job = r.job AND l.tick = r.tick
        ORDER BY r.job`.pipe(Sql.orDie)

      const succeeded = Effect.fn("JobRuns.succeeded")(function* (jobs: ReadonlyArray<string>) {
        return yield* sql<Tick & { readonly finishedAt: string }>`SELECT j.job, r.tick, r."finishedAt"
          FROM unnest(${jobs}::text[]) AS j (job) CROSS JOIN LATERAL (
            SELECT tick, finished_at AS "finishedAt" FROM job_runs
            WHERE job_runs.job = j.job AND finished_at IS NOT NULL AND error IS NULL
            ORDER BY tick DESC LIMIT 1) r`
      }, Sql.orDie)

      return JobRuns.of({ claim, renew, finish, release, succeeded, latest })
    })
  )
}
