/** The service's repositories on a database, to fill it without a service. */
import { NodeServices } from "@effect/platform-node"
import { ConfigProvider, Layer, Redacted } from "effect"
import { Database } from "../../../layers/database/Database.ts"
import { DatabaseLimits } from "../../../layers/database/DatabaseLimits.ts"
import * as Migrations from "../../../layers/database/migration/Migrations.ts"
import { Settings } from "../../../layers/settings/Settings.ts"
import * as App from "../../../src/service/App.ts"

/** Migrates the database; `directory` holds the key that secrets are sealed with. */
export const repositories = (url: string, directory: string) =>
  App.repositories.pipe(
    Layer.provideMerge(Layer.effectDiscard(Migrations.migrate)),
    Layer.provideMerge(Database.connect(Redacted.make(url))),
    // Filling takes longer than a request may.
    Layer.provide(
      Layer.succeed(DatabaseLimits, { connections: 12, statement: 600_000, lock: 5_000, idle: 60_000 })
    ),
    Layer.provide(Settings.layer),
    Layer.provide(ConfigProvider.layer(ConfigProvider.fromUnknown({ DATA_DIR: directory }))),
    Layer.provide(NodeServices.layer)
  )
