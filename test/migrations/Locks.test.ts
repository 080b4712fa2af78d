import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import * as MigrationPlan from "../../layers/database/migration/MigrationPlan.ts"
import type { History } from "../../layers/database/migration/SchemaHistory.ts"
import { migrations } from "../../migrations/index.ts"
import * as StatementCost from "../../src/shared/database/StatementCost.ts"
import { TestDatabase } from "../support/database/TestDatabase.ts"

/** Bounded by people, boards or settings rather than by use: going through all of one takes a moment. */
const small = new Set([
  "workspaces",
  "teams",
  "boards",
  "stages",
  "users",
  "members",
  "api_keys",
  "webhooks",
  "invitations"
])

const isLong = (work: StatementCost.Work) => work !== "moment" && work !== "concurrent index"

/** What a history does to all rows of a large table while others wait, as "migration: statement". */
const offences = Effect.fnUntraced(function* (history: History) {
  const found: Array<string> = []
  for (const name of Object.keys(history)) {
    const before = yield* MigrationPlan.measure
    for (const { part, statement } of yield* MigrationPlan.simulate(history, [name])) {
      const cost = StatementCost.of(statement)
      if (cost === undefined) found.push(`${name}: unknown to StatementCost: ${statement}`)
      else if (
        part === "transaction" &&
        isLong(cost.work) &&
        !cost.mode.startsWith("ACCESS SHARE") &&
        cost.table !== undefined &&
        before.has(cost.table) &&
        !small.has(cost.table)
      )
        found.push(`${name}: ${cost.work} of ${cost.table}`)
    }
  }
  return found
})

const run = (statement: string) => Effect.flatMap(SqlClient.SqlClient, (sql) => sql.unsafe(statement))

const live = { excludeTestServices: true } as const

layer(TestDatabase.layerEmpty, live)("the migrations", (it) => {
  it.effect("do long work on large tables ahead of their transaction", () =>
    Effect.gen(function* () {
      const found = yield* offences(migrations)
      assert.deepStrictEqual(found, [], "use Staged (CONTRIBUTING.md, Add a migration)")
      const careless: History = {
        "9001_a": run("CREATE INDEX leads_x ON leads (workspace_id, created_at)"),
        "9002_b": run("UPDATE deals SET name = name || '.'"),
        "9003_c": run("ALTER TABLE notes ALTER COLUMN actor_name SET NOT NULL")
      }
      const caught = yield* offences(careless)
      assert.deepStrictEqual(caught, [
        "9001_a: index of leads",
        "9002_b: rows of deals",
        "9003_c: scan of notes"
      ])
    })
  )

  it.effect("take the locks that PostgreSQL takes", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      for (const statement of [
        "CREATE TABLE t (a int NOT NULL, b int)",
        "CREATE TABLE u (a int PRIMARY KEY)",
        "CREATE TABLE p (a int) PARTITION BY LIST (a)",
        "ALTER TABLE t ADD CONSTRAINT later CHECK (a > 0) NOT VALID",
        "CREATE UNIQUE INDEX ready ON t (a)"
      ])
        yield* run(statement)
      const tables = yield* sql<{
        t: number
        p: number
      }>`SELECT 't'::regclass::oid::int AS t, 'p'::regclass::oid::int AS p`
      for (const statement of statements) {
        const taken = yield* sql
          .withTransaction(
            Effect.gen(function* () {
              yield* run(statement)
              const rows = yield* sql<{ mode: string }>`SELECT DISTINCT mode FROM pg_locks
                WHERE pid = pg_backend_pid() AND relation IN (${tables[0]!.t}, ${tables[0]!.p})`
              return yield* Effect.fail({ modes: rows.map(({ mode }) => inWords(mode)) })
            })
          )
          .pipe(Effect.flip)
        const cost = StatementCost.of(statement)
        assert.isDefined(cost, statement)
        assert.strictEqual(
          StatementCost.strictestOf("modes" in taken ? taken.modes : []),
          cost!.mode,
          statement
        )
      }
    })
  )
})

/** `ShareRowExclusiveLock` as the documentation writes it. */
const inWords = (mode: string) =>
  mode
    .replace("Lock", "")
    .replaceAll(/(?!^)([A-Z])/gu, " $1")
    .toUpperCase() as StatementCost.Mode

const statements = [
  "CREATE INDEX i ON t (b)",
  "CREATE UNIQUE INDEX i ON t USING btree (b) WHERE b > 1",
  "DROP INDEX ready",
  "ALTER TABLE t ADD COLUMN c int NOT NULL DEFAULT 0, ADD COLUMN IF NOT EXISTS d text",
  "ALTER TABLE ONLY t DROP COLUMN b",
  "ALTER TABLE t RENAME COLUMN b TO c",
  "ALTER TABLE t ALTER COLUMN a TYPE bigint",
  "ALTER TABLE t ALTER COLUMN b SET NOT NULL",
  "ALTER TABLE t ADD CONSTRAINT now CHECK (b > 0)",
  "ALTER TABLE t VALIDATE CONSTRAINT later",
  "ALTER TABLE t ADD FOREIGN KEY (a) REFERENCES u (a)",
  "ALTER TABLE t ADD CONSTRAINT f FOREIGN KEY (a) REFERENCES u (a) NOT VALID",
  "ALTER TABLE t ADD PRIMARY KEY USING INDEX ready",
  "ALTER TABLE t ADD PRIMARY KEY (a)",
  "ALTER TABLE t SET (fillfactor = 90)",
  "ALTER TABLE t ALTER COLUMN b SET STATISTICS 500",
  'UPDATE "t" SET b = 1',
  "INSERT INTO t (a) SELECT 1",
  "WITH gone AS (DELETE FROM t RETURNING a) SELECT count(*) FROM gone",
  "DELETE FROM t",
  "SELECT a FROM t FOR UPDATE",
  "SELECT a FROM t",
  "TRUNCATE TABLE t",
  "DROP TABLE t",
  "CREATE TABLE p1 PARTITION OF p DEFAULT",
  "LOCK TABLE t"
]
