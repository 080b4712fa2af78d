/** Webhook subscriptions, the deliveries of their events, and the feed of changes. */
export const webhooks = [
  // Each delivery updates its subscription, so half of each page is left for new row versions.
  `CREATE TABLE webhooks (
    workspace_id uuid NOT NULL,
    id uuid NOT NULL,
    board_id uuid NOT NULL,
    label text,
    provider text NOT NULL CHECK (provider IN ('slack', 'discord', 'msteams', 'generic')),
    -- Sealed; the fingerprint finds another subscription of the same address.
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
    -- Who made it, and the key or app they used.
    maker_type text,
    maker_id text,
    maker_name text,
    maker_user_id uuid,
    PRIMARY KEY (workspace_id, id),
    FOREIGN KEY (workspace_id, board_id) REFERENCES boards (workspace_id, id)
  ) WITH (fillfactor = 50)`,
  "CREATE INDEX webhooks_newest ON webhooks (workspace_id, created_at DESC, id DESC)",
  "CREATE INDEX webhooks_newest_of_board ON webhooks (workspace_id, board_id, created_at DESC, id DESC)",

  // Both outbox and log. A UUIDv7 begins with its time, so a range of ids corresponds to a month. There is no foreign key to webhooks,
  // because it would lock the subscription's row in every write that causes an event.
  `CREATE TABLE deliveries (
    workspace_id uuid NOT NULL,
    id uuid NOT NULL,
    webhook_id uuid NOT NULL,
    event text NOT NULL,
    body text NOT NULL,
    -- Rehearsals capture their deliveries: they are never sent.
    status text NOT NULL CHECK (status IN ('pending', 'delivered', 'failed', 'captured')),
    by_hand boolean NOT NULL,
    tries smallint NOT NULL,
    due_at timestamptz(3) NOT NULL,
    attempts jsonb NOT NULL,
    created_at timestamptz(3) NOT NULL,
    delivered_at timestamptz(3),
    -- The entry of the audit log, the record it is about, and the delivery that it follows, if any.
    entry_id uuid,
    subject_id uuid,
    original jsonb,
    -- traceparent of the write, and after a space tracestate if there was one.
    trace text,
    PRIMARY KEY (workspace_id, id)
  ) PARTITION BY RANGE (id)`,
  "CREATE INDEX deliveries_due ON deliveries (workspace_id, webhook_id, due_at) WHERE status = 'pending'",
  `CREATE INDEX deliveries_newest_of_webhook ON deliveries
    (workspace_id, webhook_id, created_at DESC, id DESC)`,

  // `seq` is taken before the commit, so rows don't become visible in its order. Readers use `position`, which one reader at a time assigns
  // to committed rows; `change_heads` has the last one assigned.
  "CREATE SEQUENCE changes_seq",
  `CREATE TABLE changes (
    workspace_id uuid NOT NULL,
    seq bigint NOT NULL DEFAULT nextval('changes_seq'),
    position bigint,
    type text NOT NULL,
    deal_id uuid,
    lead_id uuid,
    note_id uuid,
    data jsonb,
    actor jsonb,
    created_at timestamptz(3) NOT NULL,
    approval_id uuid,
    credential text COLLATE "C",
    -- The entry of the audit log, by which the write can be undone.
    entry_id uuid,
    PRIMARY KEY (workspace_id, seq)
  )`,
  "CREATE UNIQUE INDEX changes_in_order ON changes (workspace_id, position) WHERE position IS NOT NULL",
  "CREATE INDEX changes_without_position ON changes (workspace_id, seq) WHERE position IS NULL",
  "CREATE INDEX changes_by_time ON changes (workspace_id, created_at)",
  "CREATE INDEX changes_of_lead ON changes (workspace_id, lead_id, seq) WHERE lead_id IS NOT NULL",
  "CREATE INDEX changes_of_approvals ON changes (workspace_id) WHERE approval_id IS NOT NULL",
  `CREATE TABLE change_heads (
    workspace_id uuid PRIMARY KEY,
    last bigint NOT NULL,
    purged bigint NOT NULL
  )`
]
