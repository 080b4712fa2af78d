import { assert, describe, it } from "@effect/vitest"
import { Duration, Effect, Redacted } from "effect"
import * as Distribute from "../../layers/platform/database/citus/Distribute.ts"
import * as Distribution from "../../layers/platform/database/citus/Distribution.ts"
import { Database } from "../../layers/platform/database/Database.ts"
import * as Migrations from "../../layers/platform/database/Migrations.ts"
import type { History } from "../../layers/platform/database/SchemaHistory.ts"
import { migrations, worksFrom } from "../../migrations/index.ts"
import { TestDatabase } from "../support/server/TestDatabase.ts"

/** The newest that a database had when databases began to be distributed. */
const first = "0044_import_uploads"

const until = (last: string): History =>
  Object.fromEntries(Object.entries(migrations).filter(([name]) => name <= last))

const on = (address: string) => Effect.provide(Database.connect(Redacted.make(address)))

const names = (tables: ReadonlyArray<Distribution.Spread>) => tables.map(({ table }) => table).toSorted()

describe("a database that was distributed", () => {
  it.live.skipIf(!TestDatabase.isCluster)(
    "is migrated as one server is, and new tables are distributed with their migrations",
    () =>
      Effect.gen(function* () {
        const [coordinator, worker] = yield* TestDatabase.emptyCluster
        yield* Effect.gen(function* () {
          yield* Migrations.run(until(first), worksFrom)
          yield* Distribution.distribute
          assert.isTrue(yield* Distribution.isDistributed)
          yield* Migrations.migrate
          assert.deepStrictEqual(names(yield* Distribution.actual), names(Distribution.intended))
          assert.deepStrictEqual(yield* Distribution.leftovers, [])
          const again = yield* Distribute.run(Duration.seconds(5))
          assert.deepStrictEqual(again.did, [])
        }).pipe(on(coordinator!))
        if (worker === undefined) return
        assert.deepStrictEqual(yield* Migrations.migrate.pipe(on(worker)), [])
        const later: History = { ...migrations, "9001_later": Effect.void }
        const { message } = yield* Effect.flip(Migrations.run(later).pipe(on(worker)))
        assert.match(message, /only the coordinator of the Citus cluster can do/u)
      }).pipe(Effect.scoped),
    120_000
  )
})
