import { assert, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import * as StatementPipeline from "../../../layers/database/client/StatementPipeline.ts"
import * as Sql from "../../../layers/database/Sql.ts"
import { Transaction } from "../../../layers/database/Transaction.ts"
import { TestDatabase } from "../../support/database/TestDatabase.ts"

const table = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`CREATE TABLE IF NOT EXISTS kept (id int PRIMARY KEY, name text)`
  yield* sql`TRUNCATE kept`
  const put = (id: number) => sql`INSERT INTO kept VALUES (${id}, 'a') RETURNING name`
  const forget = sql`DEALLOCATE ALL`.unprepared
  const ids = Effect.map(sql<{ id: number }>`SELECT id FROM kept ORDER BY id`, (rows) =>
    rows.map(({ id }) => id)
  )
  // From here on the statements are prepared.
  yield* sql.withTransaction(Effect.andThen(put(1), ids))
  yield* Effect.flip(sql.withTransaction(Effect.andThen(ids, Effect.fail("back"))))
  return { sql, put, forget, ids }
})

layer(Layer.provideMerge(Transaction.layer, TestDatabase.layer), { excludeTestServices: true })(
  "what the server has forgotten",
  (it) => {
    it.effect("fails a transaction, and leaves its connection in order", () =>
      Effect.gen(function* () {
        const { forget, ids, put, sql } = yield* table
        const beforeCommit = sql.withTransaction(Effect.andThen(put(2), forget))
        assert.isTrue(Sql.isForgotten(yield* Effect.flip(beforeCommit)))
        assert.deepStrictEqual(yield* ids, [1])
        const within = sql.withTransaction(Effect.all([put(2), forget, put(3)]))
        assert.isTrue(Sql.isForgotten(yield* Effect.flip(within)))
        for (let nth = 0; nth < 5; nth++) assert.deepStrictEqual(yield* ids, [1])
      })
    )

    it.effect("is prepared anew when the transaction is repeated, however many statements it has", () =>
      Effect.gen(function* () {
        const { forget, ids, put, sql } = yield* table
        const { run } = yield* Transaction
        const others = [2, 3, 4, 5, 6].map(
          (nth) => sql`SELECT ${nth}::int + ${sql.literal(String(nth))} AS sum`
        )
        yield* sql.withTransaction(Effect.all(others))
        let times = 0
        const once = Effect.suspend(() => (++times === 1 ? Effect.asVoid(forget) : Effect.void))
        yield* run(Effect.all([put(2), once, ...others, StatementPipeline.defer(sql, put(3))]))
        assert.deepStrictEqual([yield* ids, times], [[1, 2, 3], 2])
      })
    )

    it.effect("is also a plan whose columns have changed", () =>
      Effect.gen(function* () {
        const { ids, put, sql } = yield* table
        const { run } = yield* Transaction
        yield* sql`ALTER TABLE kept ALTER COLUMN name TYPE varchar(9)`
        yield* run(put(2))
        assert.deepStrictEqual(yield* ids, [1, 2])
        yield* sql`DROP TABLE kept`
      })
    )
  }
)
