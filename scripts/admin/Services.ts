/** What commands run on: the same settings, database and repositories as the service, without serving. */
import * as NodeServices from "@effect/platform-node/NodeServices"
import { Layer, Logger, References } from "effect"
import type { SqlClient } from "effect/sql"
import { Database } from "../../layers/platform/database/Database.ts"
import { Settings } from "../../layers/platform/Settings.ts"
import * as App from "../../src/App.ts"

export type Services = Layer.Success<typeof App.repositories> | Settings | SqlClient.SqlClient

/** Stdout is for the answer alone; what is logged goes to stderr. */
const quiet = Layer.merge(
  Logger.layer([Logger.withConsoleError(Logger.formatLogFmt)]),
  Layer.succeed(References.TracerEnabled, false)
)

/** What an operator asks for takes as long as it takes. */
export const layer = App.repositories.pipe(
  Layer.provideMerge(Database.unhurried),
  Layer.provideMerge(App.database),
  Layer.provideMerge(Settings.layer),
  Layer.provide(quiet),
  Layer.provide(NodeServices.layer)
)
