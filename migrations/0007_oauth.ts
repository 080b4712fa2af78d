/**
 * People's sessions and password links, and the authorization server's data.
 *
 * Keys, clients, sessions, links and artifacts are reference tables: a browser or client presents them before the
 * workspace is known. A grant belongs to the workspace it was given for.
 */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

const statements = [
  "ALTER TABLE users ADD COLUMN password_version integer NOT NULL DEFAULT 0",

  "CREATE INDEX members_of_user ON members (user_id)",

  `CREATE TABLE sessions (
    hash bytea PRIMARY KEY,
    user_id uuid NOT NULL,
    password_version integer NOT NULL,
    workspace_id uuid,
    created_at timestamptz(3) NOT NULL,
    seen_at timestamptz(3) NOT NULL
  )`,
  "CREATE INDEX sessions_of_user ON sessions (user_id)",
  `CREATE TABLE password_links (
    hash bytea PRIMARY KEY,
    user_id uuid NOT NULL,
    created_at timestamptz(3) NOT NULL,
    expires_at timestamptz(3) NOT NULL
  )`,
  "CREATE INDEX password_links_of_user ON password_links (user_id)",

  `CREATE TABLE oauth_keys (
    kid text PRIMARY KEY,
    public_jwk jsonb NOT NULL,
    private_jwk bytea NOT NULL,
    created_at timestamptz(3) NOT NULL,
    retired_at timestamptz(3)
  )`,
  `CREATE TABLE oauth_clients (
    id text PRIMARY KEY,
    metadata jsonb NOT NULL,
    secret bytea,
    created_at timestamptz(3) NOT NULL,
    used_at timestamptz(3)
  )`,
  `CREATE TABLE oauth_artifacts (
    kind text NOT NULL,
    hash bytea NOT NULL,
    grant_id text,
    payload jsonb NOT NULL,
    expires_at timestamptz(3) NOT NULL,
    consumed_at timestamptz(3),
    PRIMARY KEY (kind, hash)
  )`,
  "CREATE INDEX oauth_artifacts_of_grant ON oauth_artifacts (grant_id)",
  "CREATE INDEX oauth_artifacts_oldest ON oauth_artifacts (expires_at)",

  `CREATE TABLE oauth_grants (
    workspace_id uuid NOT NULL,
    id uuid NOT NULL,
    user_id uuid NOT NULL,
    password_version integer NOT NULL,
    client_id text NOT NULL,
    client_name text NOT NULL,
    redirect_host text NOT NULL,
    scopes text[] NOT NULL,
    created_at timestamptz(3) NOT NULL,
    used_at timestamptz(3),
    revoked_at timestamptz(3),
    PRIMARY KEY (workspace_id, id),
    FOREIGN KEY (workspace_id, user_id) REFERENCES members (workspace_id, user_id)
  )`,
  "CREATE INDEX oauth_grants_of_user ON oauth_grants (workspace_id, user_id, created_at DESC)"
]

export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  for (const statement of statements) yield* sql.unsafe(statement)
})
