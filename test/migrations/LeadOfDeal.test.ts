import { assert, layer } from "@effect/vitest"
import { Array as Arrays, Effect } from "effect"
import { SqlClient } from "effect/sql"
import * as Migrations from "../../layers/platform/database/Migrations.ts"
import { migrations } from "../../migrations/index.ts"
import { TestDatabase } from "../support/server/TestDatabase.ts"

const id = (last: number) => `01997f2e-6b1c-7d7a-9d0c-${String(last).padStart(12, "0")}`

const before = Object.fromEntries(Object.entries(migrations).filter(([name]) => name < "0021"))

const at = "2026-05-01T09:30:00.000Z"

/** More leads than one batch takes. */
const count = 600

/** Workspaces 1 and 2 with the same ids of records: a link must stay within its workspace. */
const furnish = Effect.fnUntraced(function* (workspace: number) {
  const sql = yield* SqlClient.SqlClient
  const own = { workspace_id: id(workspace) }
  yield* sql`INSERT INTO workspaces ${sql.insert({ id: id(workspace), name: "W", plan: "free", created_at: at })}`
  yield* sql`INSERT INTO members ${sql.insert({ ...own, user_id: id(3), role: "admin", created_at: at })}`
  yield* sql`INSERT INTO teams ${sql.insert({ ...own, id: id(4), name: "T", created_at: at })}`
  const board = { ...own, id: id(5), team_id: id(4), name: "B", currency: "USD", color: "none" }
  yield* sql`INSERT INTO boards ${sql.insert({ ...board, default_deal_amount_cents: 0, created_at: at })}`
  const stage = { ...own, board_id: id(5), id: "stg_1", name: "S", region: "early" }
  yield* sql`INSERT INTO stages ${sql.insert({ ...stage, position: 0, probability: 50 })}`
  const each = Arrays.range(0, count - 1)
  const deals = Arrays.map(each, (index) => ({
    ...own,
    id: id(1000 + index),
    board_id: id(5),
    stage_id: "stg_1",
    status: "open",
    name: "D",
    currency: "USD",
    owner_id: id(3),
    labels: [],
    search: "d",
    words: "d",
    active_on: "2026-05-01",
    created_at: at,
    updated_at: at,
    stage_entered_at: at
  }))
  const leads = Arrays.map(each, (index) => ({
    ...own,
    id: id(workspace * 10_000 + index),
    board_id: id(5),
    triage_status: index === 0 ? "new" : "promoted",
    deal_id: index === 0 ? null : id(1000 + index),
    promoted_at: index === 0 ? null : at,
    triaged_at: at,
    source: "form",
    attribution: "{}",
    enrichment: "{}",
    rank: -1,
    search: "l",
    words: "l",
    created_at: at
  }))
  yield* sql`INSERT INTO deals ${sql.insert(deals)}`
  yield* sql`INSERT INTO leads ${sql.insert(leads)}`
})

layer(TestDatabase.layerEmpty)("the migration that links deals to their leads", (it) => {
  it.effect("links the deals of leads promoted before, each within its workspace", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      yield* Migrations.run(before)
      yield* sql`INSERT INTO users ${sql.insert({ id: id(3), email: "a@b.example", created_at: at })}`
      yield* furnish(1)
      yield* furnish(2)
      yield* Migrations.run(migrations)
      for (const workspace of [1, 2]) {
        const deals = yield* sql<{ id: string; lead_id: string | null }>`SELECT id, lead_id FROM deals
          WHERE workspace_id = ${id(workspace)} ORDER BY id`
        assert.deepStrictEqual(
          deals.map(({ lead_id }) => lead_id),
          Array.from({ length: count }, (_, index) => (index === 0 ? null : id(workspace * 10_000 + index)))
        )
      }
    })
  )
})
