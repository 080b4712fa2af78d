import { assert, layer } from "@effect/vitest"
import { Clock, Effect } from "effect"
import { SqlClient } from "effect/sql"
import * as Migrations from "../../layers/database/migration/Migrations.ts"
import { migrations } from "../../migrations/index.ts"
import { floorOf } from "../../src/shared/time/UuidTime.ts"
import { TestDatabase } from "../support/database/TestDatabase.ts"

const workspaceId = "01997f2e-6b1c-7d7a-9d0c-000000000001"

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
  })}`
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

const live = { excludeTestServices: true } as const

layer(TestDatabase.layerEmpty, live)("the partitions of a new database", (it) => {
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
