import { assert, layer } from "@effect/vitest"
import { NodeFileSystem } from "@effect/platform-node"
import { Effect, Layer, Redacted } from "effect"
import { SqlClient } from "effect/sql"
import { Cursors } from "../../layers/platform/Cursors.ts"
import { LeadHistory } from "../../layers/leads/LeadHistory.ts"
import { Feed } from "../../layers/events/Feed.ts"
import { Leads } from "../../layers/leads/Leads.ts"
import * as Migrations from "../../layers/platform/database/Migrations.ts"
import { Tenant } from "../../layers/identity/Tenant.ts"
import { Vault } from "../../layers/platform/Vault.ts"
import { migrations } from "../../migrations/index.ts"
import { LeadId, WorkspaceId } from "../../schema/Id.ts"
import * as EnrichmentHistory from "../../src/domain/leads/EnrichmentHistory.ts"
import { TestDatabase } from "../support/server/TestDatabase.ts"
import { testSettings } from "../support/server/TestSettings.ts"

const id = (last: number) => `01997f2e-6b1c-7d7a-9d0c-0000000000${String(last).padStart(2, "0")}`

const workspaceId = WorkspaceId.make(id(1))
const at = "2026-05-01T09:30:00.000Z"

const before = Object.fromEntries(Object.entries(migrations).filter(([name]) => name < "0011"))

const furnish = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const own = { workspace_id: workspaceId, created_at: at }
  yield* sql`INSERT INTO workspaces ${sql.insert({ id: workspaceId, name: "W", plan: "free", created_at: at })}`
  yield* sql`INSERT INTO teams ${sql.insert({ ...own, id: id(3), name: "T" })}`
  const board = { ...own, id: id(4), team_id: id(3), name: "B", currency: "USD", color: "none" }
  yield* sql`INSERT INTO boards ${sql.insert({ ...board, default_deal_amount_cents: 0 })}`
})

/** A lead as the previous version stored it; the enrichment is SQL, so that the database builds large values itself. */
const lead = Effect.fnUntraced(function* (number: number, enrichment: string) {
  const sql = yield* SqlClient.SqlClient
  yield* sql`INSERT INTO leads (workspace_id, id, board_id, triage_status, triaged_at, source, attribution,
      enrichment, rank, search, created_at)
    VALUES (${workspaceId}, ${id(number)}, ${id(4)}, 'new', ${at}, 'form', ${'{"source":null,"sourceUrl":null,"pageTitle":null,"referrer":null,"utmSource":null,"utmMedium":null,"utmCampaign":null,"utmTerm":null,"utmContent":null,"gclid":null,"fbclid":null,"msclkid":null,"consentText":null}'}::json, ${sql.literal(enrichment)}, -1, '', ${at})`
  return LeadId.make(id(number))
})

const write = Effect.fnUntraced(function* (number: number, position: number, payload: string) {
  const sql = yield* SqlClient.SqlClient
  yield* sql`INSERT INTO lead_history (workspace_id, lead_id, position, at, by, payload)
    VALUES (${workspaceId}, ${id(number)}, ${position}, ${at}, 'key', ${sql.literal(payload)})`
})

const services = Layer.merge(Leads.layer, LeadHistory.layer).pipe(
  Layer.provide(Feed.layer),
  Layer.provideMerge(Cursors.layer),
  Layer.provide(Vault.layer),
  Layer.provide(testSettings({ encryptionKey: Redacted.make("a".repeat(64)) })),
  Layer.provide(NodeFileSystem.layer)
)

layer(services.pipe(Layer.provideMerge(TestDatabase.layerEmpty)))("the migration of histories", (it) => {
  it.effect("makes histories readable that were too large for the connection, and keeps every entry", () =>
    Effect.gen(function* () {
      yield* Migrations.run(before)
      yield* furnish
      const broken = yield* lead(
        10,
        `(SELECT json_build_object('score', 7, 'status', 'complete', 'own', repeat('x', 9000000), 'more', repeat('y', 9000000),
          'summary', 'Short', 'historyHasMore', 'mine', 'screenshot', ''))`
      )
      for (let n = 0; n < 20; n++)
        yield* write(10, n, `json_build_object('k', ${n}, 'x', repeat('x', 1000000))`)
      const plain = yield* lead(11, `'{"score":5,"own":null}'`)
      yield* write(11, 0, `'{"score":5}'`)
      yield* write(11, 1, `'{"own":null,"n":"é"}'`)
      const blank = yield* lead(12, `'{"screenshot":"","verdict":"No"}'`)
      yield* Migrations.run(migrations)
      const { find, list } = yield* Leads
      const history = yield* LeadHistory
      const mended = yield* find(broken)
      assert.deepStrictEqual(Object.keys(mended.enrichment), [
        "score",
        "status",
        "summary",
        "history",
        "historyHasMore"
      ])
      assert.deepStrictEqual([mended.enrichment.history, mended.enrichment.historyHasMore], [[], true])
      const whole = yield* find(plain)
      const { history: entries, ...rest } = whole.enrichment
      assert.deepStrictEqual(rest, { score: 5, own: null })
      assert.deepStrictEqual(
        entries.map(({ payload }) => payload),
        [{ score: 5 }, { own: null, n: "é" }]
      )
      assert.deepStrictEqual((yield* find(blank)).enrichment, { verdict: "No", history: [] })
      // The same sizes as the service would count, so that later entries follow without a gap.
      const sql = yield* SqlClient.SqlClient
      const sizes = yield* sql<{
        bytes: number
        bytes_before: number
      }>`SELECT bytes, bytes_before FROM lead_history
        WHERE lead_id = ${plain} ORDER BY position`
      const counted = entries.map(EnrichmentHistory.bytesOf)
      assert.deepStrictEqual(sizes, [
        { bytes: counted[0]!, bytes_before: 0 },
        { bytes: counted[1]!, bytes_before: counted[0]! }
      ])
      const page = (yield* list({ sort: "newest" }, { limit: 100 })).value()
      assert.strictEqual(page.data.length, 3)
      const seen: Array<unknown> = []
      for (let cursor: string | null | undefined; cursor !== null;) {
        const { data, nextCursor } = yield* history.list(broken, { limit: 100, ...(cursor && { cursor }) })
        assert.isAtMost(data.length, 1)
        seen.push(...data.map(({ payload }) => payload["k"]))
        cursor = nextCursor
      }
      assert.deepStrictEqual(
        seen,
        Array.from({ length: 20 }, (_, index) => 19 - index)
      )
    }).pipe(Effect.provideService(Tenant, { workspaceId }))
  )
})
