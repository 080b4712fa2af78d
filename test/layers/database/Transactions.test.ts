import { assert, layer } from "@effect/vitest"
import { Deferred, Effect, Exit, Fiber, Layer, Option, References, Scope } from "effect"
import { SqlClient } from "effect/sql"
import * as StatementPipeline from "../../../layers/database/client/StatementPipeline.ts"
import { TestDatabase } from "../../support/database/TestDatabase.ts"

const table = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`CREATE TABLE IF NOT EXISTS written (id int PRIMARY KEY)`
  yield* sql`TRUNCATE written`
  const put = (id: number) => sql`INSERT INTO written VALUES (${id})`
  const kept = Effect.map(sql<{ id: number }>`SELECT id FROM written ORDER BY id`, (rows) =>
    rows.map(({ id }) => id)
  )
  const heard: Array<string> = []
  const after = (name: string) => sql.afterCommit(Effect.sync(() => void heard.push(name)))
  return { sql, put, kept, heard, after }
})

for (const isTraced of [true, false])
  layer(Layer.provideMerge(TestDatabase.layer, Layer.succeed(References.TracerEnabled, isTraced)), {
    excludeTestServices: true
  })(`in a transaction${isTraced ? "" : " that is not traced"}`, (it) => {
    it.effect("what comes after the commit comes in its order, once all is committed", () =>
      Effect.gen(function* () {
        const { after, heard, kept, put, sql } = yield* table
        const seen: Array<ReadonlyArray<number>> = []
        const look = sql.afterCommit(Effect.orDie(Effect.map(kept, (ids) => void seen.push(ids))))
        const inner = sql.withTransaction(Effect.all([after("second"), put(2)]))
        yield* sql.withTransaction(
          Effect.all([
            after("first"),
            put(1),
            look,
            inner,
            Effect.sync(() => heard.push("end")),
            after("third")
          ])
        )
        assert.deepStrictEqual(heard, ["end", "first", "second", "third"])
        // It asked outside of the transaction.
        assert.deepStrictEqual(seen, [[1, 2]])
        yield* after("at once")
        assert.strictEqual(heard.at(-1), "at once")
      })
    )

    it.effect("nothing comes after what was rolled back, and the others come where one dies", () =>
      Effect.gen(function* () {
        const { after, heard, kept, put, sql } = yield* table
        const failing = sql.withTransaction(Effect.all([put(1), after("lost"), Effect.fail("no")]))
        assert.strictEqual(yield* Effect.flip(failing), "no")
        const undone = Effect.exit(
          sql.withTransaction(Effect.all([put(2), after("undone"), Effect.fail("no")]))
        )
        const dies = sql.afterCommit(Effect.die("a callback"))
        yield* Effect.provideService(
          sql.withTransaction(Effect.all([put(3), undone, dies, after("kept")])),
          References.UnhandledLogLevel,
          undefined
        )
        assert.deepStrictEqual(heard, ["kept"])
        assert.deepStrictEqual(yield* kept, [3])
        // A commit that fails: the row is there.
        const twice = sql.withTransaction(
          Effect.all([StatementPipeline.defer(sql, put(3)), after("not committed")])
        )
        assert.isTrue(Exit.isFailure(yield* Effect.exit(twice)))
        assert.deepStrictEqual(heard, ["kept"])
      })
    )

    it.effect("savepoints of several fibers take turns, and each is undone alone", () =>
      Effect.gen(function* () {
        const { kept, put, sql } = yield* table
        const one = (id: number) =>
          Effect.exit(
            sql.withTransaction(Effect.andThen(put(id), id % 2 === 0 ? Effect.fail("even") : Effect.void))
          )
        const ids = Array.from({ length: 8 }, (_, index) => index + 1)
        const deep = Effect.exit(
          sql.withTransaction(
            Effect.all([put(20), sql.withTransaction(put(21)), Effect.exit(one(22)), one(23)])
          )
        )
        yield* sql.withTransaction(
          Effect.andThen(Effect.forEach(ids, one, { concurrency: "unbounded" }), deep)
        )
        assert.deepStrictEqual(yield* kept, [1, 3, 5, 7, 20, 21, 23])
      })
    )

    it.effect("an interruption rolls back, and the connection is good for the next", () =>
      Effect.gen(function* () {
        const { after, heard, kept, put, sql } = yield* table
        for (let round = 0; round < 20; round++) {
          const begun = yield* Deferred.make<void>()
          const fiber = yield* Effect.forkChild(
            sql.withTransaction(
              Effect.all([
                put(1),
                after("never"),
                Deferred.succeed(begun, undefined),
                sql`SELECT pg_sleep(30)`
              ])
            )
          )
          yield* Deferred.await(begun)
          yield* Fiber.interrupt(fiber)
          yield* sql.withTransaction(put(100 + round))
        }
        assert.lengthOf(yield* kept, 20)
        assert.deepStrictEqual(heard, [])
        const [idle] = yield* sql<{ count: number }>`SELECT count(*)::int AS count FROM pg_stat_activity
          WHERE datname = current_database() AND state LIKE 'idle in transaction%'`
        assert.strictEqual(idle!.count, 0)
      })
    )

    it.effect("what comes after a commit comes, too, if its caller goes away meanwhile", () =>
      Effect.gen(function* () {
        const { after, heard, kept, put, sql } = yield* table
        // The commit takes a while.
        yield* sql`CREATE OR REPLACE FUNCTION slow() RETURNS trigger LANGUAGE plpgsql
          AS $$ BEGIN PERFORM pg_sleep(0.3); RETURN NULL; END $$`
        yield* sql`CREATE CONSTRAINT TRIGGER slow AFTER INSERT ON written DEFERRABLE INITIALLY DEFERRED
          FOR EACH ROW EXECUTE FUNCTION slow()`
        const isCommitting = Effect.repeat(
          sql<{ count: number }>`SELECT count(*)::int AS count FROM pg_stat_activity
            WHERE datname = current_database() AND wait_event = 'PgSleep'`,
          { until: ([row]) => row!.count > 0 }
        )
        const fiber = yield* Effect.forkChild(
          sql.withTransaction(
            Effect.all([put(1), after("outer"), sql.withTransaction(Effect.andThen(put(2), after("inner")))])
          )
        )
        yield* isCommitting
        yield* Fiber.interrupt(fiber)
        yield* sql`DROP TRIGGER slow ON written`
        assert.deepStrictEqual(yield* kept, [1, 2])
        assert.deepStrictEqual(heard, ["outer", "inner"])
      })
    )

    it.effect("of inner transactions that are interrupted, those that are kept keep what comes after", () =>
      Effect.gen(function* () {
        const { after, heard, kept, put, sql } = yield* table
        for (let round = 0; round < 60; round++) {
          const name = String(round)
          yield* sql.withTransaction(
            Effect.gen(function* () {
              const inner = yield* Effect.forkChild(
                sql.withTransaction(Effect.andThen(put(round), after(name)))
              )
              for (let turn = 0; turn < round % 30; turn++)
                yield* Effect.promise(() => new Promise(setImmediate))
              yield* Fiber.interrupt(inner)
            })
          )
        }
        assert.deepStrictEqual(heard, (yield* kept).map(String))
      })
    )

    it.effect("a guard that fails at the commit leaves no transaction to the next", () =>
      Effect.gen(function* () {
        const { kept, put, sql } = yield* table
        const guard = () => Effect.die("no")
        for (let round = 0; round < 20; round++) {
          const refused = sql.withTransaction(
            Effect.andThen(
              StatementPipeline.guarded(sql, sql`SELECT 1`, guard),
              StatementPipeline.defer(sql, put(1))
            )
          )
          assert.isTrue(Exit.isFailure(yield* Effect.exit(refused)))
          yield* put(10 + round)
          yield* Effect.exit(sql.withTransaction(Effect.andThen(put(2), Effect.fail("no"))))
        }
        assert.deepStrictEqual(
          yield* kept,
          Array.from({ length: 20 }, (_, round) => 10 + round)
        )
      })
    )

    it.effect("who outlives it writes nothing on the connection that is another's by then", () =>
      Effect.gen(function* () {
        const { kept, put, sql } = yield* table
        const go = yield* Deferred.make<void>()
        const waits = <A, E>(effect: Effect.Effect<A, E>) =>
          Effect.forkDetach(Effect.andThen(Deferred.await(go), Effect.exit(effect)))
        const fibers = yield* sql.withTransaction(
          Effect.andThen(put(1), Effect.all([waits(put(66)), waits(StatementPipeline.defer(sql, put(67)))]))
        )
        const exits = yield* sql.withTransaction(
          Effect.gen(function* () {
            yield* put(2)
            yield* Deferred.succeed(go, undefined)
            return yield* Fiber.joinAll(fibers)
          })
        )
        for (const exit of exits as ReadonlyArray<Exit.Exit<unknown, unknown>>)
          assert.match(String(Exit.isFailure(exit) && exit.cause), /already ended/u)
        assert.deepStrictEqual(yield* kept, [1, 2])
      })
    )

    it.effect("the scope is its caller's, also after a connection was lost", () =>
      Effect.scoped(
        Effect.gen(function* () {
          const { sql } = yield* table
          const scope = yield* Effect.scope
          const isSame = sql.withTransaction(
            Effect.andThen(
              sql`SELECT 1`,
              Effect.map(
                Effect.serviceOption(Scope.Scope),
                (inside) => Option.getOrUndefined(inside) === scope
              )
            )
          )
          assert.isTrue(yield* isSame)
          yield* Effect.exit(sql`SELECT pg_terminate_backend(pg_backend_pid())`)
          assert.isTrue(yield* isSame)
          assert.isTrue(yield* isSame)
        })
      )
    )

    it.effect("who registers after the end is told so", () =>
      Effect.gen(function* () {
        const { after, put, sql } = yield* table
        const go = yield* Deferred.make<void>()
        const fiber = yield* sql.withTransaction(
          Effect.andThen(
            put(1),
            Effect.forkDetach(Effect.andThen(Deferred.await(go), Effect.exit(after("late"))))
          )
        )
        yield* Deferred.succeed(go, undefined)
        const exit = yield* Fiber.join(fiber)
        assert.match(String(Exit.isFailure(exit) && exit.cause), /already ended/u)
      })
    )
  })
