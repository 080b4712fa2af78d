/**
 * The baseline for the service: bare node:http and a plain driver, sending the service's own statements.
 *
 * It serves one workspace, checks neither credentials nor input, and uses src/domain for every decision.
 */
import { createHash, randomUUID } from "node:crypto"
import { createServer, type IncomingMessage } from "node:http"
import type { AddressInfo } from "node:net"
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
const credential = "floor"
const actor = `user:${user.id}`

types.setTypeParser(types.builtins.INT8, Number)
types.setTypeParser(types.builtins.TIMESTAMPTZ, (text) => new Date(text).toISOString())
const pool = new Pool({ connectionString: process.env["DATABASE_URL"], max: 10 })

interface Known {
  readonly name: string
  readonly text: string
}

const known = new Map<string, Known>()

const knownOf = (text: string) => {
  const found = known.get(text)
  if (found !== undefined) return found
  const made = { name: `s${known.size}`, text: Statements.numbered(text) }
  known.set(text, made)
  return made
}

/** Prepared, like the service's statements; searches are not. */
const prepared = (text: string, values: ReadonlyArray<unknown>) => ({ ...knownOf(text), values: [...values] })

interface Part {
  readonly text: string
  readonly values: ReadonlyArray<unknown>
}

const together = (write: Part, ...beside: ReadonlyArray<Part>) =>
  prepared(
    Statements.together(
      write.text,
      beside.map(({ text }) => text)
    ),
    [...beside, write].flatMap(({ values }) => values)
  )

const toDeal = (row: any): Deal => ({
  id: row.id,
  boardId: row.board_id,
  name: row.name,
  company: row.company,
  amountCents: row.amount_cents,
  currency: row.currency,
  stage: {
    id: row.stage_id,
    name: row.stage_name,
    region: row.region,
    isAnchor: row.region === "anchor"
  },
  ownerId: row.owner_id,
  ownerName: row.owner_name,
  labels: row.labels,
  primaryContact: {
    name: row.contact_name,
    title: row.contact_title,
    email: row.contact_email,
    phone: row.contact_phone,
    linkedin: row.contact_linkedin
  },
  keyTerms: row.key_terms,
  nextStep: row.next_step,
  nextStepAt: row.next_step_at,
  leadId: row.lead_id,
  externalId: row.external_id,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
  stageEnteredAt: row.stage_entered_at,
  commitmentAt: row.commitment_at,
  wonAt: row.won_at,
  deadAt: row.dead_at
})

const toStage = (row: any): BoardStage => ({
  id: row.id,
  name: row.name,
  region: row.region,
  isAnchor: row.region === "anchor",
  position: row.position,
  probability: row.probability
})

const found = (...parts: ReadonlyArray<string | null>) =>
  parts
    .map((part) => part ?? "")
    .join("\n")
    .toLowerCase()

const columnsOf = (deal: Deal) => ({
  stage_id: deal.stage.id,
  status: StageEntry.status(deal.stage.region),
  name: deal.name,
  company: deal.company,
  amount_cents: deal.amountCents,
  owner_id: deal.ownerId,
  labels: deal.labels,
  contact_name: deal.primaryContact.name,
  contact_title: deal.primaryContact.title,
  contact_email: deal.primaryContact.email,
  contact_phone: deal.primaryContact.phone,
  contact_linkedin: deal.primaryContact.linkedin,
  contact_email_lower: deal.primaryContact.email,
  contact_email_domain: deal.primaryContact.email?.split("@")[1] ?? null,
  key_terms: deal.keyTerms,
  next_step: deal.nextStep,
  next_step_at: deal.nextStepAt,
  external_id: deal.externalId,
  search: found(deal.name, deal.company),
  words: found(deal.name, deal.company, deal.primaryContact.name, deal.primaryContact.email),
  updated_at: deal.updatedAt,
  active_on: deal.updatedAt.slice(0, 10),
  stage_entered_at: deal.stageEnteredAt,
  commitment_at: deal.commitmentAt,
  won_at: deal.wonAt,
  dead_at: deal.deadAt
})

const totals = (before: Deal | null, after: Deal): Part => {
  const changes = DealTotals.difference(before, after)
  const slot = Number.parseInt(after.id.slice(-2), 16) % 8
  const values = changes.flatMap(({ cents, currency, deals, key }) => [
    workspace,
    after.boardId,
    key,
    currency,
    slot,
    deals,
    cents
  ])
  return { text: Statements.addTotals(changes.length), values }
}

const entry = (deal: Deal, type: string, data: object, at: string) => [
  workspace,
  randomUUID(),
  deal.id,
  user.id,
  "system_event",
  null,
  null,
  type,
  JSON.stringify({ actor, ...data }),
  at,
  null
]

const list = async (query: URLSearchParams) => {
  const stage = query.get("stageId")
  const q = query.get("q")
  const limit = Number(query.get("limit") ?? 25)
  const words = query.get("search")?.split(" ") ?? []
  const statement = q === null ? Statements.words(limit + 1, words.length) : Statements.search(limit + 1)
  const asked = q === null ? words.map((word) => `%${word}%`) : [`%${q}%`, q]
  const { rows } =
    asked.length === 0
      ? await pool.query(prepared(Statements.listOfStage(limit + 1), [workspace, stage]))
      : await pool.query(Statements.numbered(statement), [workspace, query.get("status") ?? "open", ...asked])
  const data = rows.slice(0, limit).map(toDeal)
  const last = data.at(-1)
  const more = rows.length > limit && last !== undefined
  const nextCursor = more
    ? Buffer.from(JSON.stringify([last.createdAt, last.id])).toString("base64url")
    : null
  return JSON.stringify({ data, hasMore: more, nextCursor })
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

const keyed = (key: string, body: string, run: (client: PoolClient) => Promise<string>) =>
  transaction(async (client) => {
    const at = new Date()
    const fingerprint = createHash("sha256").update(body).digest()
    const expired = new Date(at.getTime() - 86_400_000)
    await client.query(prepared(Statements.claim, [workspace, credential, key, fingerprint, at, expired]))
    const answer = await run(client)
    await client.query(prepared(Statements.keep, [201, Buffer.from(answer), workspace, credential, key]))
    return answer
  })

const notes = (entries: ReadonlyArray<ReadonlyArray<unknown>>): Part => ({
  text: Statements.addNotes(entries.length),
  values: entries.flat()
})

const create = (key: string, body: string) =>
  keyed(key, body, async (client) => {
    const { boardId, ...sent } = JSON.parse(body)
    const { rows } = await client.query(prepared(Statements.boardWithStages, [workspace, boardId]))
    const stages = rows.map((row) => toStage({ ...row, id: row.stage_id, name: row.stage_name }))
    const board = { ...rows[0], defaultDealAmountCents: rows[0].default_deal_amount_cents }
    const at = new Date().toISOString()
    const deal = DealEdit.create(board, sent, StagePlan.first(stages)!, user, randomUUID() as Deal["id"], at)
    const row = [workspace, deal.id, deal.boardId, deal.currency, at, ...Object.values(columnsOf(deal))]
    const { id, name, region } = deal.stage
    const created = entry(deal, "deal_created", { stage: { id, name, region } }, at)
    await client.query(
      together({ text: Statements.insert, values: row }, totals(null, deal), notes([created]))
    )
    await client.query(prepared(Statements.webhooks, [workspace, boardId]))
    return JSON.stringify(deal)
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
    const entries = StageEntry.activity(before.stage, after.stage).map((type) =>
      entry(after, type, { from: before.stage, to: after.stage }, at)
    )
    const values = [...Object.values(columnsOf(after)), workspace, id]
    await client.query(together({ text: Statements.update, values }, totals(before, after), notes(entries)))
    await client.query(prepared(Statements.webhooks, [workspace, after.boardId]))
    return JSON.stringify(after)
  })

const read = async (request: IncomingMessage) => {
  let text = ""
  for await (const chunk of request) text += chunk
  return text
}

const answer = async (request: IncomingMessage): Promise<readonly [status: number, body: string]> => {
  const [path = "", query] = request.url!.split("?")
  const [, , , id = "", action] = path.split("/")
  if (request.method === "GET") return [200, await (id === "" ? list(new URLSearchParams(query)) : get(id))]
  const body = await read(request)
  if (action === "move") return [200, await move(id, body)]
  return [201, await create(request.headers["idempotency-key"] as string, body)]
}

const server = createServer((request, response) => {
  answer(request).then(
    ([status, body]) => {
      response.writeHead(status, {
        "content-type": "application/json",
        "content-length": Buffer.byteLength(body)
      })
      response.end(body)
    },
    (error) => response.writeHead(500).end(String(error))
  )
})

server.listen(0, "127.0.0.1", () => {
  console.log(`Floor is ready at http://127.0.0.1:${(server.address() as AddressInfo).port}`)
})
process.on("SIGTERM", () => process.exit(0))
