/** Measures backlogs: due deliveries and overdue jobs. It queries the database a few times per minute, independent of scrapes. */
import { Clock, Duration, Effect, Layer, Metric } from "effect"
import { JobRuns } from "../../layers/runtime/JobRuns.ts"
import * as Loop from "../../layers/runtime/Loop.ts"
import * as Series from "../../layers/metrics/Series.ts"
import { DeliveryBacklog } from "../../layers/webhooks/DeliveryBacklog.ts"
import * as Job from "./Job.ts"
import { jobs } from "./Jobs.ts"

const every = Duration.seconds(15)

/** The queries take at most this fraction (a hundredth) of one connection's time. */
const pauseFactor = 100

/** Maximum deliveries that are counted. */
const maxCounted = 10_000

const due = Metric.gauge("webhook_deliveries_due", {
  description: `Deliveries that are due and not sent yet, counted up to ${maxCounted}; the same on every node`
})

const oldest = Metric.gauge("webhook_deliveries_oldest_due_seconds", {
  description: "How long the oldest due delivery has waited; 0 if none is due; the same on every node"
})

const lag = Series.gauge(
  "job_lag_seconds",
  "How long a scheduled job is overdue; 0 if its latest tick succeeded; the same on every node"
)

const success = Series.gauge(
  "job_last_success_timestamp_seconds",
  "When a scheduled job last succeeded, in Unix seconds; missing until it has"
)

const measureDeliveries = Effect.fnUntraced(function* (millis: number) {
  const { measure } = yield* DeliveryBacklog
  const backlog = yield* measure(new Date(millis).toISOString(), maxCounted)
  const waited = backlog.oldest === null ? 0 : (millis - Date.parse(backlog.oldest)) / 1000
  yield* Metric.update(due, backlog.due)
  yield* Metric.update(oldest, Math.max(0, waited))
})

/** Seconds since the first unsuccessful tick was due. A job that never succeeded counts from the service's start. */
const lagOf = (job: Job.Job<never>, succeeded: number | undefined, born: number, millis: number) => {
  const { last } = Job.due(job, millis)
  const since = succeeded ?? born
  return since >= last ? 0 : (millis - Job.due(job, since).next) / 1000
}

const measureJobs = Effect.fnUntraced(function* (born: number, millis: number) {
  const latest = yield* (yield* JobRuns).succeeded(jobs.map(({ name }) => name))
  for (const job of jobs) {
    const found = latest.find((one) => one.job === job.name)
    const succeeded = found && Date.parse(found.tick)
    yield* Metric.update(lag({ name: job.name }), lagOf(job as Job.Job<never>, succeeded, born, millis))
    if (found === undefined) continue
    yield* Metric.update(success({ name: job.name }), Date.parse(found.finishedAt) / 1000)
  }
})

const measuring = Effect.gen(function* () {
  const born = yield* Clock.currentTimeMillis
  const measure = Effect.gen(function* () {
    const began = yield* Clock.currentTimeMillis
    yield* measureDeliveries(began)
    yield* measureJobs(born, began)
    const duration = (yield* Clock.currentTimeMillis) - began
    return Math.max(Duration.toMillis(every), duration * pauseFactor)
  })
  const measuring = Loop.forever("Measuring what waits", (works) =>
    Effect.flatMap(Effect.tap(measure, works), (pause) => Effect.sleep(pause))
  )
  // By then the work that was due at the start has begun.
  yield* Effect.forkScoped(Effect.delay(measuring, "2 seconds"))
})

export const layer = Layer.effectDiscard(measuring)
