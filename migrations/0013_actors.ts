/** The author of a note or subscription, and the key or app they used; unknown for existing rows. */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

const statements = [
  "ALTER TABLE notes ADD COLUMN actor_type text, ADD COLUMN actor_id text, ADD COLUMN actor_name text",
  `ALTER TABLE webhooks ADD COLUMN maker_type text, ADD COLUMN maker_id text, ADD COLUMN maker_name text,
    ADD COLUMN maker_user_id uuid`
]

export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  for (const statement of statements) yield* sql.unsafe(statement)
})
