/** The first of several processes: it has the database and the workers, which serve, and makes itself known. */
import { Duration, Effect, Layer, Redacted } from "effect"
import cluster from "node:cluster"
import { BaseUrl } from "../../layers/platform/BaseUrl.ts"
import { Database } from "../../layers/platform/database/Database.ts"
import * as Loop from "../../layers/platform/Loop.ts"
import { Settings } from "../../layers/platform/Settings.ts"
import { announce } from "../Announce.ts"
import { guarded } from "../App.ts"
import * as WorkerProcess from "./WorkerProcess.ts"

/** A worker that lived this long did not fail at its start. */
const steady = Duration.seconds(10)

/** Milliseconds until the next try, after so many failures one after the other. */
const pauseAfter = (failures: number) => Math.min(5_000, 50 * 2 ** failures)

/** First no process takes connections any more, then each ends: a client that is sent away finds no other door. */
const dismiss = Effect.fnUntraced(function* (
  workers: ReadonlySet<WorkerProcess.WorkerProcess>,
  delay: Duration.Duration
) {
  const each = <A>(act: (worker: WorkerProcess.WorkerProcess) => Effect.Effect<A>) =>
    Effect.forEach(workers, act, { concurrency: "unbounded", discard: true })
  yield* each((worker) => Effect.flatMap(worker.isReady, (is) => (is ? Effect.void : worker.kill)))
  yield* Effect.timeoutOption(
    each((worker) => worker.deafen),
    Duration.sum(delay, Duration.seconds(2))
  )
  yield* each((worker) =>
    Effect.timeoutOrElse(worker.end, { duration: "11 seconds", orElse: () => worker.kill })
  )
})

const serve = Effect.gen(function* () {
  const { shutdownDelay, workers: count } = yield* Settings
  const { url } = yield* Database
  // Each worker accepts by itself. Handed over by the primary, which is the default, a connection on its way to a
  // worker that is killed would hang for ever.
  cluster.schedulingPolicy = cluster.SCHED_NONE
  const workers = yield* Effect.acquireRelease(
    Effect.sync(() => new Set<WorkerProcess.WorkerProcess>()),
    (workers) => dismiss(workers, shutdownDelay)
  )
  const start = Effect.tap(WorkerProcess.fork({ DATABASE_URL: Redacted.value(url) }), (worker) =>
    Effect.sync(() => workers.add(worker))
  )

  /** Puts another in the place of one that ends, ever more slowly where none stays. */
  const keep = (first: WorkerProcess.WorkerProcess) => {
    let worker = first
    let failures = 0
    return Loop.forever("Keeping a worker", () =>
      Effect.gen(function* () {
        const [lived, { message }] = yield* Effect.timed(worker.ended)
        workers.delete(worker)
        failures = Duration.isGreaterThan(lived, steady) ? 0 : failures + 1
        const pause = pauseAfter(failures)
        yield* Effect.logWarning(`A worker is gone, another follows in ${pause} ms: ${message}`)
        yield* Effect.sleep(pause)
        worker = yield* start
      })
    )
  }

  const started = yield* Effect.replicateEffect(start, count)
  const [base = ""] = yield* Effect.forEach(started, ({ ready }) => ready, { concurrency: "unbounded" })
  for (const worker of started) yield* Effect.forkScoped(keep(worker))
  yield* Effect.forkScoped(
    Loop.forever("Watching the workers", () => Effect.forEach([...workers], ({ check }) => check), {
      every: "1 second"
    })
  )
  yield* Effect.provideService(announce, BaseUrl, base)
})

/** What all share, the key that seals secrets among it, is made here before the first of them starts. */
export const layer = Layer.effectDiscard(serve).pipe(Layer.provide(guarded))
