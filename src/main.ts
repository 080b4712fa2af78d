/** Starts the service. */
import "effect/schema/SchemaJITCompiler/enable"
import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import * as NodeServices from "@effect/platform-node/NodeServices"
import { Cause, Context, Effect, Exit, Layer, Logger, References, type Runtime } from "effect"
import { FetchHttpClient } from "effect/http"
import { OtlpSerialization, Otlp } from "effect/observability"
import { Settings } from "../layers/Settings.ts"
import { announce } from "./Announce.ts"
import * as App from "./App.ts"
import { Drain, layer as server } from "./surfaces/Server.ts"

const observability = Layer.unwrap(
  Effect.gen(function* () {
    const { logFormat, otlpEndpoint } = yield* Settings
    const logger = Logger.layer([logFormat === "json" ? Logger.consoleJson : Logger.consolePretty()])
    if (otlpEndpoint === undefined) return Layer.merge(logger, Layer.succeed(References.TracerEnabled, false))
    return Layer.merge(
      logger,
      Otlp.layer({ baseUrl: otlpEndpoint, resource: { serviceName: "sales-pipeline" } }).pipe(
        Layer.provide([OtlpSerialization.layerJson, FetchHttpClient.layer])
      )
    )
  })
)

const main = Layer.effectDiscard(announce).pipe(
  Layer.provide(Drain.layer),
  Layer.provideMerge(App.serving),
  Layer.provide(App.services),
  Layer.provide(server),
  Layer.provide(App.database),
  Layer.provide(observability),
  Layer.provide(Settings.layer),
  Layer.provide(NodeServices.layer)
)

/** One clear line says why the service did not start. */
const explain = (cause: Cause.Cause<unknown>) =>
  Effect.sync(() => {
    const error = Cause.squash(cause) as { readonly message?: string }
    process.stderr.write(
      `sales-pipeline: ${(error.message ?? String(error)).replaceAll(/\s*\n\s*/gu, "; ")}\n`
    )
    process.exitCode = 1
  })

/** An end that was asked for is a good one. */
const teardown: Runtime.Teardown = (exit, end) =>
  end(Exit.isFailure(exit) && !Cause.hasInterruptsOnly(exit.cause) ? 1 : Number(process.exitCode ?? 0))

/** Up to this depth a context grows without being copied: a request's holds a dozen services beside the service's. */
const roomy = Context.makeUnsafe<never>(new Map([[References.TracerEnabled.key, true]]), { maxDepth: 12 })

Layer.launch(main).pipe(
  Effect.provideContext(roomy),
  Effect.catchCause((cause) => (Cause.hasInterruptsOnly(cause) ? Effect.void : explain(cause))),
  (program) => NodeRuntime.runMain(program, { teardown })
)
