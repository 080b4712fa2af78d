import { assert } from "@effect/vitest"
import { Effect, Schedule } from "effect"
import { SqlClient } from "effect/sql"
import * as Tables from "../../../layers/identity/rehearsals/Tables.ts"
import { fork } from "../../support/samples/Rehearsals.ts"
import { gallery } from "../../support/samples/LeadSamples.ts"
import { makeReceiver } from "../../support/fakes/Receiver.ts"
import { run as admin } from "../../support/server/Admin.ts"
import { contract, created, member, ok, refused, workspace } from "../../support/server/Contract.ts"

/** A workspace with a bit of everything that is copied. */
const site = Effect.gen(function* () {
  const source = yield* workspace()
  const { board } = source
  const deal = yield* created(
    source.post("/v1/deals", { boardId: board.id, name: "Trackers", amountCents: 100 })
  )
  yield* created(source.post(`/v1/deals/${deal.id}/notes`, { contentText: "Called them" }))
  const lead = yield* created(source.post("/v1/leads", { firstName: "Sabine", message: "Hello" }))
  yield* ok(source.patch(`/v1/leads/${lead.id}`, { enrichment: { status: "in_progress", score: 10 } }))
  yield* admin("form token", { board: board.id })
  yield* admin("inbound address", { board: board.id })
  return { source, board, deal, lead }
})

/** The tables with a workspace, without the parts of a table in parts. */
const tables = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* sql<{ name: string }>`SELECT c.relname AS name FROM pg_class c
    JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'workspace_id' AND NOT a.attisdropped
    WHERE c.relkind IN ('r', 'p') AND NOT c.relispartition AND c.relnamespace = 'public'::regnamespace`
  return rows.map(({ name }) => name).sort()
})

const rowsOf = Effect.fnUntraced(function* (id: string) {
  const sql = yield* SqlClient.SqlClient
  const counts: Array<readonly [string, number]> = []
  for (const table of yield* tables) {
    const [row] = yield* sql<{
      count: number
    }>`SELECT count(*) AS count FROM ${sql(table)} WHERE workspace_id = ${id}`
    counts.push([table, row!.count])
  }
  return Object.fromEntries(counts.filter(([, count]) => count > 0))
})

const stageIn = (board: any, region: string) => board.find((stage: any) => stage.region === region).id

contract(
  "a rehearsal",
  (it) => {
    it.effect("knows of every table whether it is copied", () =>
      Effect.gen(function* () {
        const declared = [...Tables.copied.map(({ name }) => name), ...Object.keys(Tables.leftOut)]
        assert.deepStrictEqual(yield* tables, declared.sort())
      })
    )

    it.effect("is a copy with the same ids, exact totals and a key of its own, and says what it is", () =>
      Effect.gen(function* () {
        const { board, deal, lead, source } = yield* site
        const copy = yield* fork(source.workspace.id)
        assert.deepStrictEqual(Object.keys(copy).slice(0, 5), [
          "workspace",
          "rehearsalOf",
          "apiKey",
          "expiresAt",
          "counts"
        ])
        assert.strictEqual(copy.rehearsalOf, source.workspace.id)
        assert.deepInclude(copy.counts, { deals: 1, leads: 1, forms: 1, inbound_addresses: 1, boards: 1 })
        const me = yield* ok(copy.get("/v1/me"))
        assert.strictEqual(me.workspace.name, "Test (rehearsal)")
        assert.strictEqual(me.workspace.plan, "standard")
        assert.deepStrictEqual(
          [me.workspace.rehearsal.of, me.workspace.rehearsal.endsAt],
          [source.workspace.id, copy.expiresAt]
        )
        assert.strictEqual((yield* ok(source.get("/v1/me"))).workspace.rehearsal, undefined)
        assert.deepStrictEqual(
          yield* ok(copy.get(`/v1/deals/${deal.id}`)),
          yield* ok(source.get(`/v1/deals/${deal.id}`))
        )
        assert.deepStrictEqual(
          yield* ok(copy.get(`/v1/deals/${deal.id}/activity`)),
          yield* ok(source.get(`/v1/deals/${deal.id}/activity`))
        )
        assert.strictEqual((yield* ok(copy.get(`/v1/leads/${lead.id}`))).enrichment.score, 10)
        yield* admin("totals verify", { workspace: copy.workspace.id })
        // Changes stay apart.
        yield* ok(copy.patch(`/v1/deals/${deal.id}`, { name: "Tried out" }))
        assert.strictEqual((yield* ok(source.get(`/v1/deals/${deal.id}`))).name, "Trackers")
        yield* created(copy.post("/v1/deals", { boardId: board.id, name: "Only there" }))
        assert.strictEqual((yield* ok(source.get("/v1/deals"))).data.length, 1)
        yield* admin("totals verify", { workspace: copy.workspace.id })
        // Its log begins with what it is a copy of.
        const log = (yield* ok(copy.get("/v1/audit"))).data
        assert.deepStrictEqual(log.at(-1).operation, "admin.workspace.fork")
        assert.strictEqual(log.at(-1).changes[0].after.rehearsalOf, source.workspace.id)
        yield* admin("audit verify", { workspace: copy.workspace.id })
      })
    )

    it.effect("has other tokens for forms and mail, which make leads there alone", () =>
      Effect.gen(function* () {
        const { board, source } = yield* site
        const copy = yield* fork(source.workspace.id)
        const sql = yield* SqlClient.SqlClient
        for (const table of ["forms", "inbound_addresses"]) {
          const rows = yield* sql<{
            token: string
          }>`SELECT token FROM ${sql(table)} WHERE board_id = ${board.id}`
          assert.strictEqual(new Set(rows.map(({ token }) => token)).size, 2)
        }
        const [form] = yield* sql<{ token: string }>`SELECT token FROM forms
          WHERE workspace_id = ${copy.workspace.id} AND board_id = ${board.id}`
        yield* ok(copy.post(`/f/${form!.token}`, { firstName: "Bo", message: "From a website" }))
        assert.strictEqual((yield* ok(copy.get("/v1/leads"))).data.length, 2)
        assert.strictEqual((yield* ok(source.get("/v1/leads"))).data.length, 1)
      })
    )

    it.effect("captures webhooks, however they are set off, and connects to nobody", () =>
      Effect.gen(function* () {
        const receiver = yield* makeReceiver()
        const { board, deal, lead, source } = yield* site
        const wanted = { boardId: board.id, events: ["deal.won", "deal.stage_changed", "deal.created"] }
        const hook = yield* created(source.post("/v1/webhooks", { ...wanted, url: receiver.url }))
        const copy = yield* fork(source.workspace.id)
        const stages = yield* ok(copy.get(`/v1/boards/${board.id}/stages`))
        yield* ok(copy.post(`/v1/deals/${deal.id}/move`, { toStageId: stageIn(stages, "won") }))
        const path = `/v1/webhooks/${hook.id}`
        const log = (yield* ok(copy.get(`${path}/deliveries`))).data
        assert.deepStrictEqual(log.map(({ event, status }: any) => [event, status]).sort(), [
          ["deal.stage_changed", "captured"],
          ["deal.won", "captured"]
        ])
        const one = yield* ok(copy.get(`${path}/deliveries/${log[0].id}`))
        assert.strictEqual(JSON.parse(one.body).deal_id, deal.id)
        assert.deepStrictEqual([one.attempts, one.nextAttemptAt, one.deliveredAt], [[], null, null])
        const again = yield* ok(copy.post(`${path}/deliveries/${log[0].id}/redeliver`))
        assert.strictEqual(again.status, "captured")
        assert.strictEqual((yield* created(copy.post(`${path}/test`))).status, "captured")
        const rotated = yield* ok(copy.post(`${path}/rotate-secret`))
        assert.notStrictEqual(rotated.signingSecret, hook.signingSecret)
        const mine = yield* created(copy.post("/v1/webhooks", { ...wanted, url: receiver.url }))
        yield* created(copy.post("/v1/deals", { boardId: board.id, name: "B" }))
        const caught = (yield* ok(copy.get(`/v1/webhooks/${mine.id}/deliveries`))).data
        assert.deepStrictEqual(
          caught.map(({ status }: any) => status),
          ["captured"]
        )
        // The workspace's own are sent, and by then the others would have been.
        const live = yield* created(source.post(`${path}/test`))
        yield* Effect.repeat(ok(source.get(`${path}/deliveries/${live.id}`)), {
          until: ({ status }: any) => status === "delivered",
          schedule: Schedule.spaced("50 millis"),
          times: 200
        })
        // A row that should not be there is not sent either.
        const sql = yield* SqlClient.SqlClient
        yield* sql`UPDATE deliveries SET status = 'pending' WHERE workspace_id = ${copy.workspace.id}`
        const later = yield* created(source.post(`${path}/test`))
        yield* Effect.repeat(ok(source.get(`${path}/deliveries/${later.id}`)), {
          until: ({ status }: any) => status === "delivered",
          schedule: Schedule.spaced("50 millis"),
          times: 200
        })
        assert.deepStrictEqual(
          receiver.received.map(({ headers }) => headers["webhook-id"]),
          [live.id, later.id]
        )
        // Images are not fetched.
        const pictures = yield* makeReceiver()
        const screenshot = `${pictures.url}/a.png`
        const patched = yield* ok(copy.patch(`/v1/leads/${lead.id}`, { enrichment: { screenshot } }))
        assert.strictEqual(patched.enrichment.screenshotSource, screenshot)
        assert.match(patched.enrichment.screenshot, /\/files\/[\w-]{43}$/u)
        const image = yield* copy.get(new URL(patched.enrichment.screenshot).pathname)
        assert.deepStrictEqual([image.status, image.headers.get("content-type")], [200, "image/png"])
        assert.strictEqual(pictures.received.length, 0)
        yield* refused(
          copy.patch(`/v1/leads/${lead.id}`, { enrichment: { screenshot: "ftp://a.example/b.png" } }),
          400,
          "invalid_url"
        )
      })
    )

    it.effect("shows the images of its workspace, and goes without hurting them", () =>
      Effect.gen(function* () {
        const { url } = yield* gallery
        const { lead, source } = yield* site
        const path = `/v1/leads/${lead.id}`
        const { enrichment } = yield* ok(source.patch(path, { enrichment: { screenshot: `${url}/a.png` } }))
        const copy = yield* fork(source.workspace.id)
        assert.strictEqual((yield* ok(copy.get(path))).enrichment.screenshot, enrichment.screenshot)
        const attachments = [{ url: enrichment.screenshot }]
        const kept = yield* ok(copy.patch(path, { enrichment: { attachments } }))
        assert.strictEqual(kept.enrichment.attachments[0].url, enrichment.screenshot)
        yield* admin("workspace discard", { workspace: copy.workspace.id })
        assert.strictEqual((yield* source.get(new URL(enrichment.screenshot).pathname)).status, 200)
      })
    )

    it.effect("is discarded whole, and only a rehearsal is", () =>
      Effect.gen(function* () {
        const { deal, source } = yield* site
        const { id } = source.workspace
        const copy = yield* fork(id)
        yield* ok(copy.patch(`/v1/deals/${deal.id}`, { name: "B" }, { "idempotency-key": "one" }))
        const before = yield* rowsOf(id)
        assert.isAbove((yield* rowsOf(copy.workspace.id))["idempotency_keys"]!, 0)
        const done = yield* admin("workspace discard", { workspace: copy.workspace.id })
        assert.deepInclude(done, { discarded: true, rehearsalOf: id })
        yield* refused(copy.get("/v1/me"), 401, "invalid_credential")
        assert.deepStrictEqual(yield* rowsOf(copy.workspace.id), {})
        assert.deepStrictEqual((yield* rowsOf(id))["deals"], before["deals"])
        const told = (yield* ok(source.get("/v1/audit"))).data.map(({ operation }: any) => operation)
        assert.deepStrictEqual(told.slice(0, 2), ["admin.workspace.discard", "admin.workspace.fork"])
        const discard = (workspace: string) => Effect.flip(admin("workspace discard", { workspace }))
        assert.strictEqual((yield* discard(id)).code, "not_a_rehearsal")
        assert.strictEqual((yield* discard(deal.id)).code, "rehearsal_not_found")
        yield* ok(source.get(`/v1/deals/${deal.id}`))
        yield* admin("job run rehearsals", { asOf: copy.expiresAt })
        const sql = yield* SqlClient.SqlClient
        assert.deepStrictEqual(yield* sql`SELECT id FROM workspaces WHERE id = ${copy.workspace.id}`, [])
      })
    )

    it.effect("ends by itself, and there are at most five, none of a rehearsal", () =>
      Effect.gen(function* () {
        const source = yield* workspace()
        const copies = yield* Effect.forEach([1, 2, 3, 4, 5], () => fork(source.workspace.id))
        const failure = (workspace: string) => Effect.flip(admin("workspace fork", { workspace }))
        assert.strictEqual((yield* failure(source.workspace.id)).code, "too_many_rehearsals")
        assert.strictEqual((yield* failure(copies[0]!.workspace.id)).code, "is_rehearsal")
        const first = copies[0]!
        assert.strictEqual(Math.round((Date.parse(first.expiresAt) - Date.now()) / 3_600_000), 14 * 24)
        yield* admin("job run rehearsals", { asOf: new Date(Date.parse(first.expiresAt) - 1).toISOString() })
        yield* ok(first.get("/v1/me"))
        yield* admin("job run rehearsals", { asOf: first.expiresAt })
        yield* refused(first.get("/v1/me"), 401, "invalid_credential")
        assert.deepStrictEqual(yield* rowsOf(first.workspace.id), {})
        yield* ok(source.get("/v1/me"))
        const [entry] = (yield* ok(source.get("/v1/audit"))).data
        assert.strictEqual(entry.operation, "jobs.rehearsals")
      })
    )

    it.effect("is for the people of its workspace, as long as they belong there", () =>
      Effect.gen(function* () {
        const source = yield* workspace()
        const bo = yield* member(source.workspace.id, "admin")
        const copy = yield* fork(source.workspace.id, { user: bo.id })
        assert.strictEqual((yield* ok(copy.get("/v1/me"))).user.id, bo.id)
        const eve = yield* workspace()
        yield* refused(copy.get(`/v1/boards/${eve.board.id}/stages`), 404, "board_not_found")
        const other = Effect.flip(
          admin("workspace fork", { workspace: source.workspace.id, user: eve.user.id })
        )
        assert.strictEqual((yield* other).code, "admin_not_found")
        yield* admin("member remove", { workspace: source.workspace.id, user: bo.id })
        yield* refused(copy.get("/v1/me"), 401, "invalid_credential")
      })
    )
  },
  { OUTBOUND_ALLOW_PRIVATE: "true" }
)
