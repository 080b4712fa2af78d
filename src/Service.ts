/** Runs the service from start to shutdown. */
import "effect/schema/SchemaJITCompiler/enable"
import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import * as NodeServices from "@effect/platform-node/NodeServices"
import {
  Cause,
  Clock,
  Context,
  Duration,
  Effect,
  Exit,
  Layer,
  Logger,
  References,
  type Runtime
} from "effect"
import { FetchHttpClient } from "effect/http"
import { OtlpSerialization, Otlp } from "effect/observability"
import cluster from "node:cluster"
import { Database } from "../layers/platform/database/Database.ts"
import * as DatabaseClock from "../layers/platform/database/DatabaseClock.ts"
import { Settings } from "../layers/platform/Settings.ts"
import { announce } from "./Announce.ts"
import * as App from "./App.ts"
import { Drain, layer as server } from "./surfaces/http/Server.ts"
import * as Primary from "./workers/Primary.ts"
import * as Worker from "./workers/Worker.ts"

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

/** The whole service in this process; `then` runs once it accepts requests. */
const service = <E, R, E2, R2>(
  then: Effect.Effect<void, E, R>,
  database: Layer.Layer<Layer.Success<typeof App.database>, E2, R2>
) =>
  Layer.effectDiscard(then).pipe(
    Layer.provide(Drain.layer),
    Layer.provideMerge(App.serving),
    Layer.provide(App.services),
    Layer.provide(server),
    Layer.provide(database)
  )

/** With WORKERS above 1 this process only manages workers. */
const role = Layer.unwrap(
  Effect.map(Settings, ({ workers }): Layer.Layer<never, unknown, NodeServices.NodeServices | Settings> => {
    if (cluster.isWorker) return Layer.provide(service(Worker.report, Database.layer), Worker.labelled)
    return workers === 1 ? service(announce, App.database) : Layer.provide(Primary.layer, App.database)
  })
)

/** Milliseconds, longer than any normal shutdown: 10 s for requests in flight, and time for the last database writes. */
const lastResort = 14_500

/** Ends a stuck shutdown with a message; a supervisor would kill the process without one. */
const endInTime = Effect.map(Settings, ({ shutdownDelay }) => {
  const cut = () => {
    process.stderr.write(
      "sales-pipeline: shutdown took too long and was cut short; requests in flight are lost\n"
    )
    process.exit(1)
  }
  const watch = () => setTimeout(cut, lastResort + Duration.toMillis(shutdownDelay)).unref()
  for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, watch)
  // A terminal that closes sends SIGHUP: shut down as for SIGTERM.
  if (!cluster.isWorker) process.on("SIGHUP", () => process.kill(process.pid, "SIGTERM"))
})

const main = Layer.merge(role, Layer.effectDiscard(endInTime)).pipe(
  Layer.provide(observability),
  Layer.provide(Settings.layer),
  Layer.provide(NodeServices.layer)
)

/** Prints one line that says why the service did not start. */
const explain = (cause: Cause.Cause<unknown>) => {
  const error = Cause.squash(cause) as { readonly message?: string }
  const line = (error.message ?? String(error)).replaceAll(/\s*\n\s*/gu, "; ")
  process.exitCode = 1
  if (cluster.isWorker) return Worker.fail(line)
  return Effect.sync(() => process.stderr.write(`sales-pipeline: ${line}\n`))
}

/** A shutdown by signal exits with code 0. */
const teardown: Runtime.Teardown = (exit, end) =>
  end(Exit.isFailure(exit) && !Cause.hasInterruptsOnly(exit.cause) ? 1 : Number(process.exitCode ?? 0))

const clock = DatabaseClock.make()

/** `maxDepth`: a context is copied once it is deeper; a request adds a dozen services. */
const roomy = Context.makeUnsafe<never>(
  new Map<string, unknown>([
    [References.TracerEnabled.key, true],
    [Clock.Clock.key, clock],
    [DatabaseClock.Calibrated.key, clock]
  ]),
  { maxDepth: 12 }
)

Layer.launch(main).pipe(
  Effect.provideContext(roomy),
  Effect.catchCause((cause) => (Cause.hasInterruptsOnly(cause) ? Effect.void : explain(cause))),
  (program) => (cluster.isWorker ? Worker : NodeRuntime).runMain(program, { teardown })
)
