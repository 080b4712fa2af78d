/** Runs a claimed tick under its lease, and records what came of it. */
import { Cause, Clock, Duration, Effect, Exit, Schedule } from "effect"
import { JobRuns, type Outcome, type Tick } from "../../layers/platform/JobRuns.ts"
import { Outages } from "../../layers/platform/Outages.ts"
import type { Job } from "./Job.ts"

/** A node that dies is replaced after this long; one that lives renews three times as often. */
export const lease = Duration.minutes(1)

const failed = (cause: Cause.Cause<unknown>): Outcome => {
  const error = Cause.squash(cause) as { readonly message?: unknown }
  return { affected: 0, error: String(error?.message ?? error) }
}

/**
 * Renews the lease while the job works, three times as often as needed. It ends once another node has taken the tick
 * over, and a sixth of a lease before another may: work that is ended needs a moment to stop.
 */
const heartbeat = Effect.fnUntraced(function* (tick: Tick, lease: Duration.Duration, began: number) {
  const runs = yield* JobRuns
  const length = Duration.toMillis(lease)
  const margin = length / 6
  let heldUntil = began + length
  let pause = length / 3
  while (true) {
    yield* Effect.sleep(pause)
    const asked = yield* Clock.currentTimeMillis
    const left = heldUntil - margin - asked
    if (left <= 0) return undefined
    const renewed = yield* Effect.exit(Effect.timeout(runs.renew(tick, lease), left))
    if (Exit.isSuccess(renewed)) {
      if (!renewed.value) return undefined
      heldUntil = asked + length
      pause = length / 3
    } else {
      yield* Outages.report("A job's lease could not be renewed", renewed.cause)
      pause = Math.max(0, Math.min(length / 12, heldUntil - margin - (yield* Clock.currentTimeMillis)))
    }
  }
})

/** A database that is away for a moment should not have the work done again. */
const insist = <A, R>(effect: Effect.Effect<A, never, R>) =>
  Effect.sandbox(effect).pipe(
    Effect.retry({ schedule: Schedule.spaced("1 second"), times: 5 }),
    Effect.catch((cause) => Effect.failCause(cause))
  )

/** What came of the tick, claimed at `claimed` or later; undefined where another node has it now, or soon may. */
export const run = Effect.fn("Runner.run")(function* <R>(
  job: Job<R>,
  tick: Tick,
  asOf: string,
  lease: Duration.Duration,
  claimed: number
) {
  const runs = yield* JobRuns
  const exit = yield* Effect.raceFirst(job.run(asOf), heartbeat(tick, lease, claimed)).pipe(
    Effect.onInterrupt(() => runs.release(tick)),
    Effect.exit
  )
  if (Exit.isFailure(exit)) yield* Outages.report(`The job ${job.name} failed`, exit.cause)
  const outcome = Exit.isSuccess(exit) ? exit.value : failed(exit.cause)
  if (outcome !== undefined) yield* insist(runs.finish(tick, outcome))
  return outcome
})
