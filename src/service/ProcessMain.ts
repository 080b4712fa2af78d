/** The role of this process, which is nearly all of the code. `Service` loads it while the embedded PostgreSQL starts. */
import type { NodeServices } from "@effect/platform-node/NodeServices"
import { Context, Duration, Effect, Layer } from "effect"
import cluster from "node:cluster"
import { Database } from "../../layers/database/Database.ts"
import { DatabaseLimits } from "../../layers/database/DatabaseLimits.ts"
import { Settings } from "../../layers/settings/Settings.ts"
import * as IdleMemoryRelease from "../../layers/runtime/IdleMemoryRelease.ts"
import { announce } from "./StartupBanner.ts"
import * as App from "./App.ts"
import * as Control from "../ephemeral/Control.ts"
import type { FixedClock } from "../ephemeral/FixedClock.ts"
import type { Options } from "../ephemeral/Options.ts"
import * as DatabaseTemplate from "../ephemeral/DatabaseTemplate.ts"
import * as Extensions from "../contract/Extensions.ts"
import * as CallContext from "../surfaces/CallContext.ts"
import { Deadline, longOf } from "../surfaces/http/Deadline.ts"
import { Drain, layer as server } from "../surfaces/http/server/Server.ts"
import * as Primary from "../workers/Primary.ts"
import * as Worker from "../workers/Worker.ts"

/** Limits from the settings, for code that tests use without them. */
const limits = Layer.effectContext(
  Effect.map(Settings, (settings) =>
    Context.make(Deadline, {
      usual: Duration.toMillis(settings.requestTimeout),
      long: longOf(settings.requestTimeout)
    }).pipe(
      Context.add(DatabaseLimits, {
        connections: settings.databasePool,
        statement: Duration.toMillis(settings.statementTimeout),
        lock: Duration.toMillis(settings.lockTimeout),
        idle: Duration.toMillis(settings.idleTimeout)
      })
    )
  )
)

const extensionLayers = Extensions.get().beside as Layer.Layer<never, unknown>

/** The whole service in this process. `then` runs once it accepts requests. */
const service = <E, R, E2, R2>(
  then: Effect.Effect<void, E, R>,
  database: Layer.Layer<Layer.Success<typeof App.database>, E2, R2>
) =>
  Layer.effectDiscard(then).pipe(
    Layer.provide(Drain.layer),
    Layer.provideMerge(
      Layer.mergeAll(App.serving, IdleMemoryRelease.layer, Layer.provide(extensionLayers, CallContext.layer))
    ),
    Layer.provide(App.services),
    Layer.provide(server),
    Layer.provide(database)
  )

/** Options of `--ephemeral`, and its clock if it is fixed. */
interface EphemeralMode {
  readonly options: Options
  readonly clock: FixedClock | undefined
}

/** With WORKERS above 1, this process only manages workers. */
export const layer = (ephemeral: EphemeralMode | undefined) =>
  Layer.unwrap(
    Effect.map(Settings, ({ workers }): Layer.Layer<never, unknown, NodeServices | Settings> => {
      if (cluster.isWorker) return Layer.provide(service(Worker.report, Database.layer), Worker.labelled)
      if (ephemeral !== undefined) {
        const filled = Layer.provideMerge(App.database, Layer.effectDiscard(DatabaseTemplate.fill))
        return service(Control.announce(ephemeral.options, ephemeral.clock), filled)
      }
      return workers === 1 ? service(announce, App.database) : Layer.provide(Primary.layer, App.database)
    })
  ).pipe(Layer.provide(limits))
