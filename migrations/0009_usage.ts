/** How much each credential is used, per minute for a day, and invitations of people who have an account. */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

const statements = [
  `CREATE TABLE request_counts (
    workspace_id uuid NOT NULL,
    credential text NOT NULL,
    minute timestamptz(3) NOT NULL,
    requests integer NOT NULL,
    refused integer NOT NULL,
    PRIMARY KEY (workspace_id, credential, minute)
  )`,
  "CREATE INDEX request_counts_oldest ON request_counts (workspace_id, minute)",

  `CREATE TABLE invitations (
    workspace_id uuid NOT NULL,
    user_id uuid NOT NULL,
    role text NOT NULL CHECK (role IN ('admin', 'member', 'viewer')),
    hash bytea NOT NULL,
    created_at timestamptz(3) NOT NULL,
    expires_at timestamptz(3) NOT NULL,
    PRIMARY KEY (workspace_id, user_id)
  )`
]

export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  for (const statement of statements) yield* sql.unsafe(statement)
})
