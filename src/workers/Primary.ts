/** The primary of several processes: migrates the database, starts the workers that serve requests, and prints the service's URL. */
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

/** A worker that lived this long didn't fail at start. */
const steadyUptime = Duration.seconds(10)

/** Milliseconds until the next start after this many consecutive failures. */
const pauseAfter = (failures: number) => Math.min(5_000, 50 * 2 ** failures)

/** All workers stop accepting before any exits, so that a client that reconnects doesn't reach one that is about to exit. */
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
  // Each worker accepts connections itself. By default the primary hands them over, and one on its way to a killed worker would hang
  // forever.
  cluster.schedulingPolicy = cluster.SCHED_NONE
  const workers = yield* Effect.acquireRelease(
    Effect.sync(() => new Set<WorkerProcess.WorkerProcess>()),
    (workers) => stopAll(workers, settings)
  )
  // Workers also get the URL of the embedded database, so that they read no files.
  const address = settings.databaseUrl ?? url
  const environment = { DATABASE_URL: Redacted.value(address), DATABASE_URL_FILE: "" }
  const start = Effect.tap(WorkerProcess.fork(environment), (worker) =>
    Effect.sync(() => workers.add(worker))
  )

  /** Replaces a worker that exits, with a longer wait after each failed start. */
  const replaceOnExit = (first: WorkerProcess.WorkerProcess) => {
    let worker = first
    let failures = 0
    return Loop.forever("Keeping a worker", () =>
      Effect.gen(function* () {
        const [lived, { message }] = yield* Effect.timed(worker.ended)
        workers.delete(worker)
        failures = Duration.isGreaterThan(lived, steadyUptime) ? 0 : failures + 1
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

/** `guarded` creates what all workers share, such as the encryption key, before the first one starts. */
export const layer = Layer.merge(Layer.effectDiscard(serve), LoopReports.reporting).pipe(
  Layer.provide(guarded)
)
