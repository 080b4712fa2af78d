/** Runs a claimed tick under its lease, and records what came of it. */
import { Cause, Duration, Effect, Exit } from "effect"
import { JobRuns, type Outcome, type Tick } from "../../layers/JobRuns.ts"
import type { Job } from "./Job.ts"

/** A node that dies is replaced after this long; one that lives renews three times as often. */
export const lease = Duration.minutes(1)

const failed = (cause: Cause.Cause<unknown>): Outcome => {
  const error = Cause.squash(cause) as { readonly message?: unknown }
  return { affected: 0, error: String(error?.message ?? error) }
}

/** Renews the lease while the job works, and ends once another node has taken the tick over. */
const heartbeat = Effect.fnUntraced(function* (tick: Tick, lease: Duration.Duration) {
  const runs = yield* JobRuns
  const renewed = Effect.catchCause(runs.renew(tick, lease), (cause) =>
    Effect.as(Effect.logWarning("A job's lease could not be renewed", cause), true)
  )
  while (yield* Effect.delay(renewed, Duration.times(lease, 1 / 3))) {}
  return undefined
})

/** What came of the tick; undefined where another node has it now. */
export const run = Effect.fn("Runner.run")(function* <R>(
  job: Job<R>,
  tick: Tick,
  asOf: string,
  lease: Duration.Duration
) {
  const runs = yield* JobRuns
  const exit = yield* Effect.raceFirst(job.run(asOf), heartbeat(tick, lease)).pipe(
    Effect.onInterrupt(() => runs.release(tick)),
    Effect.exit
  )
  if (Exit.isFailure(exit)) yield* Effect.logError(`The job ${job.name} failed`, exit.cause)
  const outcome = Exit.isSuccess(exit) ? exit.value : failed(exit.cause)
  if (outcome !== undefined) yield* runs.finish(tick, outcome)
  return outcome
})
