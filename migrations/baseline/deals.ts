/** Boards, stages, deals, notes, and the totals that reports read. */
export const deals = [
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
    -- The searched text, folded: found as it is written.
    search text NOT NULL,
    created_at timestamptz(3) NOT NULL,
    updated_at timestamptz(3) NOT NULL,
    stage_entered_at timestamptz(3) NOT NULL,
    -- When it first entered an anchor stage, and became a proposal.
    commitment_at timestamptz(3),
    won_at timestamptz(3),
    dead_at timestamptz(3),
    deleted_at timestamptz(3),
    -- The day of the last activity, in UTC.
    active_on date NOT NULL DEFAULT current_date,
    -- The contact's address in comparable form.
    contact_email_lower text,
    contact_email_domain text,
    -- The searched text without accents and signs: found by words in any order.
    words text NOT NULL DEFAULT '',
    -- The lead that it was made of, so that lists and webhooks can give it without a join.
    lead_id uuid,
    deleted_by jsonb,
    -- Its id in another system, by which an import finds it again.
    external_id text,
    next_step text,
    next_step_at timestamptz(3),
    PRIMARY KEY (workspace_id, id),
    FOREIGN KEY (workspace_id, board_id, stage_id) REFERENCES stages (workspace_id, board_id, id),
    FOREIGN KEY (workspace_id, owner_id) REFERENCES members (workspace_id, user_id)
  )`,
  // Lists, newest first.
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
  // For boards, which show the deals that entered each stage last.
  `CREATE INDEX deals_entered_of_stage ON deals
    (workspace_id, stage_id, stage_entered_at DESC, id DESC) WHERE deleted_at IS NULL`,
  "CREATE INDEX deals_deleted ON deals (workspace_id, deleted_at) WHERE deleted_at IS NOT NULL",

  // Other orders and filters of lists. `status` is the last column, so that deals with other statuses are skipped without reading rows.
  "CREATE INDEX deals_by_update ON deals (workspace_id, updated_at, id, status) WHERE deleted_at IS NULL",
  "CREATE INDEX deals_by_activity ON deals (workspace_id, active_on, id, status) WHERE deleted_at IS NULL",
  `CREATE INDEX deals_of_owner ON deals
    (workspace_id, owner_id, created_at, id, status) WHERE deleted_at IS NULL`,
  `CREATE INDEX deals_by_amount ON deals (workspace_id, currency COLLATE "C", amount_cents, id, status)
    WHERE deleted_at IS NULL AND amount_cents IS NOT NULL`,
  `CREATE INDEX deals_without_amount ON deals (workspace_id, currency COLLATE "C", amount_cents, id, status)
    WHERE deleted_at IS NULL AND amount_cents IS NULL`,
  `CREATE INDEX deals_by_next_step ON deals
    (workspace_id, next_step_at, id, status) WHERE next_step_at IS NOT NULL AND deleted_at IS NULL`,
  `CREATE INDEX deals_closed ON deals
    (workspace_id, (CASE status WHEN 'won' THEN won_at WHEN 'dead' THEN dead_at END))
    WHERE status <> 'open' AND deleted_at IS NULL`,
  `CREATE INDEX deals_quiet ON deals
    (workspace_id, stage_id, active_on, id) WHERE status = 'open' AND deleted_at IS NULL`,
  `CREATE INDEX deals_by_contact ON deals (workspace_id, contact_email_lower, created_at DESC, id DESC)
    WHERE contact_email_lower IS NOT NULL AND deleted_at IS NULL`,
  `CREATE INDEX deals_by_contact_domain ON deals (workspace_id, contact_email_domain, created_at DESC, id DESC)
    WHERE contact_email_domain IS NOT NULL AND deleted_at IS NULL`,
  // A deleted deal frees its external id, so that an undone import can be repeated.
  `CREATE UNIQUE INDEX deals_external_id ON deals (workspace_id, external_id)
    WHERE external_id IS NOT NULL AND deleted_at IS NULL`,
  // The pending list is short, because every search reads all of it, in every workspace.
  `CREATE INDEX deals_labelled ON deals USING gin (workspace_id, labels)
    WITH (gin_pending_list_limit = 256) WHERE deleted_at IS NULL`,

  // Text search: this index finds deals with a rare text.
  `CREATE INDEX deals_search ON deals USING gin (workspace_id, words gin_trgm_ops)
    WITH (gin_pending_list_limit = 256) WHERE deleted_at IS NULL`,
  // Finds deals with a common text in the order of time and id. The board, stage and status let a scan skip deals without reading rows.
  // 48 bits of the id follow the time, as many as a distance (a double) can hold; a hash of the board takes a quarter of its space.
  // Signatures have 255 bytes, whose bits less one are a prime: half as long they match too much, twice as long the tree grows. A row with
  // 2,500 trigrams fits in a block; `deals_of_long_text` has the longer ones.
  `CREATE INDEX deals_newest_by_text ON deals USING gist (workspace_id, created_at,
      (('x' || left(replace(id::text, '-', ''), 12))::bit(48)::bigint), uuid_hash(board_id), hashtext(stage_id),
      (CASE status WHEN 'open' THEN 1 WHEN 'won' THEN 2 ELSE 3 END::int2), words gist_trgm_ops (siglen = 255))
    WHERE deleted_at IS NULL AND length(words) <= 2500`,
  `CREATE INDEX deals_of_long_text ON deals (workspace_id, created_at DESC, id DESC)
    WHERE deleted_at IS NULL AND least(length(words), 2501) = 2501`,
  // Samples for estimating how common a text is: one deal in 64, and one in 4,096 for very common texts. They have no pending list.
  `CREATE INDEX deals_text_sample ON deals USING gin (workspace_id, words gin_trgm_ops) WITH (fastupdate = off)
    WHERE deleted_at IS NULL AND uuid_hash(id) % 64 = 0`,
  `CREATE INDEX deals_text_sample_sparse ON deals USING gin (workspace_id, words gin_trgm_ops)
    WITH (fastupdate = off) WHERE deleted_at IS NULL AND uuid_hash(id) % 4096 = 0`,

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
    -- What the author used: a key or an app, and its agent.
    actor_type text,
    actor_id text,
    actor_name text,
    actor_agent text,
    -- The entry of the audit log, by which the write can be undone.
    entry_id uuid,
    PRIMARY KEY (workspace_id, id),
    FOREIGN KEY (workspace_id, deal_id) REFERENCES deals (workspace_id, id)
  )`,
  "CREATE INDEX notes_newest_of_deal ON notes (workspace_id, deal_id, created_at DESC, id DESC)",

  // src/deals/rules/DealTotals.ts defines the keys. Writes to a key are spread over several slots, so that they don't wait for each other.
  `CREATE TABLE deal_totals (
    workspace_id uuid NOT NULL,
    board_id uuid NOT NULL,
    key text NOT NULL,
    slot smallint NOT NULL,
    deals bigint NOT NULL,
    cents numeric NOT NULL,
    currency text NOT NULL,
    PRIMARY KEY (workspace_id, board_id, key, currency, slot)
  )`
]
