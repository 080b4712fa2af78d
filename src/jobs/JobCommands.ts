/** The operator's job commands: list jobs with their last runs and the background loops, and run one manually. */
import { Clock, Effect, Schema } from "effect"
import { JobRuns } from "../../layers/runtime/JobRuns.ts"
import { LoopReports } from "../../layers/runtime/LoopReports.ts"
import * as Job from "./Job.ts"
import { jobs } from "./Jobs.ts"
import * as Runner from "./Runner.ts"

class JobFailed extends Schema.TaggedError<JobFailed>()("JobFailed", {
  code: Schema.Literals(["job_not_found", "job_failed"]),
  message: Schema.String
}) {}

const isoOf = (millis: number) => new Date(millis).toISOString()

/** Claims a tick for a manual run: the current millisecond, or the next free one. */
const claim = Effect.fnUntraced(function* (job: string, asOf: string) {
  const runs = yield* JobRuns
  for (let millis = yield* Clock.currentTimeMillis; ; millis++) {
    const tick = { job, tick: isoOf(millis) }
    const claimed = yield* Clock.currentTimeMillis
    if ((yield* runs.claim(tick, asOf, Runner.lease)).state === "ours") return { claimed, tick }
  }
})

/** Runs a job now, optionally with `asOf` as the current time. */
export const run = Effect.fn("JobCommands.run")(function* (name: string, asOf: string | undefined) {
  const job = jobs.find((one) => one.name === name)
  if (job === undefined) {
    const names = jobs.map((one) => one.name).join(", ")
    return yield* new JobFailed({
      code: "job_not_found",
      message: `There is no job ${name}. The jobs: ${names}.`
    })
  }
  const at = asOf ?? isoOf(yield* Clock.currentTimeMillis)
  const { claimed, tick } = yield* claim(name, at)
  const outcome = yield* Runner.run(job, tick, at, Runner.lease, claimed)
  if (outcome === undefined || outcome.error !== null) {
    return yield* new JobFailed({
      code: "job_failed",
      message: outcome?.error ?? "Another node took over the run."
    })
  }
  return { job: name, affected: outcome.affected }
})

/** All jobs with their next and last runs, and the background loops of all nodes. */
export const list = Effect.gen(function* () {
  const latest = yield* (yield* JobRuns).latest
  const millis = yield* Clock.currentTimeMillis
  const entries = jobs.map((job) => {
    const last = latest.find((run) => run.job === job.name)
    return {
      name: job.name,
      description: job.description,
      schedule: job.schedule,
      timeZone: job.timeZone,
      nextAt: isoOf(Job.due(job, millis).next),
      lastRun: last ?? null
    }
  })
  return { jobs: entries, loops: yield* (yield* LoopReports).latest }
})
