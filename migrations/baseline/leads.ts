/** Leads, the history of their enrichment, and the forms and email addresses they come in through. */

/** Lists, searches and matches leave out suspects, so that a flood of them doesn't slow anything down. */
const ordinary = (name: string, columns: string, condition?: string) =>
  `CREATE INDEX ${name} ON leads (workspace_id, ${columns})
    WHERE ${condition === undefined ? "" : `${condition} AND `}NOT suspect`

const isActive = "triage_status IN ('new', 'contacted')"

export const leads = [
  `CREATE TABLE forms (
    workspace_id uuid NOT NULL,
    id uuid NOT NULL,
    board_id uuid NOT NULL,
    token text NOT NULL,
    default_owner_id uuid,
    created_at timestamptz(3) NOT NULL,
    revoked_at timestamptz(3),
    PRIMARY KEY (workspace_id, id),
    UNIQUE (workspace_id, token),
    FOREIGN KEY (workspace_id, board_id) REFERENCES boards (workspace_id, id),
    FOREIGN KEY (workspace_id, default_owner_id) REFERENCES members (workspace_id, user_id)
  )`,
  "CREATE INDEX forms_of_board ON forms (workspace_id, board_id, created_at)",
  `CREATE TABLE inbound_addresses (
    workspace_id uuid NOT NULL,
    id uuid NOT NULL,
    board_id uuid NOT NULL,
    token text NOT NULL,
    created_at timestamptz(3) NOT NULL,
    revoked_at timestamptz(3),
    PRIMARY KEY (workspace_id, id),
    UNIQUE (workspace_id, token),
    FOREIGN KEY (workspace_id, board_id) REFERENCES boards (workspace_id, id)
  )`,
  "CREATE INDEX inbound_addresses_of_board ON inbound_addresses (workspace_id, board_id, created_at)",

  `CREATE TABLE leads (
    workspace_id uuid NOT NULL,
    id uuid NOT NULL,
    board_id uuid NOT NULL,
    form_id uuid,
    triage_status text NOT NULL
      CHECK (triage_status IN ('new', 'contacted', 'promoted', 'junk', 'bad_fit', 'stale')),
    triaged_at timestamptz(3) NOT NULL,
    source text NOT NULL CHECK (source IN ('form', 'email')),
    deal_id uuid,
    first_name text,
    last_name text,
    email text,
    phone text,
    company_name text,
    company_website text,
    message text,
    how_heard text,
    consent boolean,
    attribution json NOT NULL,
    -- Not jsonb: keys keep their order, and numbers their digits.
    enrichment json NOT NULL,
    claimed_by text,
    claimed_at timestamptz(3),
    -- The score, or -1 without one, so that a page of leads by score is one range of an index.
    rank double precision NOT NULL,
    -- As in deals.
    search text NOT NULL,
    -- Comparable forms of the address and the website, which contacts are matched by.
    email_lower text,
    email_domain text,
    website_host text,
    created_at timestamptz(3) NOT NULL,
    contacted_at timestamptz(3),
    promoted_at timestamptz(3),
    junked_at timestamptz(3),
    junked_by uuid,
    -- Stored, but left out until somebody has checked it; doubt says why.
    suspect boolean NOT NULL DEFAULT false,
    doubt text,
    words text NOT NULL DEFAULT '',
    external_id text,
    PRIMARY KEY (workspace_id, id),
    FOREIGN KEY (workspace_id, board_id) REFERENCES boards (workspace_id, id),
    FOREIGN KEY (workspace_id, form_id) REFERENCES forms (workspace_id, id),
    FOREIGN KEY (workspace_id, junked_by) REFERENCES members (workspace_id, user_id)
  )`,
  ordinary("leads_newest", "created_at DESC, id DESC"),
  ordinary("leads_newest_by_status", "triage_status, created_at DESC, id DESC"),
  ordinary("leads_newest_of_board", "board_id, created_at DESC, id DESC"),
  ordinary("leads_newest_of_board_by_status", "board_id, triage_status, created_at DESC, id DESC"),
  ordinary("leads_newest_active", "created_at DESC, id DESC", isActive),
  ordinary("leads_best", "rank DESC, created_at DESC, id DESC"),
  ordinary("leads_best_by_status", "triage_status, rank DESC, created_at DESC, id DESC"),
  ordinary("leads_best_active", "rank DESC, created_at DESC, id DESC", isActive),
  ordinary("leads_waiting", "triaged_at", "triage_status = 'new'"),
  ordinary("leads_by_email", "email_lower, created_at DESC, id DESC", "email_lower IS NOT NULL"),
  ordinary("leads_by_email_domain", "email_domain, created_at DESC, id DESC", "email_domain IS NOT NULL"),
  ordinary("leads_by_website_host", "website_host, created_at DESC, id DESC", "website_host IS NOT NULL"),
  "CREATE INDEX leads_suspect ON leads (workspace_id, created_at DESC, id DESC) WHERE suspect",
  "CREATE UNIQUE INDEX leads_external_id ON leads (workspace_id, external_id) WHERE external_id IS NOT NULL",
  // Without workspace_id, because intersecting with the workspace's entries costs more than the rows it saves. The pending list is short,
  // because every search reads all of it.
  `CREATE INDEX leads_search ON leads USING gin (words gin_trgm_ops)
    WITH (gin_pending_list_limit = 256)`,

  // The key contains the total bytes of the entries before, so that the newest entries that fit in a response are a single range.
  `CREATE TABLE lead_history (
    workspace_id uuid NOT NULL,
    lead_id uuid NOT NULL,
    position integer NOT NULL,
    at timestamptz(3) NOT NULL,
    by text NOT NULL,
    payload json NOT NULL,
    bytes integer NOT NULL,
    bytes_before bigint NOT NULL,
    PRIMARY KEY (workspace_id, lead_id, bytes_before),
    FOREIGN KEY (workspace_id, lead_id) REFERENCES leads (workspace_id, id)
  )`,

  // Received messages, so that each creates only one lead.
  `CREATE TABLE inbound_messages (
    workspace_id uuid NOT NULL,
    address_id uuid NOT NULL,
    message_id_hash bytea NOT NULL,
    lead_id uuid,
    received_at timestamptz(3) NOT NULL,
    PRIMARY KEY (workspace_id, address_id, message_id_hash),
    FOREIGN KEY (workspace_id, address_id) REFERENCES inbound_addresses (workspace_id, id)
  )`,
  "CREATE INDEX inbound_messages_oldest ON inbound_messages (workspace_id, received_at)"
]
