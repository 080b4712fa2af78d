import { assert, it, layer } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { inject } from "vitest"
import { TestDatabase } from "../../support/database/TestDatabase.ts"
import { administer } from "../../support/server/TestServer.ts"

layer(TestDatabase.layer)("a cloned database", (it) => {
  it.effect("is migrated, and belongs to this file", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { name } = yield* TestDatabase
      const [row] = yield* sql<{ name: string; migrations: number }>`
        SELECT current_database() AS name, count(*)::int AS migrations FROM schema_migrations`
      assert.strictEqual(row?.name, name)
      assert.isAbove(row?.migrations ?? 0, 0)
    })
  )
})

it.live("is gone once its scope is closed", () =>
  Effect.gen(function* () {
    const { name } = yield* Effect.scoped(Effect.provide(TestDatabase, TestDatabase.layerClone))
    const left = yield* administer(
      inject("testServer").url,
      Effect.flatMap(SqlClient.SqlClient, (sql) => sql`SELECT 1 FROM pg_database WHERE datname = ${name}`)
    )
    assert.deepStrictEqual(left, [])
  })
)
