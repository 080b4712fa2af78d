/** The service's statements on deals, copied for the floor. `?` is a parameter. */

const snake = (name: string) => name.replaceAll(/[A-Z]/gu, (letter) => `_${letter.toLowerCase()}`)

/** Fields of a deal that are columns and can change; those of its contact; columns that are made of other fields. */
export const fields =
  "name company amountCents ownerId labels keyTerms nextStep nextStepAt externalId updatedAt stageEnteredAt commitmentAt wonAt deadAt".split(
    " "
  )
export const contactFields = "name title email phone linkedin".split(" ")
const made = "stage_id status contact_email_lower contact_email_domain search words active_on".split(" ")

const changeable = [...fields.map(snake), ...contactFields.map((field) => `contact_${field}`), ...made]

const columns = [
  ...["id", "boardId", "currency", "leadId", "createdAt", ...fields].map(
    (field) => `d.${snake(field)} AS "${field}"`
  ),
  ...contactFields.map((field) => `d.contact_${field}`),
  `d.stage_id, s.name AS stage_name, s.region, u.name AS "ownerName"`
].join()

const joined = `JOIN stages s
    ON s.workspace_id = d.workspace_id AND s.board_id = d.board_id AND s.id = d.stage_id
  LEFT JOIN users u ON u.id = d.owner_id`

const tuples = (rows: number, columns: number) =>
  Array(rows)
    .fill(`(${Array(columns).fill("?").join()})`)
    .join()

const deals = (where: string) => `SELECT ${columns} FROM deals d ${joined}
  WHERE d.workspace_id = ? AND d.deleted_at IS NULL AND ${where}`

/** The newest 26: a page and one more. */
const page = (where: string) => `${deals(where)} ORDER BY d.created_at DESC, d.id DESC LIMIT 26`

export const listOfStage = page("d.stage_id = ?")

export const search = page("d.status = 'open' AND d.words LIKE ? AND strpos(d.search, ?) > 0")

export const find = deals("d.id = ?")

export const lock = `WITH d AS MATERIALIZED (SELECT * FROM deals
    WHERE workspace_id = ? AND id = ? AND deleted_at IS NULL FOR UPDATE)
  SELECT ${columns} FROM d ${joined}`

export const boardWithStages = `SELECT b.id, b.team_id, b.name, b.currency, b.default_deal_amount_cents, b.created_at,
    s.id AS stage_id, s.name AS stage_name, s.region, s.position, s.probability
  FROM boards b JOIN stages s ON s.workspace_id = b.workspace_id AND s.board_id = b.id
  WHERE b.workspace_id = ? AND b.id = ? ORDER BY s.position`

export const stages = `SELECT id AS stage_id, name AS stage_name, region, position, probability FROM stages
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
