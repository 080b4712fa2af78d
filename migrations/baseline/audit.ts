/** The audit log and its seals, the rules of credentials, and writes that wait for an approval. */
export const audit = [
  `CREATE TABLE audit (
    workspace_id uuid NOT NULL,
    at timestamptz(3) NOT NULL,
    id uuid NOT NULL,
    operation text NOT NULL,
    surface text NOT NULL,
    actor_type text NOT NULL,
    actor_id text NOT NULL,
    actor_name text,
    user_id uuid,
    user_name text,
    agent text,
    request_id text,
    idempotency_key text,
    target text COLLATE "C",
    targets text[],
    outcome text NOT NULL,
    status int,
    times int NOT NULL,
    changes json NOT NULL,
    -- An import makes digests once all entries are there.
    digest bytea NOT NULL DEFAULT '',
    approved_by text,
    -- The service's signature of an entry from which a person was erased.
    redacted bytea,
    PRIMARY KEY (workspace_id, at, id)
  ) PARTITION BY RANGE (at)`,
  "CREATE INDEX audit_of_target ON audit (workspace_id, target, at, id)",
  "CREATE INDEX audit_of_targets ON audit USING gin (workspace_id, targets) WHERE targets IS NOT NULL",
  // The list of entries in batches, each chained to the previous one by `hash`.
  `CREATE TABLE audit_seals (
    workspace_id uuid NOT NULL,
    seq bigint NOT NULL,
    first_at timestamptz(3) NOT NULL,
    last_at timestamptz(3) NOT NULL,
    entries bytea NOT NULL,
    hash bytea NOT NULL,
    PRIMARY KEY (workspace_id, seq)
  )`,
  "CREATE INDEX audit_seals_by_time ON audit_seals (workspace_id, last_at)",
  // The last seal of each workspace's chain and the last purged one. `mac` is the service's signature of `signed`.
  `CREATE TABLE audit_heads (
    workspace_id uuid PRIMARY KEY,
    seq bigint NOT NULL,
    hash bytea NOT NULL,
    purged_seq bigint NOT NULL,
    purged_hash bytea NOT NULL,
    signed text,
    mac bytea
  )`,

  `CREATE TABLE credential_rules (
    workspace_id uuid NOT NULL,
    credential text COLLATE "C" NOT NULL,
    rules jsonb NOT NULL,
    updated_at timestamptz(3) NOT NULL,
    updated_by jsonb,
    PRIMARY KEY (workspace_id, credential)
  )`,
  // The number of a credential's writes per minute, if a rule limits them.
  `CREATE TABLE counted_writes (
    workspace_id uuid NOT NULL,
    credential text COLLATE "C" NOT NULL,
    minute timestamptz(3) NOT NULL,
    count int NOT NULL,
    PRIMARY KEY (workspace_id, credential, minute)
  )`,
  // `asked` and `answer` are encrypted.
  `CREATE TABLE approvals (
    workspace_id uuid NOT NULL,
    id uuid NOT NULL,
    credential text COLLATE "C" NOT NULL,
    claimant text COLLATE "C" NOT NULL,
    asked_by jsonb NOT NULL,
    operation text NOT NULL,
    status text NOT NULL,
    fingerprint bytea NOT NULL,
    idempotency_key text,
    request_id text NOT NULL,
    created_at timestamptz(3) NOT NULL,
    expires_at timestamptz(3) NOT NULL,
    asked bytea NOT NULL,
    decided_by jsonb,
    decided_at timestamptz(3),
    ended_at timestamptz(3),
    reason text,
    done_request_id text,
    answer_status int,
    answer bytea,
    PRIMARY KEY (workspace_id, id)
  )`,
  "CREATE INDEX approvals_of_credential ON approvals (workspace_id, credential, id)",
  "CREATE INDEX approvals_waiting ON approvals (workspace_id, expires_at) WHERE status = 'pending'",
  "CREATE INDEX approvals_ended ON approvals (workspace_id, ended_at) WHERE ended_at IS NOT NULL",
  `CREATE INDEX approvals_by_key ON approvals (workspace_id, claimant, idempotency_key)
    WHERE idempotency_key IS NOT NULL`
]
