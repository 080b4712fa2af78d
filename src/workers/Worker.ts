/** A worker's side of the link: tells the primary when it serves, and exits when the primary says so or is gone. */
import { Effect, Layer, Metric, Runtime } from "effect"
import cluster from "node:cluster"
import { BaseUrl } from "../../layers/platform/BaseUrl.ts"
import * as Loop from "../../layers/platform/Loop.ts"
import { Drain } from "../surfaces/http/Server.ts"
import type { FromPrimary, FromWorker } from "./Message.ts"

/** Labels this process's metrics with the worker's number. */
export const labelled = Layer.sync(Metric.CurrentMetricAttributes, () => ({
  worker: String(cluster.worker?.id)
}))

const tell = (message: FromWorker) =>
  Effect.callback<void>((resume) => {
    process.send?.(message, () => resume(Effect.void))
  })

const told = (wanted: FromPrimary) =>
  Effect.callback<void>((resume) => {
    const heed = (message: unknown) => {
      if (message === wanted) resume(Effect.void)
    }
    process.on("message", heed)
    return Effect.sync(() => process.off("message", heed))
  })

/** To be run once the worker accepts requests. */
export const report = Effect.gen(function* () {
  const { deafen } = yield* Drain
  yield* Effect.forkScoped(
    told("deafen").pipe(Effect.andThen(deafen), Effect.andThen(tell({ kind: "deaf" })))
  )
  yield* Effect.forkScoped(
    Loop.forever("Telling the primary that all is well", () => tell({ kind: "beat" }), { every: "1 second" })
  )
  yield* tell({ kind: "ready", base: yield* BaseUrl })
})

export const fail = (message: string) => tell({ kind: "failed", message })

const ignore = () => {}

/**
 * Like NodeRuntime's, but obeys only the primary: signals from a terminal or a supervisor reach every process and would
 * end this one before all workers have stopped listening.
 */
export const runMain = Runtime.makeRunMain(({ fiber, teardown }) => {
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, ignore)
  process.on("message", (message) => {
    if (message === "end") fiber.interruptUnsafe(fiber.id)
  })
  fiber.addObserver((exit) => teardown(exit, (code) => process.exit(code)))
})
