/**
 * Passkeys of accounts: public keys that devices sign in with.
 *
 * A reference table, like sessions: an account is found by its passkey before a workspace is known.
 */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

const statements = [
  // `used_at` is when the last challenge that was answered was made: it and those before are not taken again.
  `CREATE TABLE passkeys (
    id text PRIMARY KEY,
    user_id uuid NOT NULL,
    name text NOT NULL,
    public_key bytea NOT NULL,
    counter bigint NOT NULL,
    created_at timestamptz(3) NOT NULL,
    used_at timestamptz(3)
  )`,
  `CREATE INDEX passkeys_of_user ON passkeys (user_id)`
]

export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  for (const statement of statements) yield* sql.unsafe(statement)
})
