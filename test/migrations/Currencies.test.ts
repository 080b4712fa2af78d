import { assert, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import * as Migrations from "../../layers/platform/database/Migrations.ts"
import { Tenant } from "../../layers/identity/Tenant.ts"
import { TotalsAudit } from "../../layers/deals/TotalsAudit.ts"
import { migrations } from "../../migrations/index.ts"
import { WorkspaceId } from "../../schema/Id.ts"
import { TestDatabase } from "../support/server/TestDatabase.ts"

const id = (last: number) => `01997f2e-6b1c-7d7a-9d0c-0000000000${String(last).padStart(2, "0")}`

const workspaceId = WorkspaceId.make(id(1))

const before = Object.fromEntries(Object.entries(migrations).filter(([name]) => name < "0014"))

const at = "2026-05-01T09:30:00.000Z"

/** A board with dollars and yen in one sum, as the old totals had them. */
const furnish = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const own = { workspace_id: workspaceId }
  yield* sql`INSERT INTO workspaces ${sql.insert({ id: workspaceId, name: "W", plan: "free", created_at: at })}`
  yield* sql`INSERT INTO users ${sql.insert({ id: id(2), email: "a@b.example", created_at: at })}`
  yield* sql`INSERT INTO members ${sql.insert({ ...own, user_id: id(2), role: "admin", created_at: at })}`
  yield* sql`INSERT INTO teams ${sql.insert({ ...own, id: id(3), name: "T", created_at: at })}`
  const board = { ...own, id: id(4), team_id: id(3), name: "B", currency: "USD", color: "none" }
  yield* sql`INSERT INTO boards ${sql.insert({ ...board, created_at: at, default_deal_amount_cents: 0 })}`
  const stage = { ...own, board_id: id(4), name: "S", probability: 50 }
  yield* sql`INSERT INTO stages ${sql.insert({ ...stage, id: "stg_new", region: "early", position: 0 })}`
  yield* sql`INSERT INTO stages ${sql.insert({ ...stage, id: "stg_won", region: "won", position: 1 })}`
  const deal = {
    ...own,
    board_id: id(4),
    stage_id: "stg_won",
    status: "won",
    name: "D",
    amount_cents: 700n,
    currency: "USD",
    owner_id: id(2),
    labels: [],
    search: "d",
    created_at: at,
    updated_at: at,
    active_on: "2026-05-01",
    stage_entered_at: at,
    won_at: at
  }
  const open = { ...deal, stage_id: "stg_new", status: "open" }
  yield* sql`INSERT INTO deals ${sql.insert({ ...deal, id: id(11) })}`
  yield* sql`INSERT INTO deals ${sql.insert({ ...deal, id: id(12), won_at: null })}`
  yield* sql`INSERT INTO deals ${sql.insert({ ...deal, id: id(13), currency: "JPY", amount_cents: 5_000_000n })}`
  yield* sql`INSERT INTO deals ${sql.insert({ ...open, id: id(14) })}`
  const total = { ...own, board_id: id(4), slot: 3 }
  yield* sql`INSERT INTO deal_totals ${sql.insert({ ...total, key: "stage:stg_won", deals: 3, cents: "5001400" })}`
  yield* sql`INSERT INTO deal_totals ${sql.insert({ ...total, key: "month:won:2026-05", deals: 3, cents: "5001400" })}`
})

layer(TotalsAudit.layer.pipe(Layer.provideMerge(TestDatabase.layerEmpty)))(
  "the currencies migration",
  (it) => {
    it.effect("splits sums by currency, and counts won deals as won", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        yield* Migrations.run(before)
        yield* furnish
        yield* Migrations.run(migrations)
        const audit = (yield* TotalsAudit).differences
        assert.deepStrictEqual(yield* Effect.provideService(audit, Tenant, { workspaceId }), [])
        const totals = yield* sql`SELECT key, currency, sum(deals)::int AS deals, sum(cents)::text AS cents
          FROM deal_totals WHERE workspace_id = ${workspaceId} AND split_part(key, ':', 1) <> 'week'
            AND split_part(key, ':', 2) IN ('won', 'dead', 'proposal', 'stg_new', 'stg_won')
          GROUP BY key, currency ORDER BY key COLLATE "C", currency`
        assert.deepStrictEqual(
          totals.map(({ cents, currency, deals, key }) => [key, currency, deals, cents]),
          [
            ["edge:won:2026-05-01T09:30", "JPY", 1, "5000000"],
            ["edge:won:2026-05-01T09:30", "USD", 1, "700"],
            ["month:won:2026-05", "JPY", 1, "5000000"],
            ["month:won:2026-05", "USD", 1, "700"],
            ["stage:stg_new", "USD", 1, "700"],
            ["stage:stg_won", "JPY", 1, "5000000"],
            ["stage:stg_won", "USD", 2, "1400"],
            ["undated:stg_won", "USD", 1, "700"]
          ]
        )
      })
    )
  }
)
