import { assert, it, layer } from "@effect/vitest"
import { Deferred, Effect, Exit, Fiber, Layer, Scheduler } from "effect"
import { SqlClient } from "effect/sql"
import { Tenant } from "../../../layers/identity/Tenant.ts"
import { Admission, type Kind } from "../../../layers/database/Admission.ts"
import { DatabaseLimits } from "../../../layers/database/DatabaseLimits.ts"
import { onOwnConnection, SharedReads } from "../../../layers/database/client/SharedReads.ts"
import * as Sql from "../../../layers/database/Sql.ts"
import { WorkspaceId } from "../../../schema/Id.ts"
import { TestDatabase } from "../../support/database/TestDatabase.ts"
import { counted } from "../../support/database/Trips.ts"

const limits = Layer.succeed(DatabaseLimits, { connections: 12, statement: 2_000, lock: 500, idle: 4_000 })

const workspace = (number: number) => WorkspaceId.make(`0190a0b0-c0d0-7000-8000-00000000000${number}`)

/** A light read of a workspace. */
const read = <A, E>(
  statement: (sql: SqlClient.SqlClient) => Effect.Effect<A, E>,
  of = 1,
  kind: Kind = "deals"
) =>
  Effect.flatMap(Effect.all([Admission, SqlClient.SqlClient]), ([{ share }, sql]) =>
    Effect.provideService(share(kind, statement(sql)), Tenant, { workspaceId: workspace(of) })
  )

const number = (one: number, of?: number, kind?: Kind) =>
  read((sql) => Effect.map(sql<{ one: number }>`SELECT ${one}::int AS one`, ([row]) => row!.one), of, kind)

const asleep = (of?: number, kind?: Kind) => read((sql) => sql`SELECT pg_sleep(1.5)::text AS done`, of, kind)

/** How many statements of ours sleep in the server. */
const sleeping = Effect.flatMap(SqlClient.SqlClient, (sql) =>
  Effect.map(
    sql<{ many: number }>`SELECT count(*)::int AS many FROM pg_stat_activity
      WHERE datname = current_database() AND state = 'active' AND pid <> pg_backend_pid() AND query LIKE '%pg_sleep%'`,
    ([row]) => row!.many
  )
)

const until = (isIt: (many: number) => boolean) =>
  Effect.gen(function* () {
    const end = performance.now() + 5_000
    while (!isIt(yield* sleeping)) {
      if (performance.now() > end) return assert.fail("it never was so")
      yield* Effect.promise(() => new Promise((done) => setTimeout(done, 10)))
    }
  })

/** Yields after so many steps, and is interrupted that many turns later. */
const interrupted = async (steps: number, turns: number) => {
  let isAsked = false
  const shared = new SharedReads({
    admit: <A, E, R>(effect: Effect.Effect<A, E, R>) => effect,
    isAsked: (_, now) => void (isAsked = now)
  } as ConstructorParameters<typeof SharedReads>[0])
  const reading = shared.read(Effect.andThen(Effect.void, Effect.never), (effect) => effect)
  const fiber = Effect.runFork(Effect.provideService(reading, Scheduler.MaxOpsBeforeYield, steps))
  for (let turn = 0; turn < turns; turn++) await new Promise((done) => setImmediate(done))
  fiber.interruptUnsafe()
  await Effect.runPromise(Fiber.await(fiber))
  return isAsked
}

it("a light read whose caller leaves at any moment is no longer counted", async () => {
  for (let steps = 2; steps < 10; steps++) {
    for (let turns = 0; turns < 5; turns++) assert.isFalse(await interrupted(steps, turns))
  }
})

layer(Admission.layer.pipe(Layer.provideMerge(TestDatabase.layer), Layer.provide(limits)), {
  excludeTestServices: true
})("light reads", (it) => {
  it.effect("that are asked at once go in one write, and each gets its own rows", () =>
    Effect.gen(function* () {
      // Connections for the one that goes by itself, and for those that don't wait for it on a busy machine.
      const sql = yield* SqlClient.SqlClient
      yield* Effect.replicateEffect(sql`SELECT pg_sleep(0.1)::text AS done`, 4, { concurrency: 4 })
      const ones = [1, 2, 3, 4, 5, 6, 7, 8]
      const all = Effect.forEach(ones, (one) => number(one), { concurrency: "unbounded" })
      // One by itself, and then the others.
      assert.deepStrictEqual(yield* counted(all), [ones, 2])
      const many = Array.from({ length: 50 }, (_, index) => index)
      const [answers, writes] = yield* counted(
        Effect.forEach(many, (one) => number(one), { concurrency: "unbounded" })
      )
      assert.deepStrictEqual(answers, many)
      assert.isBelow(writes, 15)
    })
  )

  it.effect("that are planned for their values go alone, in as many turns as a workspace has", () =>
    Effect.gen(function* () {
      const many = Array.from({ length: 20 }, (_, index) => index)
      const answers = yield* Effect.forEach(
        many,
        (one) => read((sql) => sql<{ one: number }>`SELECT ${one}::int AS one`.unprepared),
        { concurrency: "unbounded" }
      )
      assert.deepStrictEqual(
        answers.map(([row]) => row!.one),
        many
      )
    })
  )

  it.effect("do not wait for what goes apart", () =>
    Effect.gen(function* () {
      const slow = read((sql) => onOwnConnection(sql, sql`SELECT pg_sleep(1.5)::text AS done`), 7)
      const three = Effect.all([slow, slow, slow], { concurrency: "unbounded" })
      const fiber = yield* Effect.forkChild(three, { startImmediately: true })
      // Nor does one of them wait for another.
      yield* until((many) => many === 3)
      const quick = [number(3, 7), number(4, 7)]
      assert.deepStrictEqual(yield* Effect.all(quick, { concurrency: "unbounded" }), [3, 4])
      assert.isUndefined(fiber.pollUnsafe())
      yield* Fiber.interrupt(fiber)
      yield* until((many) => many === 0)
    })
  )

  it.effect("wait no longer to be sent than others do for their turn", () =>
    Effect.gen(function* () {
      const waited: Array<number> = []
      const began = performance.now()
      const one = Effect.onError(
        read((sql) => sql`SELECT pg_sleep(0.1)::text AS done`, 5),
        () => Effect.sync(() => void waited.push(performance.now() - began))
      )
      const exits = yield* Effect.forEach(Array.from({ length: 200 }), () => Effect.exit(one), {
        concurrency: "unbounded"
      })
      assert.isAbove(exits.filter(Exit.isSuccess).length, 50)
      assert.isAbove(waited.length, 10)
      assert.isBelow(Math.max(...waited), 4_500)
    })
  )

  it.effect("that go alone and get no answer have one place to try with", () =>
    Effect.gen(function* () {
      const alone = read((sql) => Sql.orDie(sql`SELECT pg_sleep(3)::text AS done`.unprepared), 6)
      const four = Effect.all([alone, alone, alone, alone].map(Effect.exit), { concurrency: "unbounded" })
      assert.isTrue((yield* four).every(Exit.isFailure))
      const again = yield* Effect.forkChild(four, { startImmediately: true })
      yield* until((many) => many > 0)
      yield* Effect.promise(() => new Promise((done) => setTimeout(done, 100)))
      assert.strictEqual(yield* sleeping, 1)
      yield* Fiber.interrupt(again)
      yield* until((many) => many === 0)
    })
  )

  it.effect("within a transaction see what it wrote", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      yield* sql`CREATE TABLE IF NOT EXISTS shared_seen (id int)`
      const written = (sql: SqlClient.SqlClient) => sql<{ id: number }>`SELECT id FROM shared_seen`
      const seen = yield* sql.withTransaction(
        Effect.andThen(
          sql`INSERT INTO shared_seen VALUES (7)`,
          Effect.all([read(written), read((sql) => onOwnConnection(sql, written(sql)))])
        )
      )
      assert.deepStrictEqual(seen, [[{ id: 7 }], [{ id: 7 }]])
    })
  )

  it.effect("leave each other alone if one of them is refused", () =>
    Effect.gen(function* () {
      const bad = Effect.exit(read((sql) => sql`SELECT 1 / ${0}::int AS one`))
      const [first, refused, last] = yield* Effect.all([number(1), bad, number(2)], {
        concurrency: "unbounded"
      })
      assert.deepStrictEqual([first, Exit.isFailure(refused), last], [1, true, 2])
    })
  )

  it.effect("of other workspaces and other kinds don't wait for those that are slow", () =>
    Effect.gen(function* () {
      const slow = yield* Effect.forkChild(
        Effect.all([asleep(), asleep(), asleep()], { concurrency: "unbounded", discard: true }),
        { startImmediately: true }
      )
      // One by itself, and one with the third behind it: whoever comes now is not sent with them.
      yield* until((many) => many === 2)
      assert.strictEqual(yield* number(1, 2), 1)
      assert.strictEqual(yield* number(2, 1, "leads"), 2)
      assert.strictEqual(yield* number(3), 3)
      assert.isUndefined(slow.pollUnsafe())
      yield* Fiber.interrupt(slow)
      yield* until((many) => many === 0)
    })
  )

  it.effect("end in the server when nobody waits for them any more", () =>
    Effect.gen(function* () {
      const all = Effect.all([asleep(3), asleep(3)], { concurrency: "unbounded", discard: true })
      const fiber = yield* Effect.forkChild(all, { startImmediately: true })
      yield* until((many) => many > 0)
      const began = performance.now()
      yield* Fiber.interrupt(fiber)
      yield* until((many) => many === 0)
      assert.isBelow(performance.now() - began, 1_000)
      assert.strictEqual(yield* number(1, 3), 1)
    })
  )

  it.effect(
    "fail with the first of them that waited too long for a lock, and are answered again after it",
    () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        yield* sql`CREATE TABLE IF NOT EXISTS shared_rows (id int)`
        const rows = () => Effect.exit(read((sql) => sql`SELECT id FROM shared_rows`, 4))
        yield* rows()
        const began = performance.now()
        const isHeld = yield* Deferred.make<void>()
        const holder = yield* Effect.forkChild(
          sql.withTransaction(
            Effect.all([
              sql`LOCK TABLE shared_rows IN ACCESS EXCLUSIVE MODE`,
              Deferred.succeed(isHeld, undefined),
              Effect.never
            ])
          )
        )
        yield* Deferred.await(isHeld)
        const exits = yield* Effect.all(
          Array.from({ length: 10 }, () => rows()),
          { concurrency: "unbounded" }
        )
        assert.isTrue(exits.every(Exit.isFailure))
        // One wait for the lock, or two for those that waited for a connection.
        assert.isBelow(performance.now() - began, 2_500)
        yield* Fiber.interrupt(holder)
        assert.isTrue(Exit.isSuccess(yield* rows()))
      })
  )
})
