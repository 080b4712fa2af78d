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
import { Limits } from "../layers/platform/database/Limits.ts"
import * as Lines from "../layers/platform/Lines.ts"
import { earlyFormat, Settings } from "../layers/platform/Settings.ts"
import * as Spare from "../layers/platform/Spare.ts"
import { Durable } from "../layers/platform/database/EmbeddedPostgres.ts"
import { Seed } from "../layers/platform/Ids.ts"
import { announce } from "./Announce.ts"
import * as App from "./App.ts"
import * as Control from "./ephemeral/Control.ts"
import * as FixedClock from "./ephemeral/FixedClock.ts"
import * as Ephemeral from "./ephemeral/Options.ts"
import * as Template from "./ephemeral/Template.ts"
import * as Extensions from "./contract/Extensions.ts"
import * as Calling from "./surfaces/Calling.ts"
import { Deadline, longOf } from "./surfaces/http/Deadline.ts"
import { Drain, layer as server } from "./surfaces/http/Server.ts"
import * as Primary from "./workers/Primary.ts"
import * as Worker from "./workers/Worker.ts"

const levels = { debug: "Debug", info: "Info", warn: "Warn", error: "Error", none: "None" } as const

const observability = Layer.unwrap(
  Effect.gen(function* () {
    const { logFormat, logLevel, otlpEndpoint } = yield* Settings
    const logger = Layer.merge(
      Logger.layer([logFormat === "json" ? Logger.consoleJson : Logger.consolePretty()]),
      Layer.succeed(References.MinimumLogLevel, levels[logLevel])
    )
    if (logFormat === "json") Lines.warnings()
    if (otlpEndpoint === undefined) return Layer.merge(logger, Layer.succeed(References.TracerEnabled, false))
    return Layer.merge(
      logger,
      Otlp.layer({ baseUrl: otlpEndpoint, resource: { serviceName: "sales-pipeline" } }).pipe(
        Layer.provide([OtlpSerialization.layerJson, FetchHttpClient.layer])
      )
    )
  })
)

/** The limits that settings set, for code that is tested without them. */
const limits = Layer.effectContext(
  Effect.map(Settings, (settings) =>
    Context.make(Deadline, {
      usual: Duration.toMillis(settings.requestTimeout),
      long: longOf(settings.requestTimeout)
    }).pipe(
      Context.add(Limits, {
        connections: settings.databasePool,
        statement: Duration.toMillis(settings.statementTimeout),
        lock: Duration.toMillis(settings.lockTimeout),
        idle: Duration.toMillis(settings.idleTimeout)
      })
    )
  )
)

/** What `--ephemeral` asked for; it was read before, and is right. */
const ephemeral = Ephemeral.read(process.argv.slice(2), {})

/** Undefined unless it is to stand. */
const fixed = ephemeral?.now === undefined ? undefined : FixedClock.make(ephemeral.now)

const { beside } = Extensions.get()

/** The whole service in this process; `then` runs once it accepts requests. */
const service = <E, R, E2, R2>(
  then: Effect.Effect<void, E, R>,
  database: Layer.Layer<Layer.Success<typeof App.database>, E2, R2>
) =>
  Layer.effectDiscard(then).pipe(
    Layer.provide(Drain.layer),
    Layer.provideMerge(Layer.mergeAll(App.serving, Spare.layer, Layer.provide(beside, Calling.layer))),
    Layer.provide(App.services),
    Layer.provide(server),
    Layer.provide(database)
  )

/** With WORKERS above 1 this process only manages workers. */
const role = Layer.unwrap(
  Effect.map(Settings, ({ workers }): Layer.Layer<never, unknown, NodeServices.NodeServices | Settings> => {
    if (cluster.isWorker) return Layer.provide(service(Worker.report, Database.layer), Worker.labelled)
    if (ephemeral !== undefined) {
      const filled = Layer.provideMerge(App.database, Layer.effectDiscard(Template.fill))
      return service(Control.announce(ephemeral, fixed), filled)
    }
    return workers === 1 ? service(announce, App.database) : Layer.provide(Primary.layer, App.database)
  })
)

/** Milliseconds, longer than the last database writes of any normal shutdown take, once requests in flight had their time. */
const lastResort = 4_500

/** Ends a stuck shutdown with a message; a supervisor would kill the process without one. */
const endInTime = Effect.map(Settings, ({ grace, logFormat, shutdownDelay }) => {
  const millis = Duration.toMillis(Duration.sum(shutdownDelay, grace)) + lastResort
  const cut = () => {
    Lines.last(logFormat, "shutdown took too long and was cut short; requests in flight are lost")
    process.exit(1)
  }
  const watch = () => setTimeout(cut, millis).unref()
  for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, watch)
  // A terminal that closes sends SIGHUP: shut down as for SIGTERM.
  if (!cluster.isWorker) process.on("SIGHUP", () => process.kill(process.pid, "SIGTERM"))
})

/** Workers have the environment of their primary, which has said it already. */
const warned = cluster.isWorker ? Layer.empty : Settings.warned

const main = Layer.mergeAll(role, Layer.effectDiscard(endInTime), warned).pipe(
  Layer.provide(limits),
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
  return Effect.map(earlyFormat, (format) => Lines.last(format, line))
}

/** A shutdown by signal exits with code 0. */
const teardown: Runtime.Teardown = (exit, end) =>
  end(Exit.isFailure(exit) && !Cause.hasInterruptsOnly(exit.cause) ? 1 : Number(process.exitCode ?? 0))

/** One that stands is not set by the database's. */
const clock = fixed === undefined ? DatabaseClock.make() : { ...fixed, calibrate: () => {} }

/**
 * `maxDepth`: what adds a service to a deeper context copies all of it, some two hundred services. A read adds a dozen, and a
 * write twice as many, several of them for each of its statements.
 */
const roomy = Context.makeUnsafe<never>(
  new Map<string, unknown>([
    [References.TracerEnabled.key, true],
    [Clock.Clock.key, clock],
    [DatabaseClock.Calibrated.key, clock],
    [Durable.key, ephemeral === undefined],
    [Seed.key, ephemeral?.seed]
  ]),
  { maxDepth: 64 }
)

Layer.launch(main).pipe(
  Effect.provideContext(roomy),
  Effect.catchCause((cause) => (Cause.hasInterruptsOnly(cause) ? Effect.void : explain(cause))),
  (program) => (cluster.isWorker ? Worker : NodeRuntime).runMain(program, { teardown })
)
