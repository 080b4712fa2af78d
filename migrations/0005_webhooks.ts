/** Webhook subscriptions, and the deliveries of their events, which are both outbox and log. */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

const statements = [
  `CREATE TABLE webhooks (
    workspace_id uuid NOT NULL,
    id uuid NOT NULL,
    board_id uuid NOT NULL,
    label text,
    provider text NOT NULL CHECK (provider IN ('slack', 'discord', 'msteams', 'generic')),
    url bytea NOT NULL,
    url_fingerprint text NOT NULL,
    events text[] NOT NULL,
    stage_filter text[] NOT NULL,
    active boolean NOT NULL,
    secret bytea,
    previous_secret bytea,
    previous_secret_until timestamptz(3),
    created_at timestamptz(3) NOT NULL,
    last_delivered_at timestamptz(3),
    last_error text,
    failing_since timestamptz(3),
    gave_up boolean NOT NULL DEFAULT false,
    paused_until timestamptz(3),
    leased_by uuid,
    leased_until timestamptz(3),
    PRIMARY KEY (workspace_id, id),
    FOREIGN KEY (workspace_id, board_id) REFERENCES boards (workspace_id, id)
  ) WITH (fillfactor = 50)`,
  "CREATE INDEX webhooks_newest ON webhooks (workspace_id, created_at DESC, id DESC)",
  "CREATE INDEX webhooks_newest_of_board ON webhooks (workspace_id, board_id, created_at DESC, id DESC)",

  // No foreign key to webhooks: it would lock the subscription's row in every write that causes an event.
  `CREATE TABLE deliveries (
    workspace_id uuid NOT NULL,
    id uuid NOT NULL,
    webhook_id uuid NOT NULL,
    event text NOT NULL,
    body text NOT NULL,
    status text NOT NULL CHECK (status IN ('pending', 'delivered', 'failed')),
    by_hand boolean NOT NULL,
    tries smallint NOT NULL,
    due_at timestamptz(3) NOT NULL,
    attempts jsonb NOT NULL,
    created_at timestamptz(3) NOT NULL,
    delivered_at timestamptz(3),
    PRIMARY KEY (workspace_id, id)
  )`,
  `CREATE INDEX deliveries_due ON deliveries (workspace_id, webhook_id, due_at) WHERE status = 'pending'`,
  `CREATE INDEX deliveries_newest_of_webhook ON deliveries
    (workspace_id, webhook_id, created_at DESC, id DESC)`
]

export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  for (const statement of statements) yield* sql.unsafe(statement)
})
