/** The authorization server's keys, apps, and grants, and access to the embed. */
export const oauth = [
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
  // Codes, tokens and interactions, looked up by the hash of their secret before the workspace is known.
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
  "CREATE INDEX oauth_grants_of_user ON oauth_grants (workspace_id, user_id, created_at DESC)",
  `CREATE TABLE embed_grants (
    workspace_id uuid NOT NULL,
    hash bytea NOT NULL,
    kind text NOT NULL CHECK (kind IN ('token', 'session')),
    user_id uuid NOT NULL,
    key_id uuid,
    client_id text,
    granted text[] NOT NULL,
    expires_at timestamptz(3) NOT NULL,
    PRIMARY KEY (workspace_id, hash)
  )`,
  "CREATE INDEX embed_grants_oldest ON embed_grants (workspace_id, expires_at)"
]
