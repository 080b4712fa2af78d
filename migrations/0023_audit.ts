/**
 * The audit log, a partition for each month. `audit_seals` says which rows there are, in batches, each chained to the one
 * before by `hash`; `audit_heads` holds the last link of each workspace's chain, and the last of those purged.
 */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

const statements = [
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
    digest bytea NOT NULL,
    PRIMARY KEY (workspace_id, at, id)
  ) PARTITION BY RANGE (at)`,
  // For rows that no month's partition takes, so that a write never fails for want of one.
  "CREATE TABLE audit_other PARTITION OF audit DEFAULT",
  "CREATE INDEX audit_of_target ON audit (workspace_id, target, at, id)",
  "CREATE INDEX audit_of_targets ON audit USING gin (workspace_id, targets) WHERE targets IS NOT NULL",
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
  `CREATE TABLE audit_heads (
    workspace_id uuid PRIMARY KEY,
    seq bigint NOT NULL,
    hash bytea NOT NULL,
    purged_seq bigint NOT NULL,
    purged_hash bytea NOT NULL
  )`,
  "ALTER TABLE notes ADD COLUMN actor_agent text"
]

interface Month {
  readonly name: string
  readonly from: string
  readonly to: string
}

export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  for (const statement of statements) yield* sql.unsafe(statement)
  const months = yield* sql.unsafe<Month>(`SELECT to_char(month, '"audit_y"YYYY"m"MM') AS name,
      to_char(month, 'YYYY-MM-DD') AS from, to_char(month + interval '1 month', 'YYYY-MM-DD') AS to
    FROM generate_series(date_trunc('month', now() AT TIME ZONE 'UTC'),
      date_trunc('month', now() AT TIME ZONE 'UTC') + interval '3 months', interval '1 month') AS month`)
  for (const { from, name, to } of months) {
    yield* sql.unsafe(
      `CREATE TABLE ${name} PARTITION OF audit FOR VALUES FROM ('${from} 00:00+00') TO ('${to} 00:00+00')`
    )
  }
})
