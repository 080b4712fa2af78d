/** A sealed value that shows whether a process has the key of this database's secrets. */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`CREATE TABLE vault_canaries (
    id smallint PRIMARY KEY CHECK (id = 1),
    sealed bytea NOT NULL
  )`
})
