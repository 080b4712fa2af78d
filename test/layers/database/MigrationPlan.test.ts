import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import * as MigrationPlan from "../../../layers/database/migration/MigrationPlan.ts"
import * as Migrations from "../../../layers/database/migration/Migrations.ts"
import type { History } from "../../../layers/database/migration/SchemaHistory.ts"
import { build, quickly } from "../../../migrations/Ahead.ts"
import { migrations, worksFrom } from "../../../migrations/index.ts"
import { TestDatabase } from "../../support/database/TestDatabase.ts"

const run = (statement: string) => Effect.flatMap(SqlClient.SqlClient, (sql) => sql.unsafe(statement))

/** A release with a backfill and an index ahead of the transaction, and a new table. */
const next: History = {
  ...migrations,
  "9001_shout": {
    ahead: Effect.gen(function* () {
      yield* quickly("ALTER TABLE leads ADD COLUMN IF NOT EXISTS shout text")
      const leads = yield* run("SELECT id FROM leads")
      if (leads.length > 0) yield* run("UPDATE leads SET shout = upper(search)")
      yield* build("leads_by_shout", "leads", "(workspace_id, shout)")
    }),
    finish: () => run("CREATE TABLE fresh (id int)")
  }
}

const workspace = "01997f2e-6b1c-7d7a-9d0c-000000000001"

const furnish = [
  `INSERT INTO workspaces (id, name, plan, created_at) VALUES ('${workspace}', 'W', 'free', now())`,
  `INSERT INTO teams (workspace_id, id, name, created_at) VALUES ('${workspace}', '${workspace}', 'T', now())`,
  `INSERT INTO boards (workspace_id, id, team_id, name, currency, default_deal_amount_cents, color, created_at)
    VALUES ('${workspace}', '${workspace}', '${workspace}', 'B', 'USD', 0, 'none', now())`,
  `INSERT INTO leads (workspace_id, id, board_id, created_at, triaged_at, triage_status, source, attribution,
      enrichment, rank, search)
    SELECT '${workspace}', gen_random_uuid(), '${workspace}', now(), now(), 'new', 'form', '{}', '{}', -1, repeat('n', 500)
    FROM generate_series(1, 20000)`,
  "ANALYZE leads"
]

const live = { excludeTestServices: true } as const

layer(TestDatabase.layerEmpty, live)("a plan", (it) => {
  it.effect("says what each pending statement locks and how long it takes, and changes nothing", () =>
    Effect.gen(function* () {
      yield* Migrations.run(migrations)
      for (const statement of furnish) yield* run(statement)
      const plan = yield* MigrationPlan.make(next, worksFrom)
      assert.deepStrictEqual(plan.pending, ["9001_shout"])
      assert.strictEqual(plan.schema, Object.keys(migrations).at(-1)!)
      assert.strictEqual(plan.nodesOfBefore, "must be stopped first")

      const build = plan.statements.find(({ statement }) =>
        /INDEX CONCURRENTLY leads_by_shout/u.test(statement)
      )
      assert.include(build, {
        part: "ahead",
        table: "leads",
        lock: "SHARE UPDATE EXCLUSIVE",
        blocks: "nothing",
        rows: 20_000
      })
      assert.isAbove(build!.bytes, 10_000_000)
      assert.isAbove(build!.seconds, 0)
      // Backfills show up because each table has a row there.
      assert.isDefined(
        plan.statements.find(({ part, statement }) => part === "ahead" && /UPDATE "?leads/u.test(statement))
      )
      assert.strictEqual(plan.secondsBlocking, 0)
      const made = plan.statements.find(({ statement }) => /CREATE TABLE fresh/u.test(statement))
      assert.include(made, { blocks: "nothing", seconds: 0 })

      const [row] = yield* run(
        "SELECT max(migration_id) < 9001 AS old, to_regclass('fresh')::text AS made FROM schema_migrations"
      )
      assert.deepStrictEqual(row, { old: true, made: null })
    })
  )

  it.effect("of a schema that is up to date is empty", () =>
    Effect.gen(function* () {
      yield* Migrations.run(migrations)
      const plan = yield* MigrationPlan.make(migrations, worksFrom)
      assert.deepInclude(plan, {
        pending: [],
        statements: [],
        seconds: 0,
        nodesOfBefore: "may go on serving"
      })
    })
  )

  it.effect("names what keeps others waiting, and lets nodes of before go on where a migration says so", () =>
    Effect.gen(function* () {
      yield* Migrations.run(migrations)
      const last = Object.keys(migrations).at(-1)!
      const careless = {
        ...migrations,
        "9001_a": run("CREATE INDEX leads_x ON leads (workspace_id, created_at)"),
        "9002_b": run("ALTER TABLE leads ADD COLUMN x text")
      }
      const plan = yield* MigrationPlan.make(careless, { "9001_a": last, "9002_b": last })
      assert.deepStrictEqual(
        plan.statements.map(({ blocks, table }) => ({ blocks, table })),
        [
          { blocks: "writes", table: "leads" },
          { blocks: "reads and writes", table: "leads" }
        ]
      )
      assert.strictEqual(plan.secondsBlocking, plan.statements[0]!.seconds)
      assert.isAbove(plan.secondsBlocking, 0)
      assert.strictEqual(plan.nodesOfBefore, "may go on serving")
    })
  )
})
