import { assert, layer } from "@effect/vitest"
import { Effect, Exit, Fiber } from "effect"
import { SqlClient } from "effect/sql"
import * as Migrations from "../../layers/database/migration/Migrations.ts"
import type { History } from "../../layers/database/migration/SchemaHistory.ts"
import { build, draftOf, insist, quickly, type Staged, swap } from "../../migrations/Ahead.ts"
import { migrations } from "../../migrations/index.ts"
import { eventually } from "../support/fakes/Receiver.ts"
import { TestDatabase } from "../support/database/TestDatabase.ts"

const id = (last: number) => `01997f2e-6b1c-7d7a-9d0c-${String(last).padStart(12, "0")}`

const at = "2026-05-01T09:30:00.000Z"

const fill = Effect.flatMap(
  SqlClient.SqlClient,
  (sql) => sql`UPDATE leads SET shout = upper(search) WHERE shout IS NULL`
)

/** A column that is filled ahead, an index that is replaced, and one that is new. */
const shouting: Staged = {
  ahead: Effect.gen(function* () {
    yield* quickly("ALTER TABLE leads ADD COLUMN IF NOT EXISTS shout text")
    yield* insist(fill)
    yield* build(draftOf("leads_waiting"), "leads", "(workspace_id, triaged_at, id)")
    yield* build("leads_by_shout", "leads", "(workspace_id, shout)")
  }),
  finish: () => Effect.andThen(fill, swap("leads_waiting"))
}

/** Two migrations of the next release. */
const later: History = {
  ...migrations,
  "9001_shouting": shouting,
  "9002_more": quickly("CREATE TABLE more (id int)")
}

/** Inserts a lead as the previous version would. */
const write = Effect.fnUntraced(function* (number: number) {
  const sql = yield* SqlClient.SqlClient
  const lead = { workspace_id: id(1), id: id(number), board_id: id(4), created_at: at, triaged_at: at }
  const others = { triage_status: "new", source: "form", attribution: "{}", enrichment: "{}", rank: -1 }
  yield* sql`INSERT INTO leads ${sql.insert({ ...lead, ...others, search: `name ${number}` })}`
})

const furnish = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const own = { workspace_id: id(1), created_at: at }
  yield* sql`INSERT INTO workspaces ${sql.insert({ id: id(1), name: "W", plan: "free", created_at: at })}`
  yield* sql`INSERT INTO teams ${sql.insert({ ...own, id: id(3), name: "T" })}`
  const board = { ...own, id: id(4), team_id: id(3), name: "B", currency: "USD", color: "none" }
  yield* sql`INSERT INTO boards ${sql.insert({ ...board, default_deal_amount_cents: 0 })}`
  yield* write(10)
})

/** The backend of an index build that waits for another transaction to end. */
const waitingBuild = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const context = yield* Effect.context<SqlClient.SqlClient>()
  const look = sql<{ pid: number }>`SELECT pid FROM pg_stat_activity WHERE datname = current_database()
    AND query LIKE '%INDEX CONCURRENTLY%' AND wait_event_type = 'Lock' AND pid <> pg_backend_pid()`
  return yield* eventually(() => Effect.runPromiseWith(context)(look).then((rows) => rows[0]?.pid))
})

/** A long report with a snapshot from its start. */
const report = Effect.gen(function* () {
  const connection = yield* (yield* SqlClient.SqlClient).reserve
  const run = (statement: string) => connection.executeUnprepared(statement, [], undefined)
  yield* run("BEGIN ISOLATION LEVEL REPEATABLE READ")
  yield* run("SELECT count(*) FROM boards")
  return { end: run("COMMIT") }
})

const indexes = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  return yield* sql<{ name: string; valid: boolean }>`SELECT c.relname AS name, indisvalid AS valid
    FROM pg_index JOIN pg_class c ON c.oid = indexrelid WHERE indrelid = 'leads'::regclass ORDER BY 1`
})

const assertWhole = Effect.gen(function* () {
  const found = yield* indexes
  assert.notInclude(
    found.map(({ valid }) => valid),
    false
  )
  const names = found.map(({ name }) => name)
  assert.includeMembers(names, ["leads_waiting", "leads_by_shout"])
  assert.notMatch(names.join(), /_new\b/u)
  const sql = yield* SqlClient.SqlClient
  const rows = yield* sql<{ name: string }>`SELECT name FROM schema_migrations ORDER BY migration_id`
  assert.lengthOf(rows, Object.keys(later).length)
  const unfilled = yield* sql`SELECT 1 FROM leads WHERE shout IS DISTINCT FROM upper(search)`
  assert.deepStrictEqual(unfilled, [])
})

const live = { excludeTestServices: true } as const

layer(TestDatabase.layerEmpty, live)("a migration of tables with rows", (it) => {
  it.effect("lets others write while it builds, and is run by one of the nodes that start at once", () =>
    Effect.gen(function* () {
      yield* Migrations.run(migrations)
      yield* furnish
      const { end } = yield* report
      const nodes = yield* Effect.forkChild(
        Effect.all([Migrations.run(later), Migrations.run(later), Migrations.run(later)], {
          concurrency: 3
        })
      )
      yield* waitingBuild
      const sql = yield* SqlClient.SqlClient
      yield* sql.withTransaction(Effect.andThen(sql.unsafe("SET LOCAL lock_timeout = '1s'"), write(11)))
      yield* end
      const made = yield* Fiber.join(nodes)
      assert.deepStrictEqual(made.map(({ length }) => length).sort(), [0, 0, 2])
      yield* assertWhole
    }).pipe(Effect.scoped)
  )
})

layer(TestDatabase.layerEmpty, live)("an interrupted migration", (it) => {
  it.effect("is run again by the next start, over its half-built index", () =>
    Effect.gen(function* () {
      yield* Migrations.run(migrations)
      yield* furnish
      const sql = yield* SqlClient.SqlClient
      const { end } = yield* report
      const first = yield* Effect.forkChild(Effect.exit(Migrations.run(later)))
      const pid = yield* waitingBuild
      yield* sql`SELECT pg_terminate_backend(${pid})`
      assert.isTrue(Exit.isFailure(yield* Fiber.join(first)))
      const left = yield* indexes
      assert.lengthOf(
        left.filter(({ valid }) => !valid),
        1
      )
      yield* end
      assert.lengthOf(yield* Migrations.run(later), 2)
      yield* assertWhole
    }).pipe(Effect.scoped)
  )
})
