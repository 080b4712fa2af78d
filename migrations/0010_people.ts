/**
 * Accounts that only one workspace trusts, invitations that create no account, and attempts at passwords.
 *
 * A password chosen through a link that a workspace's admin has seen does not prove who owns the address, so the
 * account is trusted only in that workspace (`only_in`). Without `only_in`, an operator vouched for the account, and it
 * may belong to several workspaces. Existing accounts of a single workspace become trusted only there.
 */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

const statements = [
  "ALTER TABLE users ADD COLUMN only_in uuid",
  `UPDATE users SET only_in = (SELECT workspace_id FROM members m WHERE m.user_id = users.id)
    WHERE password_hash IS NOT NULL AND (SELECT count(*) FROM members m WHERE m.user_id = users.id) = 1`,
  "ALTER TABLE users DROP CONSTRAINT users_email_key",
  "ALTER TABLE users ADD CONSTRAINT users_email_key UNIQUE NULLS NOT DISTINCT (email, only_in)",

  // An operator's link has no workspace.
  "ALTER TABLE password_links ADD COLUMN workspace_id uuid",
  // Existing links don't say who made them: links of people in one workspace are treated as its admins'.
  `UPDATE password_links SET workspace_id = (SELECT workspace_id FROM members m WHERE m.user_id = password_links.user_id)
    WHERE (SELECT count(*) FROM members m WHERE m.user_id = password_links.user_id) = 1`,

  "ALTER TABLE invitations RENAME TO invitations_by_person",
  `CREATE TABLE invitations (
    workspace_id uuid NOT NULL,
    id uuid NOT NULL,
    email text NOT NULL,
    name text,
    role text NOT NULL CHECK (role IN ('admin', 'member', 'viewer')),
    revives_keys boolean NOT NULL DEFAULT false,
    hash bytea NOT NULL,
    created_at timestamptz(3) NOT NULL,
    expires_at timestamptz(3) NOT NULL,
    CONSTRAINT invitations_key PRIMARY KEY (workspace_id, id),
    UNIQUE (workspace_id, email)
  )`,
  `INSERT INTO invitations (workspace_id, id, email, role, hash, created_at, expires_at)
    SELECT i.workspace_id, i.user_id, u.email, i.role, i.hash, i.created_at, i.expires_at
    FROM invitations_by_person i JOIN users u ON u.id = i.user_id`,
  "DROP TABLE invitations_by_person",

  // A reference table, like sessions: an attempt is counted before the workspace is known.
  `CREATE TABLE password_tries (
    account bytea NOT NULL,
    source text NOT NULL,
    tries integer NOT NULL,
    next_at timestamptz(3) NOT NULL,
    PRIMARY KEY (account, source)
  )`,
  "CREATE INDEX password_tries_oldest ON password_tries (next_at)"
]

export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  for (const statement of statements) yield* sql.unsafe(statement)
})
