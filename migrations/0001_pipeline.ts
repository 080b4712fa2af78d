/**
 * Workspaces, people, keys, boards, stages, deals, notes and their totals.
 *
 * `workspaces`, `users` and `api_keys` are reference tables; every other primary, unique and foreign key
 * begins with `workspace_id`, the distribution column.
 */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

const statements = [
  "CREATE EXTENSION IF NOT EXISTS pg_trgm",
  "CREATE EXTENSION IF NOT EXISTS btree_gin",

  `CREATE TABLE workspaces (
    id uuid PRIMARY KEY,
    name text NOT NULL,
    plan text NOT NULL CHECK (plan IN ('free', 'standard')),
    created_at timestamptz(3) NOT NULL
  )`,
  `CREATE TABLE users (
    id uuid PRIMARY KEY,
    email text NOT NULL UNIQUE,
    name text,
    password_hash text,
    created_at timestamptz(3) NOT NULL
  )`,
  `CREATE TABLE api_keys (
    id uuid PRIMARY KEY,
    workspace_id uuid NOT NULL,
    user_id uuid NOT NULL,
    name text NOT NULL,
    hash bytea NOT NULL UNIQUE,
    hint text NOT NULL,
    created_at timestamptz(3) NOT NULL,
    last_used_at timestamptz(3),
    revoked_at timestamptz(3)
  )`,
  "CREATE INDEX api_keys_of_workspace ON api_keys (workspace_id, created_at)",

  `CREATE TABLE members (
    workspace_id uuid NOT NULL,
    user_id uuid NOT NULL,
    role text NOT NULL CHECK (role IN ('admin', 'member', 'viewer')),
    created_at timestamptz(3) NOT NULL,
    removed_at timestamptz(3),
    PRIMARY KEY (workspace_id, user_id)
  )`,
  `CREATE TABLE plan_usage (
    workspace_id uuid PRIMARY KEY
  )`,
  `CREATE TABLE teams (
    workspace_id uuid NOT NULL,
    id uuid NOT NULL,
    name text NOT NULL,
    created_at timestamptz(3) NOT NULL,
    PRIMARY KEY (workspace_id, id)
  )`,
  `CREATE TABLE boards (
    workspace_id uuid NOT NULL,
    id uuid NOT NULL,
    team_id uuid NOT NULL,
    name text NOT NULL,
    currency text NOT NULL,
    default_deal_amount_cents bigint NOT NULL,
    color text NOT NULL,
    goal_proposals bigint,
    goal_deals_won bigint,
    goal_deal_value bigint,
    created_at timestamptz(3) NOT NULL,
    PRIMARY KEY (workspace_id, id),
    FOREIGN KEY (workspace_id, team_id) REFERENCES teams (workspace_id, id)
  )`,
  "CREATE INDEX boards_newest ON boards (workspace_id, created_at DESC, id DESC)",
  `CREATE TABLE stages (
    workspace_id uuid NOT NULL,
    board_id uuid NOT NULL,
    id text NOT NULL,
    name text NOT NULL,
    region text NOT NULL CHECK (region IN ('early', 'anchor', 'late', 'won', 'dead')),
    position integer NOT NULL,
    probability integer NOT NULL,
    PRIMARY KEY (workspace_id, board_id, id),
    FOREIGN KEY (workspace_id, board_id) REFERENCES boards (workspace_id, id)
  )`,

  `CREATE TABLE deals (
    workspace_id uuid NOT NULL,
    id uuid NOT NULL,
    board_id uuid NOT NULL,
    stage_id text NOT NULL,
    status text NOT NULL CHECK (status IN ('open', 'won', 'dead')),
    name text NOT NULL,
    company text,
    amount_cents bigint,
    currency text NOT NULL,
    owner_id uuid NOT NULL,
    labels text[] NOT NULL,
    contact_name text,
    contact_title text,
    contact_email text,
    contact_phone text,
    contact_linkedin text,
    key_terms text,
    search text NOT NULL,
    created_at timestamptz(3) NOT NULL,
    updated_at timestamptz(3) NOT NULL,
    stage_entered_at timestamptz(3) NOT NULL,
    commitment_at timestamptz(3),
    won_at timestamptz(3),
    dead_at timestamptz(3),
    deleted_at timestamptz(3),
    PRIMARY KEY (workspace_id, id),
    FOREIGN KEY (workspace_id, board_id, stage_id) REFERENCES stages (workspace_id, board_id, id),
    FOREIGN KEY (workspace_id, owner_id) REFERENCES members (workspace_id, user_id)
  )`,
  `CREATE INDEX deals_newest ON deals
    (workspace_id, created_at DESC, id DESC) WHERE deleted_at IS NULL`,
  `CREATE INDEX deals_newest_by_status ON deals
    (workspace_id, status, created_at DESC, id DESC) WHERE deleted_at IS NULL`,
  `CREATE INDEX deals_newest_of_board ON deals
    (workspace_id, board_id, created_at DESC, id DESC) WHERE deleted_at IS NULL`,
  `CREATE INDEX deals_newest_of_board_by_status ON deals
    (workspace_id, board_id, status, created_at DESC, id DESC) WHERE deleted_at IS NULL`,
  `CREATE INDEX deals_newest_of_stage ON deals
    (workspace_id, stage_id, created_at DESC, id DESC) WHERE deleted_at IS NULL`,
  `CREATE INDEX deals_search ON deals
    USING gin (workspace_id, search gin_trgm_ops) WHERE deleted_at IS NULL`,
  "CREATE INDEX deals_deleted ON deals (workspace_id, deleted_at) WHERE deleted_at IS NOT NULL",

  `CREATE TABLE notes (
    workspace_id uuid NOT NULL,
    id uuid NOT NULL,
    deal_id uuid NOT NULL,
    author_id uuid NOT NULL,
    kind text NOT NULL CHECK (kind IN ('manual', 'system_event')),
    content_text text,
    content_json jsonb,
    system_event_type text,
    system_event_data jsonb,
    created_at timestamptz(3) NOT NULL,
    edited_at timestamptz(3),
    PRIMARY KEY (workspace_id, id),
    FOREIGN KEY (workspace_id, deal_id) REFERENCES deals (workspace_id, id)
  )`,
  "CREATE INDEX notes_newest_of_deal ON notes (workspace_id, deal_id, created_at DESC, id DESC)",

  `CREATE TABLE deal_totals (
    workspace_id uuid NOT NULL,
    board_id uuid NOT NULL,
    key text NOT NULL,
    slot smallint NOT NULL,
    deals bigint NOT NULL,
    cents numeric NOT NULL,
    PRIMARY KEY (workspace_id, board_id, key, slot)
  )`,

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
  "CREATE INDEX idempotency_keys_oldest ON idempotency_keys (workspace_id, created_at)"
]

export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  for (const statement of statements) yield* sql.unsafe(statement)
})
