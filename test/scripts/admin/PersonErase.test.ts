import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { contextOf } from "../../../layers/approvals/ApprovalRow.ts"
import { Seals } from "../../../layers/audit/Seals.ts"
import { Tenant } from "../../../layers/identity/Tenant.ts"
import * as Idempotency from "../../../layers/records/Idempotency.ts"
import { Encryption } from "../../../layers/encryption/Encryption.ts"
import { callHere, run as admin } from "../../support/server/Admin.ts"
import { agentOf, asked } from "../../support/approvals/Agents.ts"
import { gallery } from "../../support/fakes/Gallery.ts"
import { contract, created, ok, refused, workspace as makeWorkspace } from "../../support/server/Contract.ts"

const email = "Ann.Lee+crm@person.example"
const name = "Ann Marie Lee"
const phone = "+44 20 7946 0991"

/** What must not be found, as the tables may hold it. */
const traces = [email, encodeURIComponent(email), name, phone].flatMap((text) => [
  text.toLowerCase(),
  Buffer.from(text).toString("hex")
])

interface Reply {
  readonly workspace_id: string
  readonly credential: string
  readonly key: string
  readonly reply: Uint8Array
}

interface Approval {
  readonly workspace_id: string
  readonly id: string
  readonly asked: Uint8Array
}

/** Every row of every table as text, and what is sealed, opened. */
const dump = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const encryption = yield* Encryption
  const tables = yield* sql<{ name: string }>`SELECT relname AS name FROM pg_class
    WHERE relnamespace = current_schema()::regnamespace AND relkind IN ('r', 'p') AND NOT relispartition`
  const texts: Array<string> = []
  for (const { name } of tables) {
    const rows = yield* sql<{ row: string }>`SELECT t::text AS row FROM ${sql(name)} t`
    texts.push(...rows.map(({ row }) => `${name}: ${row}`.toLowerCase()))
  }
  const replies =
    yield* sql<Reply>`SELECT workspace_id, credential, key, reply FROM idempotency_keys WHERE reply IS NOT NULL`
  for (const row of replies) {
    const body = yield* encryption.open(row.reply, Idempotency.contextOf(row.workspace_id, row))
    texts.push(`reply: ${body.toLowerCase()}`)
  }
  for (const row of yield* sql<Approval>`SELECT workspace_id, id, asked FROM approvals`) {
    const call = yield* encryption.open(row.asked, contextOf("asked", row.workspace_id, row.id))
    texts.push(`approval: ${call.toLowerCase()}`)
  }
  return texts
})

/** The address of someone else, which holds the person's. */
const others = new RegExp(`jo${email}`.replaceAll(/[.+]/gu, "\\$&"), "giu")

const found = (texts: ReadonlyArray<string>) =>
  texts.filter((text) => traces.some((trace) => text.replaceAll(others, "").includes(trace)))

const tables = (texts: ReadonlyArray<string>) => [...new Set(texts.map((text) => text.split(":")[0]!))].sort()

const setUp = Effect.gen(function* () {
  const mine = yield* makeWorkspace()
  const workspace = mine.workspace.id
  const boardId = mine.board.id
  const { url } = yield* admin("form token", { board: boardId })
  const pictures = yield* gallery
  const agent = yield* agentOf(mine, { operations: { "deals.create": "ask" } })
  yield* created(
    mine.post("/v1/webhooks", {
      boardId,
      url: "https://hook.example/x",
      events: ["lead.created", "deal.created"]
    })
  )
  const tracked = { sourceUrl: `https://a.example/?email=${encodeURIComponent(email)}` }
  const person = { firstName: "Ann Marie", lastName: "Lee", workEmail: email, phone }
  const sent = { ...person, message: `Write to ${email}`, ...tracked }
  const lead = yield* created(mine.post("/v1/leads", sent, { "idempotency-key": "one" }))
  yield* ok(mine.post(new URL(url).pathname, { ...sent, workEmail: email.toUpperCase() }))
  const contact = { name, email, phone, linkedin: "https://linkedin.com/in/ann-marie-lee" }
  const enrichment = { contact, body: `${name} buys.`, screenshot: `${pictures.url}/1.png` }
  const { screenshot } = (yield* ok(mine.patch(`/v1/leads/${lead.id}`, { enrichment }))).enrichment
  const { dealId } = yield* created(
    mine.post(`/v1/leads/${lead.id}/promote`, {}, { "idempotency-key": "two" })
  )
  yield* created(mine.post(`/v1/deals/${dealId}/notes`, { contentText: `${name} called from ${phone}.` }))
  yield* ok(
    mine.patch(`/v1/deals/${dealId}`, {
      keyTerms: `Agreed with ${name}.`,
      nextStep: `Call ${name}`,
      primaryContactName: name
    })
  )
  yield* asked(agent.post("/v1/deals", { boardId, name: "Asked", primaryContactEmail: email }))
  const other = yield* created(
    mine.post("/v1/leads", { workEmail: `jo${email}`, message: `I know ${email.toLowerCase()}, don't you?` })
  )
  const gone = yield* created(mine.post("/v1/deals", { boardId, name: "Gone", primaryContactEmail: email }))
  yield* ok(mine.delete(`/v1/deals/${gone.id}`))
  yield* admin("workspace fork", { workspace })
  const seal = Effect.flatMap(Seals, (seals) => seals.seal(60_000))
  yield* Effect.provideService(seal, Tenant, { workspaceId: workspace })
  return { workspace, mine, lead, other, dealId, screenshot: screenshot as string }
})

contract(
  "erasing a person",
  (it) => {
    it.effect("leaves no trace in any table, reply or approval, and the audit log whole", () =>
      Effect.gen(function* () {
        const { dealId, lead, mine, other, screenshot, workspace } = yield* setUp
        const status = Effect.promise(async () => (await fetch(screenshot)).status)
        assert.strictEqual(yield* status, 200)
        const before = yield* dump
        const held = ["approval", "audit", "deals", "deliveries", "lead_history", "leads", "notes", "reply"]
        assert.includeMembers(tables(found(before)), held)

        const counted = yield* admin("person erase", { email })
        assert.isFalse(counted.erased)
        assert.includeMembers(tables(found(yield* dump)), held)
        const shown = yield* admin("person export", { email, workspace })
        assert.lengthOf(shown.workspaces, 1)
        assert.lengthOf(shown.workspaces[0].leads, 2)
        assert.include(JSON.stringify(shown.workspaces[0].leads), `${name} buys.`)

        const erased = yield* admin("person erase", { email, confirm: "true" })
        // The workspace, and its rehearsal.
        assert.lengthOf(erased.workspaces, 2)
        assert.deepInclude(
          erased.workspaces.find((one: any) => one.workspaceId === workspace),
          { leads: 2, deals: 2 }
        )
        assert.deepStrictEqual(found(yield* dump), [])

        yield* refused(mine.get(`/v1/leads/${lead.id}`), 404, "lead_not_found")
        assert.strictEqual(yield* status, 404)
        const deal = yield* ok(mine.get(`/v1/deals/${dealId}`))
        assert.deepStrictEqual(new Set(Object.values(deal.primaryContact)), new Set([null]))
        assert.strictEqual(deal.keyTerms, "Agreed with [erased].")
        assert.strictEqual(deal.nextStep, "Call [erased]")
        const kept = yield* ok(mine.get(`/v1/leads/${other.id}`))
        assert.strictEqual(kept.contact.email, `jo${email}`)
        assert.strictEqual(kept.contact.message, "I know [erased], don't you?")
        const again = yield* mine.post("/v1/leads", {}, { "idempotency-key": "one" })
        assert.notStrictEqual(again.status, 201)
        const [proof] = (yield* admin("audit verify", { workspace })).workspaces
        assert.isAbove(proof.redacted, 5)
        assert.lengthOf(found([JSON.stringify(yield* ok(mine.get("/v1/audit?limit=100"))).toLowerCase()]), 0)
        const second = yield* admin("person erase", { email, confirm: "true" })
        assert.deepInclude(second.workspaces[0], {
          leads: 0,
          deals: 0,
          replies: 0,
          auditEntries: 0,
          texts: {}
        })
      })
    )

    it.effect("keeps what an erasure can't hide: an entry that was altered stays so", () =>
      Effect.gen(function* () {
        const { workspace } = yield* setUp
        const sql = yield* SqlClient.SqlClient
        yield* sql`UPDATE audit SET outcome = 'denied' WHERE workspace_id = ${workspace} AND operation = 'leads.update'`
        yield* admin("person erase", { email, confirm: "true" })
        const failure = yield* callHere(["audit", "verify", "--workspace", workspace])
        assert.include(failure.stderr, "was altered")
      })
    )

    it.effect("empties the account of someone who left, and refuses that of a member", () =>
      Effect.gen(function* () {
        const made = yield* admin("workspace create", {
          name: "B",
          plan: "standard",
          ownerEmail: "own@b.example"
        })
        const workspace: string = made.workspace.id
        const { user } = yield* admin("member add", { workspace, email, role: "member", name })
        const refusal = yield* callHere(["person", "erase", "--email", email, "--confirm"])
        assert.include(refusal.stderr, "is a member of the workspace")
        yield* admin("member remove", { workspace, user: user.id })
        const erased = yield* admin("person erase", { email, confirm: "true" })
        assert.strictEqual(erased.accounts, 1)
        assert.deepStrictEqual(found(yield* dump), [])
      })
    )
  },
  { PROMOTION_ENABLED: "true", OUTBOUND_ALLOW_PRIVATE: "true" }
)
