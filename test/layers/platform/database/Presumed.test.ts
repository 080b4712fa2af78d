import { assert, layer } from "@effect/vitest"
import { Effect, Exit, Layer, References } from "effect"
import { SqlClient } from "effect/sql"
import * as Lean from "../../../../layers/platform/database/Lean.ts"
import * as Pipeline from "../../../../layers/platform/database/Pipeline.ts"
import { Transaction } from "../../../../layers/platform/database/Transaction.ts"
import { TestDatabase } from "../../../support/server/TestDatabase.ts"

// What is traced takes nothing for granted: each of its statements has a span.
const site = Transaction.layer.pipe(
  Layer.provideMerge(TestDatabase.layer),
  Layer.provideMerge(Layer.succeed(References.TracerEnabled, false))
)

/** A name that is read, and writes that tell what was read. */
const table = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`CREATE TABLE IF NOT EXISTS named (id int PRIMARY KEY, name text, tags text[])`
  yield* sql`CREATE TABLE IF NOT EXISTS told (id int PRIMARY KEY, name text)`
  yield* sql`TRUNCATE named, told`
  yield* sql`INSERT INTO named VALUES (1, 'old', '{a}'), (2, 'second', NULL)`
  const read = (id: number) =>
    Pipeline.ask(
      sql<{ name: string }>`SELECT id, name, tags FROM named WHERE id = ${id} ORDER BY id`,
      (rows) => Effect.succeed(rows.map(({ name }) => name).join())
    )
  const name = Pipeline.answered(Pipeline.presumed(Pipeline.both(read(1), read(2))))
  const tell = (id: number, name: string) => Pipeline.later(sql`INSERT INTO told VALUES (${id}, ${name})`)
  const told = Effect.map(sql<{ name: string }>`SELECT name FROM told ORDER BY id`, (rows) =>
    rows.map(({ name }) => name)
  )
  const rename = (name: string) => sql`UPDATE named SET name = ${name} WHERE id = 1`
  return { sql, name, tell, told, rename, run: (yield* Transaction).run }
})

/** What `effect` asks the database, in short. */
const asks = <A, E, R>(effect: Effect.Effect<A, E, R>) => {
  const heard: Array<string> = []
  return Effect.as(
    Effect.provideService(effect, Lean.Heard, (text) => void heard.push(text.slice(0, 11))),
    heard
  )
}

layer(site, { excludeTestServices: true })("what a transaction takes for granted", (it) => {
  it.effect("is what was read last, and is read again once it has changed", () =>
    Effect.gen(function* () {
      const { name, rename, run, tell, told } = yield* table
      let times = 0
      const write = (id: number) =>
        run(
          Effect.gen(function* () {
            times += 1
            const [found] = yield* name
            yield* tell(id, found)
          })
        )
      yield* write(1)
      yield* write(2)
      assert.strictEqual(times, 2)
      yield* rename("new")
      yield* write(3)
      assert.strictEqual(times, 4)
      yield* write(4)
      assert.strictEqual(times, 5)
      assert.deepStrictEqual(yield* told, ["old", "old", "new", "new"])
    })
  )

  it.effect("differs if rows exchange what they have, or a number that hashes alike", () =>
    Effect.gen(function* () {
      const { run, sql } = yield* table
      yield* sql`CREATE TABLE IF NOT EXISTS placed (id int PRIMARY KEY, place int, amount bigint, note text)`
      yield* sql`TRUNCATE placed`
      const insert = (id: number) =>
        sql`INSERT INTO placed VALUES (${id}, ${id}, 0, ${`(${id},"a\\,"\n𐀀${id % 2 === 0 ? "" : "\uFFFD"}`})`
      yield* Effect.forEach(
        Array.from({ length: 12 }, (_, id) => id),
        insert,
        { discard: true }
      )
      const places = Pipeline.answered(
        Pipeline.presumed(
          Pipeline.ask(
            sql<{ id: number; amount: number }>`SELECT id, place, amount, note FROM placed ORDER BY place`,
            (rows) => Effect.succeed(rows.map(({ amount, id }) => `${id}:${amount}`).join())
          )
        )
      )
      let times = 0
      const read = run(Effect.tap(places, () => Effect.sync(() => (times += 1))))
      yield* Effect.andThen(read, read)
      const now = Effect.map(
        sql<{ all: string }>`SELECT string_agg(id || ':' || amount, ',' ORDER BY place) AS all FROM placed`,
        ([row]) => row!.all
      )
      for (let one = 0; one < 11; one += 1) {
        for (const column of ["place", "note"]) {
          yield* sql`UPDATE placed a SET ${sql(column)} = b.${sql(column)} FROM placed b
            WHERE a.id IN (${one}, ${one + 1}) AND b.id IN (${one}, ${one + 1}) AND a.id <> b.id`
          assert.strictEqual(yield* read, yield* now)
        }
      }
      yield* sql`UPDATE placed SET amount = 4294967297 WHERE id = 3`
      assert.strictEqual(yield* read, yield* now)
      assert.strictEqual(times, 2 + 2 * 23)
    })
  )

  it.effect("is no reason to fail before the database has looked, nor to succeed", () =>
    Effect.gen(function* () {
      const { name, rename, run, sql, tell, told } = yield* table
      const refusing = (refused: string) =>
        run(
          Effect.flatMap(name, ([found]): Effect.Effect<void, unknown> =>
            found === refused ? Effect.fail("refused") : tell(1, found)
          )
        )
      yield* Effect.exit(refusing("old"))
      yield* rename("new")
      yield* refusing("old")
      assert.deepStrictEqual(yield* told, ["new"])
      yield* sql`DELETE FROM named WHERE id = 1`
      assert.strictEqual(yield* Effect.flip(refusing("")), "refused")
      assert.deepStrictEqual(yield* told, ["new"])
    })
  )

  it.effect("is looked at before what is read, written or taken back after it", () =>
    Effect.gen(function* () {
      const { name, rename, run, sql, told } = yield* table
      const transaction = yield* Transaction
      const ways: ReadonlyArray<(found: string) => Effect.Effect<unknown, unknown, SqlClient.SqlClient>> = [
        () => told,
        (found) => sql`INSERT INTO told VALUES (1, ${found})`,
        () => transaction.written,
        (found) => run(Effect.as(sql`SELECT 1`, found))
      ]
      for (const [index, way] of ways.entries()) {
        const seen: Array<string> = []
        const write = run(
          Effect.gen(function* () {
            const [found] = yield* name
            yield* way(found)
            seen.push(found)
            return yield* Effect.fail("back")
          })
        )
        yield* Effect.exit(write)
        yield* rename(`name ${index}`)
        yield* Effect.exit(write)
        assert.strictEqual(seen.at(-1), `name ${index}`)
        assert.strictEqual(seen.length, 2)
      }
      assert.deepStrictEqual(yield* told, [])
    })
  )

  it.effect("is nothing without what repeats the transaction", () =>
    Effect.gen(function* () {
      const { name, rename, sql, tell, told } = yield* table
      const write = (id: number) => sql.withTransaction(Effect.flatMap(name, ([found]) => tell(id, found)))
      yield* write(1)
      yield* rename("new")
      yield* write(2)
      assert.deepStrictEqual(yield* told, ["old", "new"])
    })
  )

  it.effect("may be that there is no such row: if there is, the guarded statement decides", () =>
    Effect.gen(function* () {
      const { run, sql, told } = yield* table
      const claim = Pipeline.guarded(
        sql,
        () => sql`INSERT INTO told VALUES (1, 'claimed') ON CONFLICT DO NOTHING RETURNING id`,
        {
          check: (exit) =>
            Exit.isSuccess(exit) && exit.value.length > 0
              ? Effect.void
              : Effect.die(Exit.isSuccess(exit) ? "taken" : "failed")
        }
      )
      const keep = (name: string) =>
        Pipeline.instead(
          sql,
          () => sql`INSERT INTO told VALUES (1, ${name})`,
          () => sql`UPDATE told SET name = ${name} WHERE id = 1`
        )
      const write = (name: string) => run(Effect.andThen(claim, keep(name)))
      const heard = yield* asks(write("one"))
      assert.deepStrictEqual(heard, ["INSERT INTO"])
      assert.deepStrictEqual(yield* Effect.exit(write("two")), Exit.die("taken"))
      assert.deepStrictEqual(yield* told, ["one"])
      // A fault of another kind is for the guard as well: the row may be locked for too long.
      yield* sql`DELETE FROM told`
      const failing = run(
        Effect.andThen(
          claim,
          Pipeline.instead(
            sql,
            () => sql`INSERT INTO told VALUES (2, (1 / (SELECT 0))::text)`,
            () => sql`SELECT 1`
          )
        )
      )
      assert.deepStrictEqual(yield* Effect.exit(failing), Exit.die("failed"))
      const reading = run(Effect.andThen(claim, Effect.andThen(told, keep("three"))))
      yield* sql`DELETE FROM told`
      yield* reading
      assert.deepStrictEqual(yield* told, ["three"])
    })
  )

  it.effect("fails as it would have if what fails has nothing to do with it", () =>
    Effect.gen(function* () {
      const { name, run, tell, told } = yield* table
      let times = 0
      const write = run(
        Effect.flatMap(name, ([found]) => {
          times += 1
          return tell(1, found)
        })
      )
      yield* write
      times = 0
      const exit = yield* Effect.exit(write)
      assert.isTrue(Exit.isFailure(exit) && exit.cause.reasons.some((one) => one._tag === "Die"))
      assert.strictEqual(times, 1)
      assert.deepStrictEqual(yield* told, ["old"])
    })
  )

  it.effect("is forgotten, the oldest first, and isn't kept of long answers", () =>
    Effect.gen(function* () {
      const { run, sql } = yield* table
      const count = (rows: number) =>
        Pipeline.answered(
          Pipeline.presumed(
            Pipeline.ask(sql`SELECT * FROM generate_series(1, ${rows}::int) one`, (rows) =>
              Effect.succeed(rows.length)
            )
          )
        )
      for (const rows of [33, 33, 0, 0, 32, 32]) assert.strictEqual(yield* run(count(rows)), rows)
      for (let rows = 0; rows < 600; rows += 1) yield* run(count(-rows))
      assert.strictEqual(yield* run(count(0)), 0)
    })
  )
})
