/** Runs the jobs on this node. Each job is a fiber that waits for its tick, claims it, and runs if the claim succeeds. */
import { Clock, Duration, Effect, Layer } from "effect"
import { JobRuns } from "../../layers/runtime/JobRuns.ts"
import * as Loop from "../../layers/runtime/Loop.ts"
import * as Job from "./Job.ts"
import { jobs } from "./Jobs.ts"
import * as Runner from "./Runner.ts"

const isoOf = (millis: number) => new Date(millis).toISOString()

/** Wait after a failure to claim or run a job. */
const pause = Duration.seconds(30)

/** Claims and runs the latest due tick. Returns the time of the next check in Unix milliseconds. */
const attend = Effect.fnUntraced(function* <R>(job: Job.Job<R>, lease: Duration.Duration) {
  const runs = yield* JobRuns
  const millis = yield* Clock.currentTimeMillis
  const { last, next } = Job.due(job, millis)
  const tick = { job: job.name, tick: isoOf(last) }
  const claim = yield* runs.claim(tick, isoOf(millis), lease)
  if (claim.state === "held") return Math.min(Date.parse(claim.until), next)
  if (claim.state === "done") return next
  const outcome = yield* Runner.run(job, tick, isoOf(millis), lease, millis)
  // Checks an interrupted run again immediately, because possibly no other node has taken over.
  return outcome === undefined ? millis : next
})

/** Checks the clock at least once a minute, so that a machine that was suspended is at most a minute late. */
const until = Effect.fnUntraced(function* (at: number) {
  for (let left = Infinity; left > 0;) {
    left = at - (yield* Clock.currentTimeMillis)
    if (left > 0) yield* Effect.sleep(Duration.millis(Math.min(left, 60_000)))
  }
})

/** Of the ticks missed while no node ran, only the latest is run. */
const serve = <R>(job: Job.Job<R>, lease: Duration.Duration) =>
  Loop.forever(
    `The job ${job.name}`,
    (works) => Effect.flatMap(Effect.tap(attend(job, lease), works), until),
    { pause }
  )

/** A scheduler of `jobs`. Tests pass their own, with a short lease. */
export const make = <R>(jobs: ReadonlyArray<Job.Job<R>>, lease: Duration.Duration = Runner.lease) =>
  Layer.effectDiscard(Effect.forEach(jobs, (job) => Effect.forkScoped(serve(job, lease)), { discard: true }))

export const layer = make(jobs)
