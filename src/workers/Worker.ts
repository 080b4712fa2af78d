/** The worker's side of the link: tells the primary when it is ready, and stops accepting connections when told to. */
import { Effect, Layer, Metric } from "effect"
import cluster from "node:cluster"
import { BaseUrl } from "../../layers/runtime/BaseUrl.ts"
import * as Loop from "../../layers/runtime/Loop.ts"
import { Drain } from "../surfaces/http/server/Server.ts"
import type { FromPrimary } from "./Message.ts"
import { sendMessage } from "./WorkerMain.ts"

/** Labels this process's metrics with the worker's number. */
export const labelled = Layer.sync(Metric.CurrentMetricAttributes, () => ({
  worker: String(cluster.worker?.id)
}))

const waitForMessage = (wanted: FromPrimary) =>
  Effect.callback<void>((resume) => {
    const onMessage = (message: unknown) => {
      if (message === wanted) resume(Effect.void)
    }
    process.on("message", onMessage)
    return Effect.sync(() => process.off("message", onMessage))
  })

/** Run this once the worker accepts requests. */
export const report = Effect.gen(function* () {
  const { deafen } = yield* Drain
  yield* Effect.forkScoped(
    waitForMessage("deafen").pipe(Effect.andThen(deafen), Effect.andThen(sendMessage({ kind: "deaf" })))
  )
  yield* Effect.forkScoped(
    Loop.forever("Telling the primary that all is well", () => sendMessage({ kind: "beat" }), {
      every: "1 second"
    })
  )
  yield* sendMessage({ kind: "ready", base: yield* BaseUrl })
})
