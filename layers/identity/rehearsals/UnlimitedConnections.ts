/** Connections without a statement timeout, for copying and removing whole workspaces. */
import { Context, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { Database } from "../../database/Database.ts"

export class UnlimitedConnections extends Context.Service<UnlimitedConnections, SqlClient.SqlClient>()(
  "pipeline/layers/identity/rehearsals/UnlimitedConnections"
) {
  static readonly layer = Layer.effect(UnlimitedConnections, SqlClient.SqlClient).pipe(
    Layer.provide(Database.operator)
  )
}
