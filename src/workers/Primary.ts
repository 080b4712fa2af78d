/** The first of several processes: migrates the database, starts the workers that serve requests, and announces the service. */
import { Duration, Effect, Layer, Redacted } from "effect"
import cluster from "node:cluster"
import { BaseUrl } from "../../layers/runtime/BaseUrl.ts"
import { Database } from "../../layers/database/Database.ts"
import { LoopReports } from "../../layers/runtime/LoopReports.ts"
import * as Loop from "../../layers/runtime/Loop.ts"
import { Settings } from "../../layers/settings/Settings.ts"
import { announce } from "../service/StartupBanner.ts"
import { guarded } from "../service/App.ts"
import * as WorkerProcess from "./WorkerProcess.ts"

/** A worker that lived this long did not fail at start. */
const steady = Duration.seconds(10)

/** Milliseconds until the next start, after so many failures in a row. */
const pauseAfter = (failures: number) => Math.min(5_000, 50 * 2 ** failures)

/** All workers stop accepting before any exits, so that a client that reconnects does not reach one about to exit. */
const stopAll = Effect.fnUntraced(function* (
  workers: ReadonlySet<WorkerProcess.WorkerProcess>,
  { grace, shutdownDelay }: Settings["Service"]
) {
  const each = <A>(act: (worker: WorkerProcess.WorkerProcess) => Effect.Effect<A>) =>
    Effect.forEach(workers, act, { concurrency: "unbounded", discard: true })
  yield* each((worker) => Effect.flatMap(worker.isReady, (is) => (is ? Effect.void : worker.kill)))
  yield* Effect.timeoutOption(
    each((worker) => worker.deafen),
    Duration.sum(shutdownDelay, Duration.seconds(2))
  )
  const duration = Duration.sum(grace, Duration.seconds(1))
  yield* each((worker) => Effect.timeoutOrElse(worker.end, { duration, orElse: () => worker.kill }))
})

const serve = Effect.gen(function* () {
  const settings = yield* Settings
  const { url } = yield* Database
  // Each worker accepts by itself. By default the primary hands connections over, and one on its way to a worker that
  // is killed would hang for ever.
  cluster.schedulingPolicy = cluster.SCHED_NONE
  const workers = yield* Effect.acquireRelease(
    Effect.sync(() => new Set<WorkerProcess.WorkerProcess>()),
    (workers) => stopAll(workers, settings)
  )
  // Workers get the address of the embedded database too, so that they read no file.
  const address = settings.databaseUrl ?? url
  const environment = { DATABASE_URL: Redacted.value(address), DATABASE_URL_FILE: "" }
  const start = Effect.tap(WorkerProcess.fork(environment), (worker) =>
    Effect.sync(() => workers.add(worker))
  )

  /** Replaces a worker that ends; waits longer after each start that fails. */
  const replaceOnExit = (first: WorkerProcess.WorkerProcess) => {
    let worker = first
    let failures = 0
    return Loop.forever("Keeping a worker", () =>
      Effect.gen(function* () {
        const [lived, { message }] = yield* Effect.timed(worker.ended)
        workers.delete(worker)
        failures = Duration.isGreaterThan(lived, steady) ? 0 : failures + 1
        const pause = pauseAfter(failures)
        yield* Effect.logWarning(`A worker ended; starting another in ${pause} ms: ${message}`)
        yield* Effect.sleep(pause)
        worker = yield* start
      })
    )
  }

  const started = yield* Effect.replicateEffect(start, settings.workers)
  const [base = ""] = yield* Effect.forEach(started, ({ ready }) => ready, { concurrency: "unbounded" })
  for (const worker of started) yield* Effect.forkScoped(replaceOnExit(worker))
  yield* Effect.forkScoped(
    Loop.forever("Watching the workers", () => Effect.forEach([...workers], ({ check }) => check), {
      every: "1 second"
    })
  )
  yield* Effect.provideService(announce, BaseUrl, base)
})

/** `guarded` makes what all workers share, such as the key that seals secrets, before the first of them starts. */
export const layer = Layer.merge(Layer.effectDiscard(serve), LoopReports.telling).pipe(Layer.provide(guarded))
