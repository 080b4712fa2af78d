/** Runs a claimed tick under its lease, and records the outcome. */
import { Cause, Clock, Duration, Effect, Exit, Metric, Schedule } from "effect"
import { JobRuns, type Outcome, type Tick } from "../../layers/runtime/JobRuns.ts"
import * as Series from "../../layers/metrics/Series.ts"
import { Outages } from "../../layers/runtime/Outages.ts"
import type { Job } from "./Job.ts"

const runs = Series.counter("job_runs_total", "Runs of a scheduled job that ended, by job and result")

/** Another node takes over this long after the last renewal. A live node renews every third of it. */
export const lease = Duration.minutes(1)

const failed = (cause: Cause.Cause<unknown>): Outcome => {
  const error = Cause.squash(cause) as { readonly message?: unknown }
  return { affected: 0, error: String(error?.message ?? error) }
}

/**
 * Renews the lease while the job runs. Returns, which interrupts the job, when another node has taken over, or a sixth of the lease before
 * one may, so that the job has time to stop.
 */
const renewLease = Effect.fnUntraced(function* (tick: Tick, lease: Duration.Duration, began: number) {
  const runs = yield* JobRuns
  const length = Duration.toMillis(lease)
  const margin = length / 6
  let heldUntil = began + length
  let pause = length / 3
  while (true) {
    yield* Effect.sleep(pause)
    const renewedAt = yield* Clock.currentTimeMillis
    const left = heldUntil - margin - renewedAt
    if (left <= 0) return undefined
    const renewed = yield* Effect.exit(Effect.timeout(runs.renew(tick, lease), left))
    if (Exit.isSuccess(renewed)) {
      if (!renewed.value) return undefined
      heldUntil = renewedAt + length
      pause = length / 3
    } else {
      yield* Outages.report("A job's lease could not be renewed", renewed.cause)
      pause = Math.max(0, Math.min(length / 12, heldUntil - margin - (yield* Clock.currentTimeMillis)))
    }
  }
})

/** Retries, so that a short database outage doesn't cause the work to run again. */
const insist = <A, R>(effect: Effect.Effect<A, never, R>) =>
  Effect.sandbox(effect).pipe(
    Effect.retry({ schedule: Schedule.spaced("1 second"), times: 5 }),
    Effect.catch((cause) => Effect.failCause(cause))
  )

/** The outcome of the tick, which was claimed at `claimed` or later; undefined if another node has taken over, or soon may. */
export const run = Effect.fn("Runner.run")(function* <R>(
  job: Job<R>,
  tick: Tick,
  asOf: string,
  lease: Duration.Duration,
  claimed: number
) {
  const jobRuns = yield* JobRuns
  const exit = yield* Effect.raceFirst(job.run(asOf), renewLease(tick, lease, claimed)).pipe(
    Effect.onInterrupt(() => jobRuns.release(tick)),
    Effect.exit
  )
  if (Exit.isFailure(exit)) yield* Outages.report(`The job ${job.name} failed`, exit.cause)
  const outcome = Exit.isSuccess(exit) ? exit.value : failed(exit.cause)
  if (outcome === undefined) return undefined
  yield* Metric.update(runs({ name: job.name, result: outcome.error === null ? "ok" : "failed" }), 1)
  yield* insist(jobRuns.finish(tick, outcome))
  return outcome
})
