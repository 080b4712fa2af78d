/**
 * The baseline for the service: bare node:http and a plain driver, sending the service's own statements.
 *
 * It serves one workspace, checks neither credentials nor input, and uses src/domain for every decision.
 */
import { createHash, randomUUID } from "node:crypto"
import { createServer, type IncomingMessage } from "node:http"
import { text } from "node:stream/consumers"
import { Pool, type PoolClient, types } from "pg"
import type { Deal } from "../../schema/Deal.ts"
import type { BoardStage } from "../../schema/Stage.ts"
import * as DealEdit from "../../src/domain/deals/DealEdit.ts"
import * as DealTotals from "../../src/domain/deals/DealTotals.ts"
import * as StageEntry from "../../src/domain/deals/StageEntry.ts"
import * as StagePlan from "../../src/domain/boards/StagePlan.ts"
import * as Statements from "./Statements.ts"

const workspace = process.env["WORKSPACE_ID"]!
const user = { id: process.env["USER_ID"]! as Deal["ownerId"], name: "Ada Park" }

types.setTypeParser(types.builtins.INT8, Number)
types.setTypeParser(types.builtins.TIMESTAMPTZ, (text) => new Date(text).toISOString())
const pool = new Pool({ connectionString: process.env["DATABASE_URL"], max: 10 })

interface Part {
  readonly text: string
  readonly values: ReadonlyArray<unknown>
}

const numbered = (text: string) => {
  let count = 0
  return text.replaceAll("?", () => `$${++count}`)
}

const statements = new Map<string, { readonly name: string; readonly text: string }>()

/** Prepared, like the service's statements; searches are not. */
const prepared = (text: string, values: ReadonlyArray<unknown>) => {
  const statement = statements.get(text) ?? { name: `s${statements.size}`, text: numbered(text) }
  statements.set(text, statement)
  return { ...statement, values: [...values] }
}

/** Several writes in one statement. */
const together = (write: Part, ...beside: ReadonlyArray<Part>) =>
  prepared(
    `WITH ${beside.map(({ text }, index) => `beside${index} AS (${text})`).join()} ${write.text}`,
    [...beside, write].flatMap(({ values }) => values)
  )

const refOf = ({ region, stage_id: id, stage_name: name }: any) => ({
  id,
  name,
  region,
  isAnchor: region === "anchor"
})

const toStage = (row: any): BoardStage => ({
  ...refOf(row),
  position: row.position,
  probability: row.probability
})

const toDeal = (row: any): Deal => {
  const { contact_email, contact_linkedin, contact_name, contact_phone, contact_title, ...rest } = row
  const { region: _, stage_id: __, stage_name: ___, ...deal } = rest
  const contact = { name: contact_name, title: contact_title, email: contact_email }
  const primaryContact = { ...contact, phone: contact_phone, linkedin: contact_linkedin }
  return { ...deal, stage: refOf(row), primaryContact }
}

const searchable = (...parts: ReadonlyArray<string | null>) =>
  parts
    .map((part) => part ?? "")
    .join("\n")
    .toLowerCase()

/** The columns that change, in the order of the statements. */
const valuesOf = (deal: Deal): ReadonlyArray<unknown> => {
  const { company, name, primaryContact: contact, stage, updatedAt } = deal
  return [
    ...Statements.fields.map((field) => deal[field as keyof Deal]),
    ...Statements.contactFields.map((field) => contact[field as keyof typeof contact]),
    ...[stage.id, StageEntry.status(stage.region), contact.email, contact.email?.split("@")[1] ?? null],
    ...[
      searchable(name, company),
      searchable(name, company, contact.name, contact.email),
      updatedAt.slice(0, 10)
    ]
  ]
}

const totals = (before: Deal | null, after: Deal): Part => {
  const changes = DealTotals.difference(before, after)
  const slot = Number.parseInt(after.id.slice(-2), 16) % 8
  const values = changes.map((one) => [one.key, one.currency, slot, one.deals, one.cents])
  return {
    text: Statements.addTotals(changes.length),
    values: values.flatMap((row) => [workspace, after.boardId, ...row])
  }
}

const notes = (deal: Deal, types: ReadonlyArray<string>, data: object, at: string): Part => {
  const text = JSON.stringify({ actor: `user:${user.id}`, ...data })
  const row = (type: string) => [deal.id, user.id, "system_event", null, null, type, text, at, null]
  const values = types.flatMap((type) => [workspace, randomUUID(), ...row(type)])
  return { text: Statements.addNotes(types.length), values }
}

const list = async (query: URLSearchParams) => {
  const [q, stage] = [query.get("q"), query.get("stageId")]
  const { rows } =
    q === null
      ? await pool.query(prepared(Statements.listOfStage, [workspace, stage]))
      : await pool.query(numbered(Statements.search), [workspace, `%${q}%`, q])
  const data = rows.slice(0, 25).map(toDeal)
  const hasMore = rows.length > 25
  const last = data.at(-1)!
  const cursor = () => Buffer.from(JSON.stringify([last.createdAt, last.id])).toString("base64url")
  return JSON.stringify({ data, hasMore, nextCursor: hasMore ? cursor() : null })
}

const get = async (id: string) => {
  const { rows } = await pool.query(prepared(Statements.find, [workspace, id]))
  return JSON.stringify(toDeal(rows[0]))
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

const create = (key: string, body: string) =>
  transaction(async (client) => {
    const now = new Date()
    const fingerprint = createHash("sha256").update(body).digest()
    const expired = new Date(now.getTime() - 86_400_000)
    await client.query(prepared(Statements.claim, [workspace, "floor", key, fingerprint, now, expired]))
    const { boardId, ...sent } = JSON.parse(body)
    const { rows } = await client.query(prepared(Statements.boardWithStages, [workspace, boardId]))
    const board = { ...rows[0], defaultDealAmountCents: rows[0].default_deal_amount_cents }
    const at = new Date().toISOString()
    const first = StagePlan.first(rows.map(toStage))!
    const deal = DealEdit.create(board, sent, first, user, randomUUID() as Deal["id"], at)
    const values = [workspace, deal.id, deal.boardId, deal.currency, at, ...valuesOf(deal)]
    const { isAnchor: _, ...stage } = deal.stage
    const created = notes(deal, ["deal_created"], { stage }, at)
    await client.query(together({ text: Statements.insert, values }, totals(null, deal), created))
    await client.query(prepared(Statements.webhooks, [workspace, boardId]))
    const answer = JSON.stringify(deal)
    await client.query(prepared(Statements.keep, [201, Buffer.from(answer), workspace, "floor", key]))
    return answer
  })

const move = (id: string, body: string) =>
  transaction(async (client) => {
    const { toStageId } = JSON.parse(body)
    const { rows } = await client.query(prepared(Statements.lock, [workspace, id]))
    const before = toDeal(rows[0])
    const stages = await client.query(prepared(Statements.stages, [workspace, before.boardId]))
    const to = stages.rows.map(toStage).find((stage) => stage.id === toStageId)!
    const at = new Date().toISOString()
    const after = StageEntry.enter(before, to, at)
    const types = StageEntry.activity(before.stage, after.stage)
    const moved = notes(after, types, { from: before.stage, to: after.stage }, at)
    const values = [...valuesOf(after), workspace, id]
    await client.query(together({ text: Statements.update, values }, totals(before, after), moved))
    await client.query(prepared(Statements.webhooks, [workspace, after.boardId]))
    return JSON.stringify(after)
  })

const answer = async (request: IncomingMessage): Promise<readonly [status: number, body: string]> => {
  const [path = "", query] = request.url!.split("?")
  const [, , , id = "", action] = path.split("/")
  if (path === "/readyz") return [200, "{}"]
  if (request.method === "GET") return [200, await (id === "" ? list(new URLSearchParams(query)) : get(id))]
  const body = await text(request)
  if (action === "move") return [200, await move(id, body)]
  return [201, await create(request.headers["idempotency-key"] as string, body)]
}

const server = createServer((request, response) => {
  answer(request).then(
    ([status, body]) => {
      const headers = { "content-type": "application/json", "content-length": Buffer.byteLength(body) }
      response.writeHead(status, headers).end(body)
    },
    (error) => response.writeHead(500).end(String(error))
  )
})

server.listen(Number(process.env["PORT"]), "127.0.0.1")
process.on("SIGTERM", () => process.exit(0))
