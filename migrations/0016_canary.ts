/** What tells whether a process has the key that this database's secrets are sealed with. */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`CREATE TABLE vault_canaries (
    id smallint PRIMARY KEY CHECK (id = 1),
    sealed bytea NOT NULL
  )`
})
