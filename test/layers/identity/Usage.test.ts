import { assert, layer } from "@effect/vitest"
import { Clock, Effect, Exit, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { TestClock } from "effect/testing"
import { Tenant } from "../../../layers/identity/Tenant.ts"
import { Usage } from "../../../layers/identity/Usage.ts"
import type { WorkspaceId } from "../../../schema/Id.ts"
import { TestDatabase } from "../../support/database/TestDatabase.ts"

const workspaceId = "0190a0b0-c0d0-7000-8000-000000000001" as WorkspaceId
const other = "0190a0b0-c0d0-7000-8000-000000000002" as WorkspaceId

const epoch = "1970-01-01T00:00:00.000Z"

const stored = Effect.fnUntraced(function* (by: "minute" | "hour", of: WorkspaceId = workspaceId) {
  const rows = yield* Effect.provideService((yield* Usage).read(by, epoch), Tenant, { workspaceId: of })
  return rows
    .map(({ at, credential, refused, requests }) => [credential, at, requests, refused] as const)
    .toSorted((a, b) => `${a[0]} ${a[1]}`.localeCompare(`${b[0]} ${b[1]}`))
})

/** Another process on the same database. */
const elsewhere = Layer.build(Layer.fresh(Usage.layer))

/** Resets the counts and the clock. */
const emptied = Effect.gen(function* () {
  yield* TestClock.setTime(0)
  yield* (yield* SqlClient.SqlClient)`DELETE FROM request_counts`
})

layer(Usage.layer.pipe(Layer.provideMerge(TestDatabase.layer)))("usage", (it) => {
  it.effect("adds up over flushes, minutes and processes, with refused requests separate", () =>
    Effect.gen(function* () {
      yield* emptied
      const here = yield* Usage
      const there = yield* Effect.provide(Usage, yield* elsewhere)
      const count = (usage: typeof here, times: number, isRefused = false) =>
        Effect.map(Clock.currentTimeMillis, (now) => {
          for (let nth = 0; nth < times; nth++) usage.count(workspaceId, "k", isRefused, now)
        })
      yield* count(here, 3)
      yield* count(here, 1, true)
      yield* here.flush
      yield* count(here, 2)
      yield* count(there, 4)
      yield* count(there, 5, true)
      here.count(other, "k", false, yield* Clock.currentTimeMillis)
      yield* Effect.all([here.flush, there.flush], { concurrency: "unbounded" })
      assert.deepStrictEqual(yield* stored("minute"), [["k", epoch, 9, 6]])
      yield* here.flush
      assert.deepStrictEqual(yield* stored("minute"), [["k", epoch, 9, 6]])
      assert.deepStrictEqual(yield* stored("minute", other), [["k", epoch, 1, 0]])

      yield* TestClock.setTime(61 * 60_000 + 59_999)
      here.count(workspaceId, "k", false, yield* Clock.currentTimeMillis)
      here.count(workspaceId, "l", true, yield* Clock.currentTimeMillis)
      yield* here.flush
      assert.deepStrictEqual(yield* stored("minute"), [
        ["k", epoch, 9, 6],
        ["k", "1970-01-01T01:01:00.000Z", 1, 0],
        ["l", "1970-01-01T01:01:00.000Z", 0, 1]
      ])
      assert.deepStrictEqual(yield* stored("hour"), [
        ["k", epoch, 9, 6],
        ["k", "1970-01-01T01:00:00.000Z", 1, 0],
        ["l", "1970-01-01T01:00:00.000Z", 0, 1]
      ])
    })
  )

  it.effect("writes nothing during a request, and all counts within five seconds in one statement", () =>
    Effect.gen(function* () {
      yield* emptied
      const usage = yield* Effect.provide(Usage, yield* elsewhere)
      for (let n = 0; n < 1000; n++)
        usage.count(workspaceId, `key${n % 10}`, false, yield* Clock.currentTimeMillis)
      assert.deepStrictEqual(yield* stored("minute"), [])
      yield* TestClock.adjust("5 seconds")
      const rows = yield* stored("minute").pipe(
        Effect.repeat({ until: (found) => found.length > 0, times: 1000 })
      )
      assert.deepStrictEqual(
        rows.map(([credential, , requests]) => [credential, requests]),
        Array.from({ length: 10 }, (_, n) => [`key${n}`, 100])
      )
      const sql = yield* SqlClient.SqlClient
      const writers = yield* sql<{ xmin: string }>`SELECT DISTINCT xmin::text FROM request_counts`
      assert.strictEqual(writers.length, 1)
    })
  )

  it.effect("saves its counts when it ends", () =>
    Effect.gen(function* () {
      yield* emptied
      yield* Effect.scoped(
        Effect.gen(function* () {
          const usage = yield* Effect.provide(Usage, yield* elsewhere)
          usage.count(workspaceId, "last", false, yield* Clock.currentTimeMillis)
        })
      )
      assert.deepStrictEqual(yield* stored("minute"), [["last", epoch, 1, 0]])
    })
  )

  it.effect("loses nothing while the database fails", () =>
    Effect.gen(function* () {
      yield* emptied
      const sql = yield* SqlClient.SqlClient
      const usage = yield* Usage
      usage.count(workspaceId, "k", false, yield* Clock.currentTimeMillis)
      yield* sql`ALTER TABLE request_counts RENAME TO away`
      assert.isTrue(Exit.isFailure(yield* Effect.exit(usage.flush)))
      usage.count(workspaceId, "k", false, yield* Clock.currentTimeMillis)
      yield* sql`ALTER TABLE away RENAME TO request_counts`
      yield* usage.flush
      assert.deepStrictEqual(yield* stored("minute"), [["k", epoch, 2, 0]])
    })
  )
})
