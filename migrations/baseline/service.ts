/** Internal tables: stored responses, usage per minute, jobs and loops, and the check of the encryption key. */
export const service = [
  `CREATE TABLE idempotency_keys (
    workspace_id uuid NOT NULL,
    credential text NOT NULL,
    key text NOT NULL,
    fingerprint bytea NOT NULL,
    status integer,
    reply bytea,
    created_at timestamptz(3) NOT NULL,
    PRIMARY KEY (workspace_id, credential, key)
  )`,
  "CREATE INDEX idempotency_keys_oldest ON idempotency_keys (workspace_id, created_at)",
  `CREATE TABLE request_counts (
    workspace_id uuid NOT NULL,
    credential text NOT NULL,
    minute timestamptz(3) NOT NULL,
    requests integer NOT NULL,
    refused integer NOT NULL,
    PRIMARY KEY (workspace_id, credential, minute)
  ) PARTITION BY RANGE (minute)`,
  "CREATE INDEX request_counts_oldest ON request_counts (workspace_id, minute)",

  // Inserting the key claims the run, because only one node can insert a tick of a job.
  `CREATE TABLE job_runs (
    job text NOT NULL,
    tick timestamptz(3) NOT NULL,
    as_of timestamptz(3) NOT NULL,
    node text NOT NULL,
    attempt integer NOT NULL,
    started_at timestamptz(3) NOT NULL,
    lease_until timestamptz(3) NOT NULL,
    finished_at timestamptz(3),
    affected bigint,
    error text,
    PRIMARY KEY (job, tick)
  )`,
  // The background loops of each node, as last reported.
  `CREATE TABLE loop_reports (
    node text PRIMARY KEY,
    name text NOT NULL,
    reported_at timestamptz(3) NOT NULL,
    loops jsonb NOT NULL
  )`,
  // An encrypted value that shows whether a process has this database's encryption key.
  `CREATE TABLE vault_canaries (
    id smallint PRIMARY KEY CHECK (id = 1),
    sealed bytea NOT NULL
  )`
]
