import { assert, describe, it } from "@effect/vitest"
import { Clock, Duration, Effect, Redacted } from "effect"
import { SqlClient } from "effect/sql"
import * as Distribute from "../../layers/platform/database/citus/Distribute.ts"
import * as Distribution from "../../layers/platform/database/citus/Distribution.ts"
import { Database } from "../../layers/platform/database/Database.ts"
import * as Migrations from "../../layers/platform/database/Migrations.ts"
import type { History } from "../../layers/platform/database/SchemaHistory.ts"
import { migrations, worksFrom } from "../../migrations/index.ts"
import { floorOf } from "../../src/domain/platform/UuidTime.ts"
import { TestDatabase } from "../support/server/TestDatabase.ts"

/** The newest that a database had when databases began to be distributed. */
const first = "0044_import_uploads"

const until = (last: string): History =>
  Object.fromEntries(Object.entries(migrations).filter(([name]) => name <= last))

const on = (address: string) => Effect.provide(Database.connect(Redacted.make(address)))

/** Rows of the tables that later get partitions, as the version of `first` wrote them. */
const fill = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const now = yield* Clock.currentTimeMillis
  const at = new Date(now).toISOString()
  const id = floorOf(at)
  const row = { workspace_id: id, id, webhook_id: id, event: "deal.won", body: "{}" }
  const state = { status: "pending", by_hand: false, tries: 0, due_at: at, attempts: "[]", created_at: at }
  yield* sql`INSERT INTO deliveries ${sql.insert({ ...row, ...state })}`
  const minute = at.slice(0, 16) + ":00Z"
  const counted = { workspace_id: id, credential: "k", minute, requests: 1, refused: 0 }
  yield* sql`INSERT INTO request_counts ${sql.insert(counted)}`
})

const places = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  return yield* sql`SELECT (SELECT count(*)::int FROM deliveries_before) AS deliveries,
    (SELECT count(*)::int FROM request_counts_before) AS counts`
})

const names = (tables: ReadonlyArray<Distribution.Spread>) => tables.map(({ table }) => table).toSorted()

describe("a database that was distributed", () => {
  it.live.skipIf(!TestDatabase.isCluster)(
    "is migrated as one server is, and new tables are distributed with their migrations",
    () =>
      Effect.gen(function* () {
        const [coordinator, worker] = yield* TestDatabase.emptyCluster
        yield* Effect.gen(function* () {
          yield* Migrations.run(until(first), worksFrom)
          yield* Effect.provide(Distribution.distribute, Database.unhurried)
          assert.isTrue(yield* Distribution.isDistributed)
          yield* fill
          yield* Migrations.migrate
          assert.deepStrictEqual(names(yield* Distribution.actual), names(Distribution.intended))
          assert.deepStrictEqual(yield* Distribution.leftovers, [])
          assert.deepStrictEqual(yield* places, [{ deliveries: 1, counts: 1 }])
          const again = yield* Distribute.run(Duration.seconds(5))
          assert.deepStrictEqual(again.did, [])
        }).pipe(on(coordinator!))
        if (worker === undefined) return
        assert.deepStrictEqual(yield* Migrations.migrate.pipe(on(worker)), [])
        const later: History = { ...migrations, "9001_later": Effect.void }
        const { message } = yield* Effect.flip(Migrations.run(later).pipe(on(worker)))
        assert.match(message, /only the coordinator of the Citus cluster can do/u)
      }).pipe(Effect.scoped),
    240_000
  )
})
