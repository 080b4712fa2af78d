/**
 * What people are asked for after their password: a secret shared with an app that makes codes, and codes for when it is lost.
 *
 * Reference tables, like sessions: an account is asked before a workspace is known.
 */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

const tables = [
  // `last_step` is the half minute of the last code that was taken: it and those before are not taken again.
  `CREATE TABLE second_factors (
    user_id uuid PRIMARY KEY,
    secret bytea NOT NULL,
    last_step int NOT NULL,
    created_at timestamptz(3) NOT NULL
  )`,
  `CREATE TABLE recovery_codes (
    user_id uuid NOT NULL,
    hash bytea NOT NULL,
    PRIMARY KEY (user_id, hash)
  )`
]

export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  for (const statement of tables) yield* sql.unsafe(statement)
})
