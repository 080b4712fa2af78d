import { assert, layer } from "@effect/vitest"
import { Context, Deferred, Effect, Exit, Fiber, Layer, References } from "effect"
import { SqlClient } from "effect/sql"
import { inspect } from "node:util"
import * as Pipeline from "../../../layers/database/client/StatementPipeline.ts"
import * as Sql from "../../../layers/database/Sql.ts"
import { makeProxy, type Proxy } from "../../support/fakes/Proxy.ts"
import { TestDatabase } from "../../support/database/TestDatabase.ts"

let proxy: Proxy

const proxied = TestDatabase.layerAt((url) =>
  Effect.gen(function* () {
    const address = new URL(url)
    proxy = yield* makeProxy(address.hostname, Number(address.port))
    address.hostname = "127.0.0.1"
    address.port = String(proxy.port)
    return address.toString()
  })
)

const table = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`CREATE TABLE IF NOT EXISTS piped (id int PRIMARY KEY)`
  yield* sql`TRUNCATE piped`
  const put = (id: number) => sql`INSERT INTO piped VALUES (${id})`
  const kept = Effect.map(sql<{ id: number }>`SELECT id FROM piped ORDER BY id`, (rows) =>
    rows.map(({ id }) => id)
  )
  return { sql, put, kept }
})

for (const isTraced of [true, false])
  layer(Layer.provideMerge(proxied, Layer.succeed(References.TracerEnabled, isTraced)), {
    excludeTestServices: true
  })(`a transaction${isTraced ? "" : " that is not traced"}`, (it) => {
    it.effect("sees what it wrote, in its order, and commits it", () =>
      Effect.gen(function* () {
        const { kept, put, sql } = yield* table
        const seen = yield* sql.withTransaction(
          Effect.gen(function* () {
            yield* Pipeline.defer(sql, put(1))
            const first = yield* kept
            yield* Pipeline.defer(sql, put(2))
            const both = yield* Pipeline.runTogether(kept, put(3), kept)
            yield* Pipeline.defer(sql, put(4))
            return [first, both[0], both[2]]
          })
        )
        assert.deepStrictEqual(seen, [[1], [1, 2], [1, 2, 3]])
        assert.deepStrictEqual(yield* kept, [1, 2, 3, 4])
      })
    )

    it.effect(
      "does writes that are joined from the last to the first, so that the first locks its rows for the shortest time",
      () =>
        Effect.gen(function* () {
          const { sql } = yield* table
          yield* sql`CREATE TABLE IF NOT EXISTS joined (place serial, part text)`
          yield* sql`TRUNCATE joined`
          const put = (part: string) => sql`INSERT INTO joined (part) VALUES (${part})`
          yield* Sql.combineWrites(sql, ["totals", "deal", "notes", "entry"].map(put))
          const rows = yield* sql<{ part: string }>`SELECT part FROM joined ORDER BY place`
          assert.deepStrictEqual(
            rows.map(({ part }) => part),
            ["entry", "notes", "deal", "totals"]
          )
        })
    )

    it.effect("has the services of its caller, and so have a savepoint and what follows the commit", () =>
      Effect.gen(function* () {
        const { kept, put, sql } = yield* table
        const Caller = Context.Service<"Caller", string>("Caller")
        const heard: Array<string> = []
        const hear = Effect.map(Caller, (caller) => void heard.push(caller))
        const inner = Effect.provideService(
          Effect.all([hear, put(2), sql.afterCommit(hear)]),
          Caller,
          "inner"
        )
        const outer = Effect.all([hear, put(1), sql.afterCommit(hear), sql.withTransaction(inner), hear])
        yield* Effect.provideService(sql.withTransaction(outer), Caller, "outer")
        assert.deepStrictEqual(heard, ["outer", "inner", "outer", "outer", "inner"])
        assert.deepStrictEqual(yield* kept, [1, 2])
      })
    )

    it.effect("fails with the reason of a write that went with COMMIT, and keeps nothing", () =>
      Effect.gen(function* () {
        const { kept, put, sql } = yield* table
        const twice = Effect.all([put(1), Pipeline.defer(sql, put(1)), Pipeline.defer(sql, put(2))])
        const { reason } = yield* Effect.flip(sql.withTransaction(twice))
        assert.strictEqual(reason._tag, "UniqueViolation")
        assert.deepStrictEqual(yield* kept, [])
        yield* sql.withTransaction(Pipeline.defer(sql, put(5)))
        assert.deepStrictEqual(yield* kept, [5])
      })
    )

    it.effect("is not left open by a write that cannot be sent with COMMIT", () =>
      Effect.gen(function* () {
        const { kept, put, sql } = yield* table
        const unfit = sql`INSERT INTO piped VALUES (${Symbol("unfit") as never})`
        const { message } = yield* Effect.flip(
          sql.withTransaction(Effect.andThen(put(1), Pipeline.defer(sql, unfit)))
        )
        assert.include(message, "cannot be encoded")
        // On the same connection, which would still see what was not committed.
        assert.deepStrictEqual(yield* kept, [])
      })
    )

    it.effect("fails with the reason of a write that went with a read", () =>
      Effect.gen(function* () {
        const { kept, put, sql } = yield* table
        const twice = Effect.all([put(1), Pipeline.defer(sql, put(1)), kept])
        const { reason } = yield* Effect.flip(sql.withTransaction(twice))
        assert.strictEqual(reason._tag, "UniqueViolation")
      })
    )

    it.effect("drops what it had not sent yet if it is rolled back, and a savepoint's writes with it", () =>
      Effect.gen(function* () {
        const { kept, put, sql } = yield* table
        yield* Effect.flip(
          sql.withTransaction(Effect.andThen(Pipeline.defer(sql, put(1)), Effect.fail("back")))
        )
        yield* sql.withTransaction(
          Effect.gen(function* () {
            yield* Pipeline.defer(sql, put(2))
            const inner = Effect.andThen(Pipeline.defer(sql, put(3)), Effect.fail("back"))
            yield* Effect.flip(sql.withTransaction(inner))
            yield* sql.withTransaction(Pipeline.defer(sql, put(4)))
          })
        )
        assert.deepStrictEqual(yield* kept, [2, 4])
      })
    )

    it.effect("writes nothing but what guards it if that says so", () =>
      Effect.gen(function* () {
        const { kept, put, sql } = yield* table
        const check = (exit: Exit.Exit<ReadonlyArray<unknown>, unknown>) =>
          Exit.isSuccess(exit) && exit.value.length === 0 ? Effect.die("taken") : Effect.void
        const guard = (rows: number) =>
          Pipeline.guarded(sql, sql`SELECT generate_series(1, ${rows}::int)`, check)
        const writing = (rows: number) =>
          sql.withTransaction(Effect.andThen(guard(rows), Pipeline.defer(sql, put(rows))))
        assert.isTrue(Exit.isFailure(yield* Effect.exit(writing(0))))
        yield* writing(1)
        assert.deepStrictEqual(yield* kept, [1])
      })
    )

    it.effect(
      "answers what is asked for together, in its order, traced or not, and without a transaction",
      () =>
        Effect.gen(function* () {
          const { put, sql } = yield* table
          const read = (one: number) =>
            Pipeline.ask(
              sql,
              sql<{ one: number }>`SELECT ${one}::int + count(*)::int AS one FROM piped`,
              ([row]) => Effect.succeed(row!.one)
            )
          const asked = Pipeline.answered(Pipeline.combine(Pipeline.combine(read(10), read(20)), read(30)))
          const writing = sql.withTransaction(
            Effect.gen(function* () {
              const before = yield* asked
              yield* Pipeline.defer(sql, put(1))
              return [before, yield* asked]
            })
          )
          const [before, after] = yield* writing
          assert.deepStrictEqual(before, [[10, 20], 30])
          assert.deepStrictEqual(after, [[11, 21], 31])
          assert.deepStrictEqual(yield* asked, after)
          const none = Pipeline.answered(Pipeline.none("nothing"))
          assert.strictEqual(yield* none, "nothing")
        })
    )

    it.effect("fails with the first that fails of what is asked for together", () =>
      Effect.gen(function* () {
        const { kept, put, sql } = yield* table
        const fine = Pipeline.ask(sql, sql`SELECT 1`, Effect.succeed)
        const broken = Pipeline.ask(sql, sql`SELECT 1 / 0`, Effect.succeed)
        const asking = Pipeline.answered(Pipeline.combine(Pipeline.combine(fine, broken), fine))
        const exit = yield* Effect.exit(sql.withTransaction(Effect.andThen(put(1), asking)))
        assert.include(String(exit), "22012")
        assert.deepStrictEqual(yield* kept, [])
      })
    )

    it.effect("ends a statement that nobody waits for any more, and frees its locks", () =>
      Effect.gen(function* () {
        const { kept, put, sql } = yield* table
        const started = yield* Deferred.make<void>()
        const slow = Effect.andThen(
          put(1),
          Effect.andThen(Deferred.succeed(started, undefined), sql`SELECT pg_sleep(60)`)
        )
        const fiber = yield* Effect.forkChild(sql.withTransaction(slow))
        yield* Deferred.await(started)
        yield* Fiber.interrupt(fiber)
        yield* put(1)
        assert.deepStrictEqual(yield* kept, [1])
      })
    )

    it.effect("ends when one of several answers is lost, while other connections continue", () =>
      Effect.gen(function* () {
        const { sql } = yield* table
        proxy.lose("swallowed")
        const asking = Pipeline.runTogether(sql`SELECT 1`, sql`SELECT 'swallowed'`)
        const waiting = yield* Effect.forkChild(Effect.exit(sql.withTransaction(asking)), {
          startImmediately: true
        })
        while (waiting.pollUnsafe() === undefined) {
          yield* sql`SELECT 1`
          yield* Effect.sleep("200 millis")
        }
        assert.include(String(yield* Fiber.join(waiting)), "did not answer")
      })
    )
  })

layer(TestDatabase.layer, { excludeTestServices: true })(
  "a transaction whose writes are slow together",
  (it) => {
    it.effect("is stopped, and keeps nothing, if they take longer than one may", () =>
      Effect.gen(function* () {
        const { kept, put, sql } = yield* table
        const slow = (id: number) =>
          Pipeline.defer(sql, sql`INSERT INTO piped SELECT ${id}::int FROM pg_sleep(4.5)`)
        const exit = yield* Effect.exit(sql.withTransaction(Effect.all([put(1), slow(2), slow(3)])))
        assert.include(inspect(exit, { depth: 12 }), "57014")
        assert.deepStrictEqual(yield* kept, [])
      })
    )
  }
)
