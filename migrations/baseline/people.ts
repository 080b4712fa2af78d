/** Workspaces, accounts, members, and their sign-in. */
export const people = [
  `CREATE TABLE workspaces (
    id uuid PRIMARY KEY,
    name text NOT NULL,
    plan text NOT NULL CHECK (plan IN ('free', 'standard')),
    created_at timestamptz(3) NOT NULL,
    -- A rehearsal is a copy of this workspace. Nobody gets in before it is ready, nor after it ends.
    rehearsal_of uuid,
    rehearsal_ready_at timestamptz(3),
    rehearsal_ends_at timestamptz(3),
    -- How far a rehearsal's clock is from the real one.
    clock_offset_ms bigint NOT NULL DEFAULT 0,
    -- Set by an operator: nobody works in a suspended workspace, nobody gets into one that is imported or deleted.
    state text NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'suspended', 'importing', 'deleting')),
    state_reason text,
    state_at timestamptz(3),
    -- Of its reports' months and weeks. Null: UTC.
    time_zone text
  )`,
  "CREATE INDEX workspaces_rehearsals ON workspaces (rehearsal_of) WHERE rehearsal_of IS NOT NULL",
  `CREATE TABLE users (
    id uuid PRIMARY KEY,
    email text NOT NULL,
    name text,
    password_hash text,
    created_at timestamptz(3) NOT NULL,
    -- Counts changes of the password, which end the sessions and grants from before.
    password_version integer NOT NULL DEFAULT 0,
    -- The workspace whose admin made the account: only that one trusts it. Null: an operator vouched for the address.
    only_in uuid,
    -- Of the pages. Null: as the browser says.
    language text,
    time_zone text,
    CONSTRAINT users_email_key UNIQUE NULLS NOT DISTINCT (email, only_in)
  )`,
  `CREATE TABLE members (
    workspace_id uuid NOT NULL,
    user_id uuid NOT NULL,
    role text NOT NULL CHECK (role IN ('admin', 'member', 'viewer')),
    created_at timestamptz(3) NOT NULL,
    removed_at timestamptz(3),
    PRIMARY KEY (workspace_id, user_id)
  )`,
  "CREATE INDEX members_of_user ON members (user_id)",
  `CREATE TABLE teams (
    workspace_id uuid NOT NULL,
    id uuid NOT NULL,
    name text NOT NULL,
    created_at timestamptz(3) NOT NULL,
    PRIMARY KEY (workspace_id, id)
  )`,
  // Locked by writes that count against a plan's limits.
  "CREATE TABLE plan_usage (workspace_id uuid PRIMARY KEY)",
  `CREATE TABLE invitations (
    workspace_id uuid NOT NULL,
    id uuid NOT NULL,
    email text NOT NULL,
    name text,
    role text NOT NULL,
    revives_keys boolean NOT NULL DEFAULT false,
    hash bytea NOT NULL,
    created_at timestamptz(3) NOT NULL,
    expires_at timestamptz(3) NOT NULL,
    CONSTRAINT invitations_key PRIMARY KEY (workspace_id, id),
    UNIQUE (workspace_id, email),
    -- The name it has in databases from before the baseline.
    CONSTRAINT invitations_role_check1 CHECK (role IN ('admin', 'member', 'viewer'))
  )`,
  // The progress of a workspace's import, and the accounts here that correspond to the file's people.
  `CREATE TABLE workspace_imports (
    workspace_id uuid PRIMARY KEY,
    sha256 text NOT NULL,
    lines bigint NOT NULL,
    people jsonb NOT NULL,
    begun_at timestamptz(3) NOT NULL
  )`,

  `CREATE TABLE api_keys (
    id uuid PRIMARY KEY,
    workspace_id uuid NOT NULL,
    user_id uuid NOT NULL,
    name text NOT NULL,
    hash bytea NOT NULL UNIQUE,
    -- The token's last characters, to tell keys apart.
    hint text NOT NULL,
    created_at timestamptz(3) NOT NULL,
    last_used_at timestamptz(3),
    revoked_at timestamptz(3),
    expires_at timestamptz(3),
    -- Empty: any address.
    allowed_addresses text[] NOT NULL DEFAULT '{}',
    last_used_address text,
    last_used_agent text,
    last_refused_at timestamptz(3),
    last_refused_address text
  )`,
  "CREATE INDEX api_keys_of_workspace ON api_keys (workspace_id, created_at)",
  `CREATE TABLE sessions (
    hash bytea PRIMARY KEY,
    user_id uuid NOT NULL,
    password_version integer NOT NULL,
    -- The workspace that is shown.
    workspace_id uuid,
    created_at timestamptz(3) NOT NULL,
    seen_at timestamptz(3) NOT NULL,
    -- Where it began, so that people can tell their sessions apart: a range of addresses, and the browser.
    address text,
    agent text,
    -- The session at the outside provider that signed the person in.
    issuer text,
    sid text,
    id_token bytea
  )`,
  "CREATE INDEX sessions_of_user ON sessions (user_id)",
  "CREATE INDEX sessions_of_provider ON sessions (issuer, sid) WHERE sid IS NOT NULL",
  `CREATE TABLE password_links (
    hash bytea PRIMARY KEY,
    user_id uuid NOT NULL,
    created_at timestamptz(3) NOT NULL,
    expires_at timestamptz(3) NOT NULL,
    -- Of the admin who made it. Null: an operator made it.
    workspace_id uuid
  )`,
  "CREATE INDEX password_links_of_user ON password_links (user_id)",
  `CREATE TABLE password_tries (
    account bytea NOT NULL,
    source text NOT NULL,
    tries integer NOT NULL,
    next_at timestamptz(3) NOT NULL,
    PRIMARY KEY (account, source)
  )`,
  "CREATE INDEX password_tries_oldest ON password_tries (next_at)",

  // Secrets of authenticator apps. Codes up to `last_step`, a half-minute interval, are refused.
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
  )`,
  `CREATE TABLE passkeys (
    id text PRIMARY KEY,
    user_id uuid NOT NULL,
    name text NOT NULL,
    public_key bytea NOT NULL,
    counter bigint NOT NULL,
    created_at timestamptz(3) NOT NULL,
    -- When the last answered challenge was made: it and those before are not taken again.
    used_at timestamptz(3)
  )`,
  "CREATE INDEX passkeys_of_user ON passkeys (user_id)",
  // People's identities at an external provider. The provider's groups made the person a member of `joined`.
  `CREATE TABLE identities (
    issuer text NOT NULL,
    subject text NOT NULL,
    user_id uuid NOT NULL,
    joined uuid,
    created_at timestamptz(3) NOT NULL,
    PRIMARY KEY (issuer, subject),
    CONSTRAINT identities_of_user UNIQUE (user_id, issuer)
  )`,
  // The ids of the provider's logout notices, so that each is handled once.
  `CREATE TABLE provider_logouts (
    hash bytea PRIMARY KEY,
    expires_at timestamptz(3) NOT NULL
  )`
]
