/**
 * The state of each node's background loops, as last reported. They belong to no workspace, so this is a reference
 * table, with one row per node.
 */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`CREATE TABLE loop_reports (
    node text PRIMARY KEY,
    name text NOT NULL,
    reported_at timestamptz(3) NOT NULL,
    loops jsonb NOT NULL
  )`
})
