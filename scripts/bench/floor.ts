/**
 * The baseline for the service: bare node:http and a plain driver, with the service's rows and rules. It serves one workspace and validates
 * neither credentials nor input.
 */
import { createHash, randomUUID } from "node:crypto"
import { createServer, type IncomingMessage } from "node:http"
import { Pool, type PoolClient, types } from "pg"
import * as DealRow from "../../layers/deals/DealRow.ts"
import type { Deal } from "../../schema/Deal.ts"
import type { BoardStage } from "../../schema/Stage.ts"
import * as DealEdit from "../../src/deals/rules/DealEdit.ts"
import * as DealTotals from "../../src/deals/rules/DealTotals.ts"
import * as StageEntry from "../../src/deals/rules/StageEntry.ts"
import * as StagePlan from "../../src/boards/rules/StagePlan.ts"

const workspace = process.env["WORKSPACE_ID"]!
const user = { id: process.env["USER_ID"]! as Deal["ownerId"], name: "Ada Park" }
const credential = "floor"

types.setTypeParser(types.builtins.INT8, Number)
types.setTypeParser(types.builtins.TIMESTAMPTZ, (text) => new Date(text).toISOString())
const pool = new Pool({ connectionString: process.env["DATABASE_URL"], max: 10 })

/** A statement with `?` as the placeholder. */
interface Statement {
  readonly text: string
  readonly values: ReadonlyArray<unknown>
}

const numbered = (text: string) => {
  let count = 0
  return text.replaceAll("?", () => `$${++count}`)
}

const statements = new Map<string, { readonly name: string; readonly text: string }>()

/** A prepared statement, as the service uses except for searches. */
const prepared = (text: string, values: ReadonlyArray<unknown>) => {
  const statement = statements.get(text) ?? { name: `s${statements.size}`, text: numbered(text) }
  statements.set(text, statement)
  return { ...statement, values: [...values] }
}

/** Combines several writes into one statement. */
const together = (write: Statement, ...others: ReadonlyArray<Statement>) =>
  prepared(
    `WITH ${others.map(({ text }, index) => `beside${index} AS (${text})`).join()} ${write.text}`,
    [...others, write].flatMap(({ values }) => values)
  )

const inserting = (
  table: string,
  columns: string,
  rows: ReadonlyArray<ReadonlyArray<unknown>>
): Statement => ({
  text: `INSERT INTO ${table} (${columns}) VALUES ${rows.map((row) => `(${row.map(() => "?").join()})`).join()}`,
  values: rows.flat()
})

const deals = `SELECT ${DealRow.selected} FROM deals d ${DealRow.joins} WHERE d.workspace_id = ? AND d.deleted_at IS NULL`

const pageOf = (limit: number) => `ORDER BY d.created_at DESC, d.id DESC LIMIT ${limit + 1}`

const toStage = (row: Omit<BoardStage, "isAnchor">): BoardStage => ({
  ...row,
  isAnchor: row.region === "anchor"
})

const totals = (before: Deal | null, after: Deal): Statement => {
  const slot = Number.parseInt(after.id.slice(-2), 16) % 8
  const rows = DealTotals.difference(before, after).map(({ cents, currency, deals, key }) => [
    ...[workspace, after.boardId, key, currency, slot, deals, cents]
  ])
  const { text, values } = inserting(
    "deal_totals",
    "workspace_id, board_id, key, currency, slot, deals, cents",
    rows
  )
  const added = "deals = deal_totals.deals + excluded.deals, cents = deal_totals.cents + excluded.cents"
  return {
    text: `${text} ON CONFLICT (workspace_id, board_id, key, currency, slot) DO UPDATE SET ${added}`,
    values
  }
}

const notes = (deal: Deal, types: ReadonlyArray<string>, data: object, at: string): Statement =>
  inserting(
    "notes",
    "workspace_id, id, deal_id, author_id, kind, system_event_type, system_event_data, created_at",
    types.map((type) => [
      ...[workspace, randomUUID(), deal.id, user.id, "system_event", type],
      ...[JSON.stringify({ actor: `user:${user.id}`, ...data }), at]
    ])
  )

const list = async (query: URLSearchParams) => {
  const stage = query.get("stageId")
  const q = query.get("q")
  const limit = Number(query.get("limit") ?? 25)
  const words = query.get("search")?.split(" ") ?? []
  const patterns = (q === null ? words : [q]).map((word) => `%${word}%`)
  const found =
    patterns.length === 0
      ? prepared(`${deals} AND d.stage_id = ? ${pageOf(limit)}`, [workspace, stage])
      : {
          text: numbered(
            `${deals} AND d.status = ?${" AND d.words LIKE ?".repeat(patterns.length)}${q === null ? "" : " AND strpos(d.search, ?) > 0"} ${pageOf(limit)}`
          ),
          values: [workspace, query.get("status") ?? "open", ...patterns, ...(q === null ? [] : [q])]
        }
  const { rows } = await pool.query(found)
  const data = rows.slice(0, limit).map(DealRow.toDeal)
  const last = data.at(-1)
  const hasMore = rows.length > limit && last !== undefined
  const nextCursor = hasMore
    ? Buffer.from(JSON.stringify([last.createdAt, last.id])).toString("base64url")
    : null
  return JSON.stringify({ data, hasMore, nextCursor })
}

const get = async (id: string) => {
  const { rows } = await pool.query(prepared(`${deals} AND d.id = ?`, [workspace, id]))
  return JSON.stringify(DealRow.toDeal(rows[0]))
}

const transaction = async (run: (client: PoolClient) => Promise<string>) => {
  const client = await pool.connect()
  try {
    await client.query(prepared("BEGIN", []))
    const answer = await run(client)
    await client.query(prepared("COMMIT", []))
    return answer
  } catch (error) {
    await client.query("ROLLBACK")
    throw error
  } finally {
    client.release()
  }
}

const claimKey = `INSERT INTO idempotency_keys (workspace_id, credential, key, fingerprint, created_at)
  VALUES (?, ?, ?, ?, ?) ON CONFLICT (workspace_id, credential, key) DO UPDATE
    SET fingerprint = excluded.fingerprint, created_at = excluded.created_at, status = NULL, reply = NULL
    WHERE idempotency_keys.created_at <= ? RETURNING key`

const keepReply = `UPDATE idempotency_keys SET status = ?, reply = ? WHERE workspace_id = ? AND credential = ? AND key = ?`

const keyed = (key: string, body: string, run: (client: PoolClient) => Promise<string>) =>
  transaction(async (client) => {
    const at = new Date()
    const fingerprint = createHash("sha256").update(body).digest()
    const claim = [workspace, credential, key, fingerprint, at, new Date(at.getTime() - 86_400_000)]
    await client.query(prepared(claimKey, claim))
    const answer = await run(client)
    await client.query(prepared(keepReply, [201, Buffer.from(answer), workspace, credential, key]))
    return answer
  })

const webhooksOf = `SELECT id, provider, events, stage_filter AS "stageFilter" FROM webhooks
  WHERE workspace_id = ? AND board_id = ? AND active`

const stagesOf = `SELECT id, name, region, position, probability FROM stages
  WHERE workspace_id = ? AND board_id = ? ORDER BY position`

const boardWithStages = `SELECT b.currency, b.default_deal_amount_cents AS "defaultDealAmountCents", s.id, s.name, s.region, s.position,
    s.probability FROM boards b JOIN stages s ON s.workspace_id = b.workspace_id AND s.board_id = b.id
  WHERE b.workspace_id = ? AND b.id = ? ORDER BY s.position`

const create = (key: string, body: string) =>
  keyed(key, body, async (client) => {
    const { boardId, ...sent } = JSON.parse(body)
    const { rows } = await client.query(prepared(boardWithStages, [workspace, boardId]))
    const at = new Date().toISOString()
    const stage = StagePlan.first(rows.map(toStage))!
    const deal = DealEdit.create(
      { ...rows[0], id: boardId },
      sent,
      stage,
      user,
      randomUUID() as Deal["id"],
      at
    )
    const columns = DealRow.newOf(workspace, deal)
    const { id, name, region } = deal.stage
    await client.query(
      together(
        inserting("deals", Object.keys(columns).join(), [Object.values(columns)]),
        totals(null, deal),
        notes(deal, ["deal_created"], { stage: { id, name, region } }, at)
      )
    )
    await client.query(prepared(webhooksOf, [workspace, boardId]))
    return JSON.stringify(deal)
  })

const lockDeal = `WITH d AS MATERIALIZED (SELECT * FROM deals WHERE workspace_id = ? AND id = ? AND deleted_at IS NULL FOR UPDATE)
  SELECT ${DealRow.selected} FROM d ${DealRow.joins}`

const move = (id: string, body: string) =>
  transaction(async (client) => {
    const { toStageId } = JSON.parse(body)
    const { rows } = await client.query(prepared(lockDeal, [workspace, id]))
    const before = DealRow.toDeal(rows[0])
    const stages = await client.query(prepared(stagesOf, [workspace, before.boardId]))
    const to = stages.rows.map(toStage).find((stage) => stage.id === toStageId)!
    const at = new Date().toISOString()
    const after = StageEntry.enter(before, to, at)
    const columns = Object.entries(DealRow.changeable(after))
    const update = {
      text: `UPDATE deals SET ${columns.map(([name]) => `${name} = ?`).join()} WHERE workspace_id = ? AND id = ?`,
      values: [...columns.map(([, value]) => value), workspace, id]
    }
    const [from, events] = [before.stage, StageEntry.activity(before.stage, after.stage)]
    const entries = notes(after, events, { from, to: after.stage }, at)
    await client.query(together(update, totals(before, after), entries))
    await client.query(prepared(webhooksOf, [workspace, after.boardId]))
    return JSON.stringify(after)
  })

const read = async (request: IncomingMessage) => {
  const chunks: Array<Buffer> = []
  for await (const chunk of request) chunks.push(chunk)
  return Buffer.concat(chunks).toString()
}

const answer = async (request: IncomingMessage): Promise<readonly [status: number, body: string]> => {
  const [path = "", query] = request.url!.split("?")
  if (path === "/readyz") return [200, ""]
  const [, , , id = "", action] = path.split("/")
  if (request.method === "GET") return [200, await (id === "" ? list(new URLSearchParams(query)) : get(id))]
  const body = await read(request)
  if (action === "move") return [200, await move(id, body)]
  return [201, await create(request.headers["idempotency-key"] as string, body)]
}

createServer((request, response) => {
  answer(request).then(
    ([status, body]) => {
      const length = Buffer.byteLength(body)
      response.writeHead(status, { "content-type": "application/json", "content-length": length })
      response.end(body)
    },
    (error) => response.writeHead(500).end(String(error))
  )
}).listen(Number(process.env["PORT"]), "127.0.0.1")
process.on("SIGTERM", () => process.exit(0))
