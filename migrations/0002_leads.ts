/**
 * Leads, the history of their enrichment, and forms and mail addresses.
 *
 * An address is matched by `email_lower`, `email_domain` and `website_host`. `rank` is the score, or -1 without one,
 * so that a page of leads sorted by score is one range of an index.
 */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

const statements = [
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
    enrichment json NOT NULL,
    claimed_by text,
    claimed_at timestamptz(3),
    rank double precision NOT NULL,
    search text NOT NULL,
    email_lower text,
    email_domain text,
    website_host text,
    created_at timestamptz(3) NOT NULL,
    contacted_at timestamptz(3),
    promoted_at timestamptz(3),
    junked_at timestamptz(3),
    junked_by uuid,
    PRIMARY KEY (workspace_id, id),
    FOREIGN KEY (workspace_id, board_id) REFERENCES boards (workspace_id, id),
    FOREIGN KEY (workspace_id, form_id) REFERENCES forms (workspace_id, id),
    FOREIGN KEY (workspace_id, junked_by) REFERENCES members (workspace_id, user_id)
  )`,
  "CREATE INDEX leads_newest ON leads (workspace_id, created_at DESC, id DESC)",
  `CREATE INDEX leads_newest_by_status ON leads
    (workspace_id, triage_status, created_at DESC, id DESC)`,
  `CREATE INDEX leads_newest_of_board ON leads
    (workspace_id, board_id, created_at DESC, id DESC)`,
  `CREATE INDEX leads_newest_of_board_by_status ON leads
    (workspace_id, board_id, triage_status, created_at DESC, id DESC)`,
  `CREATE INDEX leads_newest_active ON leads
    (workspace_id, created_at DESC, id DESC) WHERE triage_status IN ('new', 'contacted')`,
  `CREATE INDEX leads_best ON leads (workspace_id, rank DESC, created_at DESC, id DESC)`,
  `CREATE INDEX leads_best_by_status ON leads
    (workspace_id, triage_status, rank DESC, created_at DESC, id DESC)`,
  `CREATE INDEX leads_best_active ON leads
    (workspace_id, rank DESC, created_at DESC, id DESC) WHERE triage_status IN ('new', 'contacted')`,
  // Without workspace_id: intersecting with the workspace's own entries costs more than the rows it saves.
  // Every search reads the whole pending list, so it is short.
  `CREATE INDEX leads_search ON leads USING gin (search gin_trgm_ops)
    WITH (gin_pending_list_limit = 256)`,
  `CREATE INDEX leads_waiting ON leads (workspace_id, triaged_at) WHERE triage_status = 'new'`,
  `CREATE INDEX leads_by_email ON leads
    (workspace_id, email_lower, created_at DESC, id DESC) WHERE email_lower IS NOT NULL`,
  `CREATE INDEX leads_by_email_domain ON leads
    (workspace_id, email_domain, created_at DESC, id DESC) WHERE email_domain IS NOT NULL`,
  `CREATE INDEX leads_by_website_host ON leads
    (workspace_id, website_host, created_at DESC, id DESC) WHERE website_host IS NOT NULL`,

  `CREATE TABLE lead_history (
    workspace_id uuid NOT NULL,
    lead_id uuid NOT NULL,
    position integer NOT NULL,
    at timestamptz(3) NOT NULL,
    by text NOT NULL,
    payload json NOT NULL,
    PRIMARY KEY (workspace_id, lead_id, position),
    FOREIGN KEY (workspace_id, lead_id) REFERENCES leads (workspace_id, id)
  )`,

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

export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  for (const statement of statements) yield* sql.unsafe(statement)
})
