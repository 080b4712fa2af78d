import { assert, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import * as Migrations from "../../layers/platform/database/Migrations.ts"
import { Tenant } from "../../layers/identity/Tenant.ts"
import { TotalsAudit } from "../../layers/deals/TotalsAudit.ts"
import { migrations } from "../../migrations/index.ts"
import { WorkspaceId } from "../../schema/Id.ts"
import { starters } from "../../src/domain/templates/StarterTemplates.ts"
import { TestDatabase } from "../support/server/TestDatabase.ts"

const id = (last: number) => `01997f2e-6b1c-7d7a-9d0c-0000000000${String(last).padStart(2, "0")}`

const workspaceId = WorkspaceId.make(id(1))

const before = Object.fromEntries(Object.entries(migrations).filter(([name]) => name < "0006"))

/** A workspace's data from before templates existed. */
const furnish = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const own = { workspace_id: workspaceId }
  const at = "2026-05-01T09:30:00.000Z"
  yield* sql`INSERT INTO workspaces ${sql.insert({ id: workspaceId, name: "W", plan: "free", created_at: at })}`
  yield* sql`INSERT INTO users ${sql.insert({ id: id(2), email: "a@b.example", created_at: at })}`
  yield* sql`INSERT INTO members ${sql.insert({ ...own, user_id: id(2), role: "admin", created_at: at })}`
  yield* sql`INSERT INTO teams ${sql.insert({ ...own, id: id(3), name: "T", created_at: at })}`
  const board = {
    ...own,
    id: id(4),
    team_id: id(3),
    name: "B",
    currency: "USD",
    color: "none",
    created_at: at
  }
  yield* sql`INSERT INTO boards ${sql.insert({ ...board, default_deal_amount_cents: 0 })}`
  const stage = { ...own, board_id: id(4), name: "S", position: 0, probability: 50 }
  yield* sql`INSERT INTO stages ${sql.insert({ ...stage, id: "stg_won", region: "won" })}`
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
    created_at: "2026-05-03T23:59:59.999Z",
    updated_at: at,
    stage_entered_at: at,
    commitment_at: "2026-05-31T23:59:59.999Z",
    won_at: "2026-06-01T00:00:00.000Z"
  }
  yield* sql`INSERT INTO deals ${sql.insert({ ...deal, id: id(11), contact_email: " Mia@Acme.Example " })}`
  yield* sql`INSERT INTO deals ${sql.insert({ ...deal, id: id(12), contact_email: "no address", deleted_at: at })}`
  const note = { ...own, id: id(20), deal_id: id(11), author_id: id(2), kind: "manual" }
  yield* sql`INSERT INTO notes ${sql.insert({ ...note, created_at: "2026-05-20T23:59:59.999Z" })}`
  const total = { ...own, board_id: id(4), slot: 3, deals: 1, cents: "700" }
  yield* sql`INSERT INTO deal_totals ${sql.insert({ ...total, key: "stage:stg_won" })}`
  yield* sql`INSERT INTO deal_totals ${sql.insert({ ...total, key: "created:2026-05-03" })}`
})

layer(TotalsAudit.layer.pipe(Layer.provideMerge(TestDatabase.layerEmpty)))(
  "the templates migration",
  (it) => {
    it.effect("gives an existing workspace what a new one has", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        yield* Migrations.run(before)
        yield* furnish
        yield* Migrations.run(migrations)
        const templates = yield* sql`SELECT name, subject, body, icon, color FROM templates
        WHERE workspace_id = ${workspaceId} ORDER BY use_count DESC, created_at, id`
        assert.deepStrictEqual(
          templates,
          starters.map((draft) => ({ ...draft }))
        )
        const deals = yield* sql`SELECT active_on, contact_email_lower, contact_email_domain FROM deals
        WHERE workspace_id = ${workspaceId} ORDER BY id`
        assert.deepStrictEqual(deals, [
          {
            active_on: "2026-05-20",
            contact_email_lower: "mia@acme.example",
            contact_email_domain: "acme.example"
          },
          { active_on: "2026-05-01", contact_email_lower: "no address", contact_email_domain: null }
        ])
        const audit = (yield* TotalsAudit).differences
        assert.deepStrictEqual(yield* Effect.provideService(audit, Tenant, { workspaceId }), [])
        const keys = yield* sql<{ key: string }>`SELECT key FROM deal_totals
        WHERE split_part(key, ':', 2) NOT LIKE 'own-%' AND split_part(key, ':', 2) <> 'flow' ORDER BY key COLLATE "C"`
        assert.deepStrictEqual(
          keys.map(({ key }) => key),
          [
            "edge:created:2026-05-03T23:45",
            "edge:proposal:2026-05-31T23:45",
            "edge:won:2026-06-01T00:00",
            "month:proposal:2026-05",
            "month:won:2026-06",
            "stage:stg_won",
            "week:created:2026-04-27",
            "week:won:2026-06-01"
          ]
        )
      })
    )
  }
)
