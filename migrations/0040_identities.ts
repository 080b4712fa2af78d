/**
 * People as an outside provider knows them, and their sessions there.
 *
 * Reference tables, like sessions: who comes from the provider is known before the workspace is.
 */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { build, quickly, type Staged } from "./Ahead.ts"

const tables = [
  // `joined` is the workspace that the provider's groups made the person a member of.
  `CREATE TABLE identities (
    issuer text NOT NULL,
    subject text NOT NULL,
    user_id uuid NOT NULL,
    joined uuid,
    created_at timestamptz(3) NOT NULL,
    PRIMARY KEY (issuer, subject),
    CONSTRAINT identities_of_user UNIQUE (user_id, issuer)
  )`,
  // Ids of notices of logouts, so that each is taken once.
  `CREATE TABLE provider_logouts (
    hash bytea PRIMARY KEY,
    expires_at timestamptz(3) NOT NULL
  )`
]

export default {
  ahead: Effect.gen(function* () {
    yield* quickly(`ALTER TABLE sessions
      ADD COLUMN IF NOT EXISTS issuer text,
      ADD COLUMN IF NOT EXISTS sid text,
      ADD COLUMN IF NOT EXISTS id_token bytea`)
    yield* build("sessions_of_provider", "sessions", "(issuer, sid) WHERE sid IS NOT NULL")
  }),
  finish: () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      for (const statement of tables) yield* sql.unsafe(statement)
    })
} satisfies Staged
