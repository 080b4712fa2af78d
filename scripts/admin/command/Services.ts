/** The services of commands: the service's own settings, database and repositories, without its listeners. */
import * as NodeServices from "@effect/platform-node/NodeServices"
import { Layer, Logger, References } from "effect"
import type { SqlClient } from "effect/sql"
import { Database } from "../../../layers/database/Database.ts"
import { Ids } from "../../../layers/runtime/Ids.ts"
import { Settings } from "../../../layers/settings/Settings.ts"
import * as App from "../../../src/service/App.ts"

export type Services = Layer.Success<typeof App.repositories> | Settings | SqlClient.SqlClient

/** Stdout is only for the answer; logs go to stderr. */
export const quiet = Layer.merge(
  Logger.layer([Logger.withConsoleError(Logger.formatLogFmt)]),
  Layer.succeed(References.TracerEnabled, false)
)

/** Commands have no time limit on statements. */
export const layer = App.repositories.pipe(
  Layer.provideMerge(Database.unhurried),
  Layer.provideMerge(App.database),
  Layer.provideMerge(Settings.layer),
  Layer.provide(quiet),
  Layer.provide(NodeServices.layer)
)

/** The database as it is. */
export const unmigrated = Database.unhurried.pipe(
  Layer.provideMerge(Database.layer),
  Layer.provideMerge(Settings.layer),
  Layer.provide(quiet),
  Layer.provide(NodeServices.layer)
)

/** For backups: settings and the file system, and no database, which may not be there, or be of another version. */
export const bare = Layer.mergeAll(Settings.layer, Ids.layer, NodeServices.layer).pipe(
  Layer.provideMerge(quiet)
)

/** Nothing but the machine, for a look at what may all be broken. */
export const system = Layer.merge(quiet, NodeServices.layer)

/** For commands that start their own database. */
export const settings = Settings.layer.pipe(Layer.provide(quiet), Layer.provideMerge(NodeServices.layer))
