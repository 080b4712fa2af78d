/** Runs the service from start to shutdown. It starts with little code; `Role` loads the rest. */
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
import cluster from "node:cluster"
import * as DatabaseClock from "../../layers/database/DatabaseClock.ts"
import { Durable, EmbeddedPostgres } from "../../layers/database/EmbeddedPostgres.ts"
import { Seed } from "../../layers/runtime/Ids.ts"
import * as OutputLines from "../../layers/runtime/OutputLines.ts"
import { earlyFormat, Settings } from "../../layers/settings/Settings.ts"
import * as FixedClock from "../ephemeral/FixedClock.ts"
import * as Ephemeral from "../ephemeral/Options.ts"
import * as WorkerMain from "../workers/WorkerMain.ts"

const levels = { debug: "Debug", info: "Info", warn: "Warn", error: "Error", none: "None" } as const

const observability = Layer.unwrap(
  Effect.gen(function* () {
    const { logFormat, logLevel, otlpEndpoint } = yield* Settings
    const logger = Layer.merge(
      Logger.layer([logFormat === "json" ? Logger.consoleJson : Logger.consolePretty()]),
      Layer.succeed(References.MinimumLogLevel, levels[logLevel])
    )
    if (logFormat === "json") OutputLines.warnings()
    if (otlpEndpoint === undefined) return Layer.merge(logger, Layer.succeed(References.TracerEnabled, false))
    const { exporting } = yield* Effect.promise(() => import("./TelemetryExport.ts"))
    return Layer.merge(logger, exporting(otlpEndpoint))
  })
)

/** The options of `--ephemeral`, which have been checked before. */
const ephemeral = Ephemeral.read(process.argv.slice(2), {})

/** Undefined without `--now`. */
const fixedClock = ephemeral?.now === undefined ? undefined : FixedClock.make(ephemeral.now)

/**
 * Starts the embedded server early, because its start takes as long as loading the rest; `Database` waits until it is ready. With
 * `--ephemeral` it starts later, after its data directory has been filled.
 */
const ahead = Layer.unwrap(
  Effect.map(Settings, ({ databaseUrl }) =>
    databaseUrl === undefined && ephemeral === undefined ? EmbeddedPostgres.layer : Layer.empty
  )
)

const role = Layer.unwrap(
  Effect.map(
    Effect.promise(() => import("./ProcessMain.ts")),
    (role) => role.layer(ephemeral && { options: ephemeral, clock: fixedClock })
  )
)

/** Milliseconds, longer than the last database writes of a normal shutdown take after requests have had their time. */
const shutdownMargin = 4_500

/** Ends a stuck shutdown with a message; a supervisor would kill the process without one. */
const endInTime = Effect.map(Settings, ({ grace, logFormat, shutdownDelay }) => {
  const millis = Duration.toMillis(Duration.sum(shutdownDelay, grace)) + shutdownMargin
  const cut = () => {
    OutputLines.last(logFormat, "shutdown took too long and was cut short; requests in flight are lost")
    process.exit(1)
  }
  const watch = () => setTimeout(cut, millis).unref()
  for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, watch)
  // Closing a terminal sends SIGHUP, which shuts down like SIGTERM.
  if (!cluster.isWorker) process.on("SIGHUP", () => process.kill(process.pid, "SIGTERM"))
})

/** Workers have their primary's environment, so only the primary warns. */
const warned = cluster.isWorker ? Layer.empty : Settings.warned

const main = Layer.mergeAll(Layer.provide(role, ahead), Layer.effectDiscard(endInTime), warned).pipe(
  Layer.provide(observability),
  Layer.provide(Settings.layer),
  Layer.provide(NodeServices.layer)
)

/** Prints the reason why the service didn't start, in one line. */
const explain = (cause: Cause.Cause<unknown>) => {
  const error = Cause.squash(cause) as { readonly message?: string }
  const line = (error.message ?? String(error)).replaceAll(/\s*\n\s*/gu, "; ")
  process.exitCode = 1
  if (cluster.isWorker) return WorkerMain.fail(line)
  return Effect.map(earlyFormat, (format) => OutputLines.last(format, line))
}

/** A shutdown by signal exits with code 0. */
const teardown: Runtime.Teardown = (exit, end) =>
  end(Exit.isFailure(exit) && !Cause.hasInterruptsOnly(exit.cause) ? 1 : Number(process.exitCode ?? 0))

/** A fixed clock isn't calibrated by the database. */
const clock = fixedClock === undefined ? DatabaseClock.make() : { ...fixedClock, calibrate: () => {} }

/**
 * `maxDepth`: adding a service beyond this depth copies the whole context of some two hundred services. A read adds a dozen, and a write
 * twice as many, several of them per statement.
 */
const rootContext = Context.makeUnsafe<never>(
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
  Effect.provideContext(rootContext),
  Effect.catchCause((cause) => (Cause.hasInterruptsOnly(cause) ? Effect.void : explain(cause))),
  (program) => (cluster.isWorker ? WorkerMain : NodeRuntime).runMain(program, { teardown })
)
