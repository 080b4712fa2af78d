/** The services of commands: the service's own settings, database and repositories, without its listeners. */
import * as NodeServices from "@effect/platform-node/NodeServices"
import { Layer, Logger, References } from "effect"
import type { SqlClient } from "effect/sql"
import { Database } from "../../layers/platform/database/Database.ts"
import { Settings } from "../../layers/platform/Settings.ts"
import * as App from "../../src/App.ts"

export type Services = Layer.Success<typeof App.repositories> | Settings | SqlClient.SqlClient

/** Stdout is only for the answer; logs go to stderr. */
const quiet = Layer.merge(
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
