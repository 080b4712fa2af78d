/** Connections for copying and removing whole workspaces, whose statements take as long as they take. */
import { Context, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { Database } from "../../database/Database.ts"

export class Unhurried extends Context.Service<Unhurried, SqlClient.SqlClient>()(
  "pipeline/layers/identity/rehearsals/Unhurried"
) {
  static readonly layer = Layer.effect(Unhurried, SqlClient.SqlClient).pipe(Layer.provide(Database.unhurried))
}
