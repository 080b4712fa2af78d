/** The service's statements on deals, copied for the floor. `?` is a parameter. */

const columns = `d.id, d.board_id, d.name, d.company, d.amount_cents, d.currency, d.owner_id,
  d.labels, d.contact_name, d.contact_title, d.contact_email, d.contact_phone, d.contact_linkedin,
  d.key_terms, d.next_step, d.next_step_at, d.lead_id, d.external_id, d.stage_id, d.created_at, d.updated_at, d.stage_entered_at, d.commitment_at, d.won_at,
  d.dead_at, s.name AS stage_name, s.region, u.name AS owner_name`

const joined = `JOIN stages s
    ON s.workspace_id = d.workspace_id AND s.board_id = d.board_id AND s.id = d.stage_id
  LEFT JOIN users u ON u.id = d.owner_id`

const changeable = [
  "stage_id",
  "status",
  "name",
  "company",
  "amount_cents",
  "owner_id",
  "labels",
  "contact_name",
  "contact_title",
  "contact_email",
  "contact_phone",
  "contact_linkedin",
  "contact_email_lower",
  "contact_email_domain",
  "key_terms",
  "next_step",
  "next_step_at",
  "external_id",
  "search",
  "words",
  "updated_at",
  "active_on",
  "stage_entered_at",
  "commitment_at",
  "won_at",
  "dead_at"
]

const marks = (count: number) => Array.from({ length: count }, () => "?").join()

const tuples = (rows: number, columns: number) =>
  Array.from({ length: rows }, () => `(${marks(columns)})`).join()

/** Numbers the parameters, as PostgreSQL wants them. */
export const numbered = (text: string) => {
  let count = 0
  return text.replaceAll("?", () => `$${++count}`)
}

/** Several writes in one statement. */
export const together = (write: string, beside: ReadonlyArray<string>) =>
  `WITH ${beside.map((part, index) => `beside${index} AS (${part})`).join()} ${write}`

export const listOfStage = (limit: number) => `SELECT ${columns} FROM deals d ${joined}
  WHERE d.workspace_id = ? AND d.deleted_at IS NULL AND d.stage_id = ?
  ORDER BY d.created_at DESC, d.id DESC LIMIT ${limit}`

export const search = (limit: number) => `SELECT ${columns} FROM deals d ${joined}
  WHERE d.workspace_id = ? AND d.deleted_at IS NULL AND d.status = ? AND d.words LIKE ? AND strpos(d.search, ?) > 0
  ORDER BY d.created_at DESC, d.id DESC LIMIT ${limit}`

export const words = (limit: number, count: number) => `SELECT ${columns} FROM deals d ${joined}
  WHERE d.workspace_id = ? AND d.deleted_at IS NULL AND d.status = ?${" AND d.words LIKE ?".repeat(count)}
  ORDER BY d.created_at DESC, d.id DESC LIMIT ${limit}`

export const find = `SELECT ${columns} FROM deals d ${joined}
  WHERE d.workspace_id = ? AND d.id = ? AND d.deleted_at IS NULL`

export const lock = `WITH d AS MATERIALIZED (SELECT * FROM deals
    WHERE workspace_id = ? AND id = ? AND deleted_at IS NULL FOR UPDATE)
  SELECT ${columns} FROM d ${joined}`

export const boardWithStages = `SELECT b.id, b.team_id, b.name, b.currency, b.default_deal_amount_cents, b.created_at,
    s.id AS stage_id, s.name AS stage_name, s.region, s.position, s.probability
  FROM boards b JOIN stages s ON s.workspace_id = b.workspace_id AND s.board_id = b.id
  WHERE b.workspace_id = ? AND b.id = ? ORDER BY s.position`

export const stages = `SELECT id, name, region, position, probability FROM stages
  WHERE workspace_id = ? AND board_id = ? ORDER BY position`

export const insert = `INSERT INTO deals (workspace_id, id, board_id, currency, created_at, ${changeable.join()})
  VALUES ${tuples(1, changeable.length + 5)}`

export const update = `UPDATE deals SET ${changeable.map((column) => `${column} = ?`).join()}
  WHERE workspace_id = ? AND id = ?`

export const addTotals = (rows: number) => `INSERT INTO deal_totals
  (workspace_id, board_id, key, currency, slot, deals, cents) VALUES ${tuples(rows, 7)}
  ON CONFLICT (workspace_id, board_id, key, currency, slot) DO UPDATE
    SET deals = deal_totals.deals + excluded.deals, cents = deal_totals.cents + excluded.cents`

export const addNotes = (rows: number) => `INSERT INTO notes (workspace_id, id, deal_id, author_id, kind,
  content_text, content_json, system_event_type, system_event_data, created_at, edited_at) VALUES ${tuples(rows, 11)}`

export const webhooks = `SELECT id, provider, events, stage_filter AS "stageFilter" FROM webhooks
  WHERE workspace_id = ? AND board_id = ? AND active`

export const claim = `INSERT INTO idempotency_keys (workspace_id, credential, key, fingerprint, created_at)
  VALUES ${tuples(1, 5)} ON CONFLICT (workspace_id, credential, key) DO UPDATE
    SET fingerprint = excluded.fingerprint, created_at = excluded.created_at, status = NULL, reply = NULL
    WHERE idempotency_keys.created_at <= ? RETURNING key`

export const keep = `UPDATE idempotency_keys SET status = ?, reply = ?
  WHERE workspace_id = ? AND credential = ? AND key = ?`
