import { assert, layer } from "@effect/vitest"
import { Clock, Effect, Fiber } from "effect"
import { SqlClient } from "effect/sql"
import * as Migrations from "../../layers/platform/database/Migrations.ts"
import { migrations } from "../../migrations/index.ts"
import { floorOf } from "../../src/domain/platform/UuidTime.ts"
import { TestDatabase } from "../support/server/TestDatabase.ts"

const before = Object.fromEntries(Object.entries(migrations).filter(([name]) => name < "0045"))

const workspaceId = "01997f2e-6b1c-7d7a-9d0c-000000000001"

/** As the version before wrote it. */
const deliver = Effect.fnUntraced(function* (millis: number, last: number) {
  const sql = yield* SqlClient.SqlClient
  const at = new Date(millis).toISOString()
  const id = floorOf(at).slice(0, 24) + String(last).padStart(12, "0")
  const row = { workspace_id: workspaceId, id, webhook_id: workspaceId, event: "deal.won", body: "{}" }
  const state = { status: "pending", by_hand: false, tries: 0, due_at: at, attempts: "[]", created_at: at }
  yield* sql`INSERT INTO deliveries ${sql.insert({ ...row, ...state })}`
  yield* sql`INSERT INTO request_counts ${sql.insert({
    workspace_id: workspaceId,
    credential: String(last % 10),
    minute: at.slice(0, 16) + ":00Z",
    requests: 1,
    refused: 0
  })} ON CONFLICT (workspace_id, credential, minute) DO UPDATE
    SET requests = request_counts.requests + excluded.requests`
})

const partitions = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  return yield* sql<{
    name: string
    bounds: string
  }>`SELECT c.relname AS name, pg_get_expr(c.relpartbound, c.oid) AS bounds
    FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
    WHERE i.inhparent IN ('deliveries'::regclass, 'request_counts'::regclass) ORDER BY 1`
})

const filled = Effect.gen(function* () {
  yield* Migrations.run(before)
  const now = yield* Clock.currentTimeMillis
  for (let one = 0; one < 200; one++) yield* deliver(now - one * 3_600_000, one)
  return now
})

const rows = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const [row] = yield* sql<{ deliveries: number; requests: number }>`SELECT
    (SELECT count(*)::int FROM deliveries) AS deliveries, (SELECT sum(requests)::int FROM request_counts) AS requests`
  return row!
})

const live = { excludeTestServices: true } as const

layer(TestDatabase.layerEmpty, live)("the partitions of tables with rows", (it) => {
  it.effect("begin with the table as it was, while others write", () =>
    Effect.gen(function* () {
      const now = yield* filled
      const sql = yield* SqlClient.SqlClient
      let written = 200
      let isDone = false
      const write = Effect.suspend(() => deliver(now + written, written)).pipe(
        Effect.tap(() => Effect.sync(() => (written += 1)))
      )
      const writing = yield* Effect.forkChild(Effect.repeat(write, { until: () => isDone }))
      yield* Migrations.run(migrations)
      isDone = true
      yield* Fiber.join(writing)
      yield* write
      assert.isAbove(written, 201)
      assert.deepStrictEqual(yield* rows, { deliveries: written, requests: written })
      const found = yield* partitions
      assert.deepStrictEqual(
        found.map(({ name }) => name),
        ["deliveries_before", "deliveries_other", "request_counts_before", "request_counts_other"]
      )
      const [bound] = /[0-9a-f-]{36}/u.exec(found[0]!.bounds)!
      assert.isAbove(Number.parseInt(bound.replace("-", "").slice(0, 12), 16), now + 35 * 86_400_000)
      const places = yield* sql`SELECT DISTINCT tableoid::regclass::text AS place FROM deliveries`
      assert.deepStrictEqual(places, [{ place: "deliveries_before" }])
      const left = yield* sql`SELECT conname FROM pg_constraint WHERE conname LIKE '%\_before\_bound'`
      assert.deepStrictEqual(left, [])
      const indexes = yield* sql<{ name: string }>`SELECT c.relname AS name FROM pg_index
        JOIN pg_class c ON c.oid = indexrelid
        WHERE indrelid IN ('deliveries'::regclass, 'request_counts'::regclass) AND indisvalid ORDER BY 1`
      assert.deepStrictEqual(
        indexes.map(({ name }) => name),
        [
          "deliveries_due",
          "deliveries_newest_of_webhook",
          "deliveries_pkey",
          "request_counts_oldest",
          "request_counts_pkey"
        ]
      )
    })
  )
})

layer(TestDatabase.layerEmpty, live)("the partitions, after a migration that was killed", (it) => {
  it.effect("are made by the next start, whatever that had left", () =>
    Effect.gen(function* () {
      yield* filled
      const sql = yield* SqlClient.SqlClient
      yield* sql.unsafe(`ALTER TABLE deliveries ADD CONSTRAINT deliveries_before_bound
        CHECK (id < '00000000-0000-0000-0000-000000000000') NOT VALID`)
      yield* Migrations.run(migrations)
      assert.deepStrictEqual(yield* rows, { deliveries: 200, requests: 200 })
      assert.lengthOf(yield* partitions, 4)
    })
  )
})

layer(TestDatabase.layerEmpty, live)("the partitions of empty tables", (it) => {
  it.effect("are of now and what comes next", () =>
    Effect.gen(function* () {
      const now = yield* Clock.currentTimeMillis
      yield* Migrations.run(migrations)
      const names = (yield* partitions).map(({ name }) => name)
      assert.lengthOf(names, 8)
      yield* deliver(now, 1)
      yield* deliver(now - 90 * 86_400_000, 2)
      const sql = yield* SqlClient.SqlClient
      const places = yield* sql`SELECT tableoid::regclass::text AS place FROM deliveries ORDER BY id`
      const month = new Date(now).toISOString().slice(0, 7).replace("-", "m")
      assert.deepStrictEqual(places, [{ place: "deliveries_other" }, { place: `deliveries_y${month}` }])
    })
  )
})
