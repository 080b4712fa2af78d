/**
 * Ask mode: the rules of credentials, their writes by the minute where a rule limits them, and the calls that wait for an
 * approval. `asked` and `answer` are sealed.
 */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { build, quickly, type Staged } from "./Ahead.ts"

const statements = [
  `CREATE TABLE credential_rules (
    workspace_id uuid NOT NULL,
    credential text COLLATE "C" NOT NULL,
    rules jsonb NOT NULL,
    updated_at timestamptz(3) NOT NULL,
    updated_by jsonb,
    PRIMARY KEY (workspace_id, credential)
  )`,
  `CREATE TABLE counted_writes (
    workspace_id uuid NOT NULL,
    credential text COLLATE "C" NOT NULL,
    minute timestamptz(3) NOT NULL,
    count int NOT NULL,
    PRIMARY KEY (workspace_id, credential, minute)
  )`,
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

const columns = [
  "ALTER TABLE audit ADD COLUMN IF NOT EXISTS approved_by text",
  'ALTER TABLE changes ADD COLUMN IF NOT EXISTS approval_id uuid, ADD COLUMN IF NOT EXISTS credential text COLLATE "C"'
]

export default {
  ahead: Effect.andThen(
    Effect.forEach(columns, quickly),
    build("changes_of_approvals", "changes", "(workspace_id) WHERE approval_id IS NOT NULL")
  ),
  finish: Effect.fnUntraced(function* () {
    const sql = yield* SqlClient.SqlClient
    for (const statement of statements) yield* sql.unsafe(statement)
  })
} satisfies Staged
