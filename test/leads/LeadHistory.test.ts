import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import * as LeadHistory from "../../layers/leads/LeadHistory.ts"
import { type Client, TestService } from "../support/server/TestService.ts"

const largest = 262_144
const mebibyte = 1_048_576

const newLead = Effect.fnUntraced(function* ({ send }: Client, body: object = { firstName: "A" }) {
  const made = yield* Effect.promise(() => send("POST", "/v1/leads", body))
  const path = `/v1/leads/${made.body.id}`
  const patch = (enrichment: unknown) => Effect.promise(() => send("PATCH", path, { enrichment }))
  const get = (rest = "") => Effect.promise(() => send("GET", path + rest))
  return { id: made.body.id as string, path, patch, get }
})

/** Inserts entries of equal size, as writes would: a million requests take too long. */
const fill = Effect.fnUntraced(function* ({ workspace }: Client, id: string, count: number) {
  const sql = yield* SqlClient.SqlClient
  const bytes = 150
  yield* sql`INSERT INTO lead_history (workspace_id, lead_id, position, bytes_before, bytes, at, by, payload)
    SELECT ${workspace.id}::uuid, ${id}::uuid, n, n::bigint * ${bytes}, ${bytes}, now(), 'key', '{"summary":"x"}'
    FROM generate_series(0, ${count - 1}) n`
  return count * bytes
})

const walk = Effect.fnUntraced(function* (
  { send }: Client,
  path: string,
  between: Effect.Effect<unknown> = Effect.void
) {
  const seen: Array<any> = []
  let pages = 0
  for (let cursor = ""; ; pages++) {
    const { body, status, text } = yield* Effect.promise(() => send("GET", `${path}${cursor}`))
    assert.strictEqual(status, 200, text)
    assert.isAtMost(Buffer.byteLength(text), mebibyte)
    seen.push(...body.data)
    if (!body.hasMore) return { seen, pages: pages + 1 }
    cursor = `&cursor=${body.nextCursor}`
    yield* between
  }
})

layer(TestService.layer({ PROMOTION_ENABLED: "true" }))("a large enrichment", (it) => {
  it.effect(
    "is refused beyond 256 kB, by one write or by many, naming the limit and the size it would have",
    () =>
      Effect.gen(function* () {
        const lead = yield* newLead(yield* (yield* TestService).workspace())
        const once = yield* lead.patch({ own: "x".repeat(largest) })
        assert.deepStrictEqual([once.status, once.body.error.code], [400, "enrichment_too_large"])
        assert.include(once.body.error.message, String(largest))
        assert.include(once.body.error.message, String(largest + 10))
        assert.deepStrictEqual(once.body.error.meta, { limit: largest, bytes: largest + 10 })
        assert.strictEqual((yield* lead.patch({ one: "é".repeat(70_000) })).status, 200)
        const merged = yield* lead.patch({ two: "é".repeat(70_000) })
        assert.strictEqual(merged.body.error.code, "enrichment_too_large")
        const { body } = yield* lead.get()
        assert.deepStrictEqual(Object.keys(body.enrichment).toSorted(), ["history", "one"])
        assert.strictEqual(body.enrichment.history.length, 1)
        assert.strictEqual((yield* lead.patch({ one: null, two: "é".repeat(70_000) })).status, 200)
      })
  )

  it.effect("is measured as it is returned, however short it was sent", () =>
    Effect.gen(function* () {
      const client = yield* (yield* TestService).workspace()
      const lead = yield* newLead(client)
      const numbers = `{"enrichment":{"own":[${Array.from({ length: 20_000 }, () => "1e20").join()}]}}`
      const { body, status } = yield* Effect.promise(() => client.send("PATCH", lead.path, numbers))
      assert.deepStrictEqual([status, body.error.code], [400, "enrichment_too_large"])
    })
  )

  it.effect("is refused over MCP too", () =>
    Effect.gen(function* () {
      const client = yield* (yield* TestService).workspace()
      const lead = yield* newLead(client)
      const args = { id: lead.id, enrichment: { own: "x".repeat(largest) } }
      const call = {
        jsonrpc: "2.0",
        id: 1,
        method: "tools/call",
        params: { name: "patch_lead_enrichment", arguments: args }
      }
      const headers = { accept: "application/json, text/event-stream" }
      const { body } = yield* Effect.promise(() => client.send("POST", "/mcp", call, headers))
      assert.isTrue(body.result.isError)
      assert.strictEqual(body.result.structuredContent.error.code, "enrichment_too_large")
    })
  )
})

layer(TestService.layer({ PROMOTION_ENABLED: "true" }))("a long history", (it) => {
  it.effect("shows the newest entries that fit 256 kB, oldest first, and says that there are more", () =>
    Effect.gen(function* () {
      const client = yield* (yield* TestService).workspace()
      const lead = yield* newLead(client)
      for (let n = 0; n < 6; n++) {
        const { body, text } = yield* lead.patch({ body: `${n}${"x".repeat(80_000)}` })
        const { history, historyHasMore } = body.enrichment
        const shown = history.map((entry: any) => Number(entry.payload.body[0]))
        assert.deepStrictEqual(
          shown,
          [n - 2, n - 1, n].filter((one) => one >= 0)
        )
        assert.strictEqual(historyHasMore, n > 2 ? true : undefined)
        assert.isAtMost(Buffer.byteLength(text), 500_000)
      }
      const { body } = yield* lead.get()
      assert.strictEqual(body.enrichment.history.length, 3)
      const back = yield* lead.patch(body.enrichment)
      assert.deepStrictEqual(Object.keys(back.body.enrichment.history.at(-1).payload), ["body"])
      const list = yield* Effect.promise(() => client.send("GET", "/v1/leads"))
      assert.deepStrictEqual(list.body.data[0].enrichment.history, [])
      assert.isTrue(list.body.data[0].enrichment.historyHasMore)
    })
  )

  it.effect("shows 16 kB of it in lists", () =>
    Effect.gen(function* () {
      const client = yield* (yield* TestService).workspace()
      const lead = yield* newLead(client)
      for (let n = 0; n < 5; n++) yield* lead.patch({ summary: `${n}${"x".repeat(5_000)}` })
      const list = yield* Effect.promise(() => client.send("GET", "/v1/leads"))
      const { history, historyHasMore } = list.body.data[0].enrichment
      assert.deepStrictEqual(
        history.map((entry: any) => entry.payload.summary[0]),
        ["2", "3", "4"]
      )
      assert.isTrue(historyHasMore)
      assert.strictEqual((yield* lead.get()).body.enrichment.history.length, 5)
    })
  )

  it.effect("can be paged at its own URL, newest first, while it grows", () =>
    Effect.gen(function* () {
      const service = yield* TestService
      const client = yield* service.workspace()
      const lead = yield* newLead(client)
      for (let n = 0; n < 9; n++) yield* lead.patch({ score: n })
      const { seen } = yield* walk(client, `${lead.path}/history?limit=2`, lead.patch({ score: 99 }))
      assert.deepStrictEqual(
        seen.map(({ payload }) => payload.score),
        [8, 7, 6, 5, 4, 3, 2, 1, 0]
      )
      assert.deepStrictEqual(Object.keys(seen[0]), ["at", "by", "payload"])
      assert.strictEqual(seen[0].by, client.apiKey.id)
      const fresh = yield* newLead(client)
      assert.deepStrictEqual((yield* fresh.get("/history")).body, {
        data: [],
        hasMore: false,
        nextCursor: null
      })
      const { nextCursor } = (yield* lead.get("/history?limit=1")).body
      const moved = yield* fresh.get(`/history?cursor=${nextCursor}`)
      assert.deepStrictEqual([moved.status, moved.body.error.code], [400, "invalid_cursor"])
      const stranger = yield* service.workspace()
      for (const path of [`${lead.path}/history`, "/v1/leads/none/history"]) {
        const { body, status } = yield* Effect.promise(() => stranger.send("GET", path))
        assert.deepStrictEqual([status, body.error.code], [404, "lead_not_found"])
      }
    })
  )

  it.effect("ends a page early if its entries are large, and loses none", () =>
    Effect.gen(function* () {
      const client = yield* (yield* TestService).workspace()
      const lead = yield* newLead(client)
      for (let n = 0; n < 10; n++) yield* lead.patch({ body: `${n}${"x".repeat(240_000)}` })
      const { pages, seen } = yield* walk(client, `${lead.path}/history?limit=100`)
      assert.deepStrictEqual(
        seen.map(({ payload }) => Number(payload.body[0])),
        [9, 8, 7, 6, 5, 4, 3, 2, 1, 0]
      )
      assert.strictEqual(pages, 3)
    })
  )

  it.effect("ends a page of leads early if they are large, in either order, and loses none", () =>
    Effect.gen(function* () {
      const client = yield* (yield* TestService).workspace()
      const ids: Array<string> = []
      for (let score = 0; score < 12; score++) {
        const lead = yield* newLead(client, { firstName: "A", message: "語".repeat(5_000) })
        yield* lead.patch({ score, body: "x".repeat(score % 3 === 0 ? 10 : 250_000) })
        ids.push(lead.id)
      }
      for (const query of [
        "?limit=100",
        "?limit=100&sort=score",
        "?limit=100&q=a",
        "?limit=100&view=active"
      ]) {
        const { pages, seen } = yield* walk(client, `/v1/leads${query}`)
        assert.deepStrictEqual(
          seen.map(({ id }) => id),
          ids.toReversed()
        )
        assert.isAbove(pages, 2)
      }
      const first = yield* Effect.promise(() => client.send("GET", "/v1/leads?limit=100"))
      assert.isAbove(first.body.data.length, 3)
    })
  )

  it.effect("is refused beyond 64 MiB, naming the limit, while triage and promotion still work", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const client = yield* (yield* TestService).workspace()
      const lead = yield* newLead(client)
      yield* lead.patch({ score: 1 })
      yield* sql`UPDATE lead_history SET bytes_before = ${67_108_864 - 300}
        WHERE workspace_id = ${client.workspace.id} AND lead_id = ${lead.id}`
      const { body, status } = yield* lead.patch({ score: 2, notes: "x".repeat(200) })
      assert.deepStrictEqual(
        [status, body.error.code, body.error.meta.limit],
        [400, "enrichment_too_large", 67_108_864]
      )
      assert.include(body.error.message, "67108864")
      const triaged = yield* Effect.promise(() =>
        client.send("PATCH", lead.path, { triageStatus: "contacted" })
      )
      assert.deepStrictEqual([triaged.status, triaged.body.enrichment.score], [200, 1])
      const promoted = yield* Effect.promise(() => client.send("POST", `${lead.path}/promote`))
      assert.strictEqual(promoted.status, 201)
    })
  )

  it.effect("is read from its end: with 10,000 entries, only as many rows as an answer or a list shows", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const client = yield* (yield* TestService).workspace()
      const lead = yield* newLead(client)
      const bytes = yield* fill(client, lead.id, 10_000)
      yield* sql`ANALYZE lead_history`
      const { body, status, text } = yield* lead.patch({ score: 1 })
      assert.strictEqual(status, 200, text)
      const { history } = body.enrichment
      assert.isTrue(body.enrichment.historyHasMore)
      assert.strictEqual(history.at(-1).payload.score, 1)
      assert.isAtLeast(history.length, 1_700)
      assert.isAtMost(history.length, 1_800)
      const [newest] = yield* sql<{ position: number; bytes_before: number }>`
        SELECT position, bytes_before FROM lead_history WHERE lead_id = ${lead.id} ORDER BY bytes_before DESC LIMIT 1`
      assert.deepStrictEqual(newest, { position: 10_000, bytes_before: bytes })
      for (const [limit, most] of [
        [largest, 1_800],
        [16_384, 120]
      ] as const) {
        const { id } = client.workspace
        const [{ "QUERY PLAN": plan }] = (yield* sql`EXPLAIN (ANALYZE, FORMAT JSON)
          SELECT ${LeadHistory.columns(sql, id, limit)} FROM leads l ${LeadHistory.joined(sql, id)}
          WHERE l.workspace_id = ${id} AND l.id = ${lead.id}`) as any
        // A shard's name ends with its number.
        const scans =
          JSON.stringify(plan).match(/"Relation Name":"lead_history(?:_\d+)?".*?"Actual Rows":\d+/gu) ?? []
        const rows = scans.map((scan) => Number(scan.split(":").at(-1)))
        assert.strictEqual(rows.length, 2, JSON.stringify(plan))
        assert.isAtMost(rows[0]! + rows[1]!, most)
        assert.notInclude(JSON.stringify(plan), "Rows Removed by Filter")
      }
    })
  )
})
