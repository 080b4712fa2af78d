import { assert, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import * as Distribution from "../../layers/database/citus/Distribution.ts"
import * as DistributionProblems from "../../layers/database/citus/DistributionProblems.ts"
import * as Migrations from "../../layers/database/migration/Migrations.ts"
import { TestDatabase } from "../support/database/TestDatabase.ts"

const run = (statement: string) => Effect.flatMap(SqlClient.SqlClient, (sql) => sql.unsafe(statement))

/** What the schema's problems are after some statements, which are undone. */
const problemsAfter = Effect.fnUntraced(function* (statements: ReadonlyArray<string>) {
  const sql = yield* SqlClient.SqlClient
  const found = Effect.andThen(Effect.forEach(statements, run), DistributionProblems.problems)
  return yield* Effect.flip(sql.withTransaction(Effect.flatMap(found, (problems) => Effect.fail(problems))))
})

const live = { excludeTestServices: true } as const

/** Empty at first: a distributed clone could not be given keys that don't fit. */
const migrated = Layer.effectDiscard(Migrations.migrate).pipe(Layer.provideMerge(TestDatabase.layerEmpty))

layer(migrated, live)("the distribution of tables", (it) => {
  it.effect("names each table once, and none that is not there", () =>
    Effect.gen(function* () {
      const listed = Distribution.intended.map(({ table }) => table)
      assert.deepStrictEqual(listed.toSorted(), yield* Distribution.tables)
    })
  )

  it.effect("has an order in which no table comes before one that its keys refer to", () =>
    Effect.gen(function* () {
      const place = new Map(Distribution.intended.map(({ table }, index) => [table, index]))
      const keys =
        yield* run(`SELECT c.conrelid::regclass::text AS table, c.confrelid::regclass::text AS target
        FROM pg_constraint c JOIN pg_class t ON t.oid = c.conrelid WHERE c.contype = 'f' AND NOT t.relispartition`)
      assert.isAbove(keys.length, 0)
      for (const { table, target } of keys as ReadonlyArray<{ table: string; target: string }>) {
        assert.isBelow(place.get(target)!, place.get(table)!, `${table} refers to ${target}`)
      }
    })
  )

  it.effect("fits the keys of the schema", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* DistributionProblems.problems, [])
    })
  )

  it.effect("fits no table that isn't listed, and no key on several shards", () =>
    Effect.gen(function* () {
      const problems = yield* problemsAfter([
        "CREATE TABLE strays (workspace_id uuid, id uuid, PRIMARY KEY (workspace_id, id))",
        "CREATE UNIQUE INDEX boards_by_name ON boards (lower(name), workspace_id)",
        "ALTER TABLE deals ADD CONSTRAINT deals_number UNIQUE (id, workspace_id)",
        "ALTER TABLE sessions ADD CONSTRAINT sessions_one UNIQUE (user_id)",
        "ALTER TABLE users ADD COLUMN team_id uuid",
        "ALTER TABLE users ADD FOREIGN KEY (only_in, team_id) REFERENCES teams (workspace_id, id)"
      ])
      assert.deepStrictEqual(problems, [
        "the table strays is in no list of migrations/distribution.ts",
        "the key boards_by_name of boards is not led by workspace_id",
        "the key deals_number of deals is not led by workspace_id",
        "the key sessions_one of sessions is not led by hash",
        "the key users_only_in_team_id_fkey of the reference table users refers to the distributed table teams"
      ])
    })
  )

  it.effect("is none on one server", () =>
    Effect.gen(function* () {
      assert.isFalse(yield* Distribution.isDistributed)
      assert.deepStrictEqual(yield* Distribution.actual, [])
    })
  )
})
