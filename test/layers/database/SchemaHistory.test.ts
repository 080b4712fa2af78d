import { assert, describe, layer } from "@effect/vitest"
import { Deferred, Effect, Fiber } from "effect"
import { SqlClient } from "effect/sql"
import * as Migrations from "../../../layers/database/migration/Migrations.ts"
import { build as version } from "../../../layers/runtime/Version.ts"
import type { History } from "../../../layers/database/migration/SchemaHistory.ts"
import { lastBeforeBaseline } from "../../../migrations/index.ts"
import { TestDatabase } from "../../support/database/TestDatabase.ts"

const making = (name: string) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) => sql`CREATE TABLE ${sql(name)} (id int)`)

/** Three releases: the second works beside the first, the third only beside the second. */
const first: History = { "0001_a": making("a"), "0002_b": making("b") }
const second: History = { ...first, "0003_c": making("c") }
const third: History = { ...second, "0005_d": making("d") }
/** The third with a baseline in the place of the first three migrations. */
const squashed: History = {
  "0003_c": Effect.andThen(making("a"), Effect.andThen(making("b"), making("c"))),
  "0005_d": third["0005_d"]!
}
const worksFrom = { "0002_b": "0001_a", "0003_c": "0002_b", "0005_d": "0003_c" }

const start = (history: History) => Migrations.run(history, worksFrom)

const refusal = (history: History) => Effect.map(Effect.flip(start(history)), ({ message }) => message)

const run = (statement: string) => Effect.flatMap(SqlClient.SqlClient, (sql) => sql.unsafe(statement))

const emptied = run("DROP SCHEMA public CASCADE").pipe(Effect.andThen(run("CREATE SCHEMA public")))

const live = { excludeTestServices: true } as const

layer(TestDatabase.layerEmpty, live)("a database's history", (it) => {
  it.effect("says who wrote it, and lets in the versions that work with it", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* start(first), ["0001_a", "0002_b"])
      assert.deepStrictEqual(yield* start(second), ["0003_c"])
      assert.deepStrictEqual(yield* start(first), [])
      assert.deepStrictEqual(yield* start(third), ["0005_d"])
      assert.deepStrictEqual(yield* start(second), [])
      const rows = yield* run(
        "SELECT migration_id AS id, version, works_from FROM schema_migrations ORDER BY 1"
      )
      assert.deepStrictEqual(rows, [
        { id: 1, version, works_from: 1 },
        { id: 2, version, works_from: 1 },
        { id: 3, version, works_from: 2 },
        { id: 5, version, works_from: 3 }
      ])
      yield* run("UPDATE schema_migrations SET version = '7.8.9' WHERE migration_id = 5")
      const line = yield* refusal(first)
      assert.match(
        line,
        /^The database "[^"]+" at \S+ cannot be used: version 7\.8\.9 of this service has migrated/u
      )
      assert.include(line, "Start 7.8.9 or a later one, or restore the backup made before that upgrade")
      assert.notInclude(line, "\n")
    }).pipe(Effect.ensuring(Effect.orDie(emptied)))
  )

  it.effect("goes on from the baseline of a later version, and keeps its rows", () =>
    Effect.gen(function* () {
      yield* start(second)
      assert.deepStrictEqual(yield* start(squashed), ["0005_d"])
      assert.deepStrictEqual(yield* start(second), [])
      const rows = yield* run("SELECT migration_id AS id FROM schema_migrations ORDER BY 1")
      assert.deepStrictEqual(rows, [{ id: 1 }, { id: 2 }, { id: 3 }, { id: 5 }])
    }).pipe(Effect.ensuring(Effect.orDie(emptied)))
  )

  it.effect("from before the baseline is refused in a line that names the way", () =>
    Effect.gen(function* () {
      yield* start(first)
      const line = yield* refusal(squashed)
      assert.match(line, /^The database "[^"]+" at \S+ cannot be used: its schema \(0002_b\) is older than/u)
      assert.include(
        line,
        `Start ${lastBeforeBaseline} of this service, which migrates it, and then this version`
      )
      assert.notInclude(line, "\n")
      yield* run("ALTER TABLE schema_migrations DROP COLUMN version, DROP COLUMN works_from")
      assert.strictEqual(yield* refusal(squashed), line)
      assert.deepStrictEqual(yield* run("SELECT to_regclass('c')::text AS c"), [{ c: null }])
    }).pipe(Effect.ensuring(Effect.orDie(emptied)))
  )

  describe("changed by hand", () => {
    const cases: ReadonlyArray<readonly [string, string, RegExp]> = [
      [
        "lacks a row",
        "DELETE FROM schema_migrations WHERE migration_id = 2",
        /lacks migration "0002_b".*Restore/u
      ],
      [
        "names another migration",
        "UPDATE schema_migrations SET name = 'x' WHERE migration_id = 2",
        /names migration 2 "x"/u
      ],
      [
        "holds a row of nobody's",
        "INSERT INTO schema_migrations (migration_id, name) VALUES (4, 'x')",
        /newer version.*0004_x/u
      ]
    ]
    for (const [title, statement, wanted] of cases) {
      it.effect(`it is refused before anything runs if it ${title}`, () =>
        Effect.gen(function* () {
          yield* start(second)
          yield* run(statement)
          assert.match(yield* refusal(third), wanted)
          assert.deepStrictEqual(yield* run("SELECT to_regclass('d')::text AS d"), [{ d: null }])
        }).pipe(Effect.ensuring(Effect.orDie(emptied)))
      )
    }
  })

  it.effect(
    "lets nodes of the last release start while a new one migrates, and after it was interrupted",
    () =>
      Effect.gen(function* () {
        yield* start(first)
        const reached = yield* Deferred.make<void>()
        const ahead = Effect.andThen(Deferred.succeed(reached, undefined), Effect.never)
        const staged: History = { ...first, "0003_c": { ahead, finish: () => making("c") } }
        const migrating = yield* Effect.forkChild(start(staged))
        yield* Deferred.await(reached)
        assert.deepStrictEqual(yield* start(first), [])
        yield* Fiber.interrupt(migrating)
        assert.deepStrictEqual(yield* start(first), [])
        assert.deepStrictEqual(yield* start(second), ["0003_c"])
      }).pipe(Effect.ensuring(Effect.orDie(emptied)))
  )

  it.effect("is made once by nodes of several releases that start at once", () =>
    Effect.gen(function* () {
      const nodes = [first, third, second, first, third, second].map((history) => start(history))
      const worked = yield* Effect.all(
        nodes.map((node) => Effect.result(node)),
        { concurrency: "unbounded" }
      )
      // The oldest may come too late, when the newest has migrated.
      const done = worked.flatMap((one) => (one._tag === "Success" ? one.success : []))
      assert.sameMembers(done, ["0001_a", "0002_b", "0003_c", "0005_d"])
    }).pipe(Effect.ensuring(Effect.orDie(emptied)))
  )
})
