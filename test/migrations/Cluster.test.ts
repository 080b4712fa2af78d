import { assert, describe, it } from "@effect/vitest"
import { Clock, Duration, Effect, Redacted } from "effect"
import { SqlClient } from "effect/sql"
import * as Distribute from "../../layers/database/citus/Distribute.ts"
import * as Distribution from "../../layers/database/citus/Distribution.ts"
import { Database } from "../../layers/database/Database.ts"
import * as Migrations from "../../layers/database/migration/Migrations.ts"
import type { History } from "../../layers/database/migration/SchemaHistory.ts"
import { migrations } from "../../migrations/index.ts"
import { floorOf } from "../../src/shared/time/UuidTime.ts"
import { TestDatabase } from "../support/database/TestDatabase.ts"

const run = (statement: string) => Effect.flatMap(SqlClient.SqlClient, (sql) => sql.unsafe(statement))

/** A migration that makes a table which ../../migrations/distribution.ts lists. */
const withTable: History = {
  ...migrations,
  "9001_calendars": run("CREATE TABLE calendars (workspace_id uuid, id uuid, PRIMARY KEY (workspace_id, id))")
}

const on = (address: string) => Effect.provide(Database.connect(Redacted.make(address)))

/** A row of a partitioned table. */
const fill = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const now = yield* Clock.currentTimeMillis
  const at = new Date(now).toISOString()
  const id = floorOf(at)
  const row = { workspace_id: id, id, webhook_id: id, event: "deal.won", body: "{}" }
  const state = { status: "pending", by_hand: false, tries: 0, due_at: at, attempts: "[]", created_at: at }
  yield* sql`INSERT INTO deliveries ${sql.insert({ ...row, ...state })}`
})

const names = (tables: ReadonlyArray<Distribution.Spread>) => tables.map(({ table }) => table).toSorted()

describe("a database that was distributed", () => {
  it.live.skipIf(!TestDatabase.isCluster)(
    "is migrated as one server is, and new tables are distributed with their migrations",
    () =>
      Effect.gen(function* () {
        const [coordinator, worker] = yield* TestDatabase.emptyCluster
        yield* Effect.gen(function* () {
          yield* Migrations.migrate
          yield* run("DROP TABLE calendars")
          yield* Effect.provide(Distribution.distribute, Database.operator)
          assert.isTrue(yield* Distribution.isDistributed)
          yield* fill
          // So that the commands of this version work with it.
          const worksFrom = { "9001_calendars": Object.keys(migrations).at(-1)! }
          assert.deepStrictEqual(yield* Migrations.run(withTable, worksFrom), ["9001_calendars"])
          assert.deepStrictEqual(names(yield* Distribution.actual), names(Distribution.intended))
          assert.deepStrictEqual(yield* Distribution.leftovers, [])
          assert.lengthOf(yield* run("SELECT FROM deliveries"), 1)
          const again = yield* Distribute.run(Duration.seconds(5))
          assert.deepStrictEqual(again.did, [])
        }).pipe(on(coordinator!))
        if (worker === undefined) return
        assert.deepStrictEqual(yield* Migrations.run(withTable).pipe(on(worker)), [])
        const later: History = { ...withTable, "9002_later": Effect.void }
        const { message } = yield* Effect.flip(Migrations.run(later).pipe(on(worker)))
        assert.match(message, /only the coordinator of the Citus cluster can do/u)
      }).pipe(Effect.scoped),
    240_000
  )
})
