/**
 * Templates and their use, access to the embed, and columns of deals for reports and matching: the day of the
 * last activity, and the contact's address in comparable form.
 */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** The starter templates at that time: name, icon, colour, subject, body. */
const starters: ReadonlyArray<readonly [string, string, string, string, string]> = [
  [
    "First reply",
    "👋",
    "#4f46e5",
    "Your message to us",
    "Hi {{first_name}},\n\nthank you for getting in touch. So that I can point you the right way: what would you like to have solved at {{company}}, and by when?\n\nIf a call is easier, send me two times that suit you this week.\n\n{{sender_first_name}}"
  ],
  [
    "Meeting recap",
    "📝",
    "#0f766e",
    "What we agreed today",
    "Hi {{first_name}},\n\nthank you for your time. This is what I took away for {{company}}:\n\n- \n- \n\nNext I will send you the details. Tell me if I missed anything.\n\n{{sender_first_name}}"
  ],
  [
    "Proposal",
    "📄",
    "#b45309",
    "Our proposal for {{company}}",
    "Hi {{first_name}},\n\nattached is our proposal for {{company}}. The first page has scope, price and dates; the rest is detail.\n\nWhat would have to change for you to say yes?\n\n{{sender_first_name}}"
  ],
  [
    "Follow-up",
    "⏰",
    "#be185d",
    "Where do we stand?",
    "Hi {{first_name}},\n\nI have not heard from you since my last message and would like to know where we stand. Is this still on the table at {{company}}, later, or not at all? Any answer helps.\n\n{{sender_first_name}}"
  ],
  [
    "Welcome aboard",
    "🎉",
    "#15803d",
    "Welcome, {{company}}",
    "Hi {{first_name}},\n\nthank you for choosing us. We begin with a short kick-off: who from {{company}} should be there, and which day suits you?\n\nI look forward to working with you.\n\n{{sender_first_name}}"
  ]
]

const statements = [
  `CREATE TABLE templates (
    workspace_id uuid NOT NULL,
    id uuid NOT NULL,
    name text NOT NULL,
    subject text NOT NULL,
    body text NOT NULL,
    icon text NOT NULL,
    color text NOT NULL,
    use_count bigint NOT NULL,
    created_at timestamptz(3) NOT NULL,
    PRIMARY KEY (workspace_id, id)
  )`,
  "CREATE INDEX templates_by_use ON templates (workspace_id, use_count DESC, created_at, id)",
  `CREATE TABLE template_uses (
    workspace_id uuid NOT NULL,
    id uuid NOT NULL,
    template_id uuid NOT NULL,
    deal_id uuid,
    lead_id uuid,
    user_id uuid NOT NULL,
    used_at timestamptz(3) NOT NULL,
    PRIMARY KEY (workspace_id, id)
  )`,
  "CREATE INDEX template_uses_of_template ON template_uses (workspace_id, template_id, used_at)",

  `CREATE TABLE embed_grants (
    workspace_id uuid NOT NULL,
    hash bytea NOT NULL,
    kind text NOT NULL CHECK (kind IN ('token', 'session')),
    user_id uuid NOT NULL,
    key_id uuid,
    client_id text,
    granted text[] NOT NULL,
    expires_at timestamptz(3) NOT NULL,
    PRIMARY KEY (workspace_id, hash)
  )`,
  "CREATE INDEX embed_grants_oldest ON embed_grants (workspace_id, expires_at)",

  `ALTER TABLE deals ADD COLUMN active_on date NOT NULL DEFAULT current_date,
    ADD COLUMN contact_email_lower text, ADD COLUMN contact_email_domain text`,
  `UPDATE deals SET active_on = (updated_at AT TIME ZONE 'UTC')::date,
    contact_email_lower = lower(btrim(contact_email)),
    contact_email_domain = substring(lower(btrim(contact_email)) FROM '@([^@[:space:]]+[.][^@[:space:].]+)$')`,
  `UPDATE deals SET active_on = noted.day
    FROM (SELECT workspace_id, deal_id, max((created_at AT TIME ZONE 'UTC')::date) AS day
      FROM notes GROUP BY workspace_id, deal_id) noted
    WHERE noted.workspace_id = deals.workspace_id AND noted.deal_id = deals.id AND noted.day > active_on`,
  `CREATE INDEX deals_quiet ON deals
    (workspace_id, stage_id, active_on, id) WHERE status = 'open' AND deleted_at IS NULL`,
  `CREATE INDEX deals_by_contact ON deals (workspace_id, contact_email_lower, created_at DESC, id DESC)
    WHERE contact_email_lower IS NOT NULL AND deleted_at IS NULL`,
  `CREATE INDEX deals_by_contact_domain ON deals (workspace_id, contact_email_domain, created_at DESC, id DESC)
    WHERE contact_email_domain IS NOT NULL AND deleted_at IS NULL`,

  // Totals are now per week and month, no longer per day.
  "DELETE FROM deal_totals WHERE key NOT LIKE 'stage:%'",
  `INSERT INTO deal_totals (workspace_id, board_id, key, slot, deals, cents)
    SELECT d.workspace_id, d.board_id, k.key, ('x' || right(d.id::text, 2))::bit(8)::int % 8,
      count(*), sum(coalesce(d.amount_cents, 0))
    FROM deals d CROSS JOIN LATERAL (VALUES
      ('week:created:' || to_char(date_trunc('week', d.created_at AT TIME ZONE 'UTC'), 'YYYY-MM-DD')),
      ('week:won:' || to_char(date_trunc('week', d.won_at AT TIME ZONE 'UTC'), 'YYYY-MM-DD')),
      ('week:dead:' || to_char(date_trunc('week', d.dead_at AT TIME ZONE 'UTC'), 'YYYY-MM-DD')),
      ('month:proposal:' || to_char(d.commitment_at AT TIME ZONE 'UTC', 'YYYY-MM')),
      ('month:won:' || to_char(d.won_at AT TIME ZONE 'UTC', 'YYYY-MM')),
      ('month:dead:' || to_char(d.dead_at AT TIME ZONE 'UTC', 'YYYY-MM'))) k(key)
    WHERE d.deleted_at IS NULL AND k.key IS NOT NULL
    GROUP BY 1, 2, 3, 4`
]

export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  for (const statement of statements) yield* sql.unsafe(statement)
  for (const [index, [name, icon, color, subject, body]] of starters.entries()) {
    yield* sql`INSERT INTO templates
        (workspace_id, id, name, subject, body, icon, color, use_count, created_at)
      SELECT id, gen_random_uuid(), ${name}, ${subject}, ${body}, ${icon}, ${color}, 0, now() + ${index} * interval '1 millisecond'
      FROM workspaces`
  }
})
