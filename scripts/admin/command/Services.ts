/** The services of commands: the service's own settings, database and repositories, without its listeners. */
import * as NodeServices from "@effect/platform-node/NodeServices"
import { Layer, Logger, References } from "effect"
import type { SqlClient } from "effect/sql"
import { Database } from "../../../layers/database/Database.ts"
import { Ids } from "../../../layers/runtime/Ids.ts"
import { Settings } from "../../../layers/settings/Settings.ts"
import * as App from "../../../src/service/App.ts"

export type Services = Layer.Success<typeof App.repositories> | Settings | SqlClient.SqlClient

/** Standard output is reserved for the result, so logs go to standard error. */
export const quiet = Layer.merge(
  Logger.layer([Logger.withConsoleError(Logger.formatLogFmt)]),
  Layer.succeed(References.TracerEnabled, false)
)

/** Commands have no time limit on statements. */
export const layer = App.repositories.pipe(
  Layer.provideMerge(Database.operator),
  Layer.provideMerge(App.database),
  Layer.provideMerge(Settings.layer),
  Layer.provide(quiet),
  Layer.provide(NodeServices.layer)
)

/** The database without migrations. */
export const unmigrated = Database.operator.pipe(
  Layer.provideMerge(Database.layer),
  Layer.provideMerge(Settings.layer),
  Layer.provide(quiet),
  Layer.provide(NodeServices.layer)
)

/** For backups: settings and the file system without a database, which may be missing or have another version. */
export const bare = Layer.mergeAll(Settings.layer, Ids.layer, NodeServices.layer).pipe(
  Layer.provideMerge(quiet)
)

/** Only the machine, for checks that must work if everything else is broken. */
export const system = Layer.merge(quiet, NodeServices.layer)

/** The settings, for commands that start their own database. */
export const settings = Settings.layer.pipe(Layer.provide(quiet), Layer.provideMerge(NodeServices.layer))
