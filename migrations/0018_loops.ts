/**
 * How the background loops of each node are doing, as it said last. They belong to the service and to no workspace: a
 * reference table, of one row a node.
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
