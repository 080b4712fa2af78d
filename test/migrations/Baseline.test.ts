import { assert, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { SqlClient, Statement } from "effect/sql"
import * as Migrations from "../../layers/database/migration/Migrations.ts"
import { lastBeforeBaseline, migrations } from "../../migrations/index.ts"
import { run as admin } from "../support/server/Admin.ts"
import * as Catalog from "../support/database/Catalog.ts"
import { as, contract, created, ok } from "../support/server/Contract.ts"
import * as Golden from "../support/database/Golden.ts"
import { TestDatabase } from "../support/database/TestDatabase.ts"

const { token, workspaceId } = Golden.place

const [first] = Object.keys(migrations)

/** A database with it in the place of an empty one. */
const golden = Layer.effectDiscard(
  Effect.flatMap(TestDatabase, ({ url }) => Effect.promise(() => Golden.load(url)))
).pipe(Layer.provideMerge(TestDatabase.layerEmpty))

/** The same with the schema of this version. Migrations may ask several shards, unlike the service. */
const migrated = Layer.effectDiscard(
  Effect.provideService(Migrations.migrate, Statement.CurrentTransformer, undefined)
).pipe(Layer.provideMerge(golden), Layer.orDie)

const live = { excludeTestServices: true } as const

layer(golden, live)("a database from before the baseline", (it) => {
  it.effect("has the schema of a new one, and keeps its history", () =>
    Effect.gen(function* () {
      yield* Migrations.migrate
      const fresh = yield* Effect.andThen(Migrations.migrate, Catalog.read).pipe(
        Effect.provide(TestDatabase.layerEmpty)
      )
      assert.isAbove(fresh.length, 800)
      assert.deepStrictEqual(yield* Catalog.read, fresh)
      const sql = yield* SqlClient.SqlClient
      const [row] = yield* sql`SELECT count(*)::int AS count FROM schema_migrations WHERE migration_id <= 78`
      assert.deepStrictEqual(row, { count: 49 })
    })
  )
})

layer(golden, live)("a database that was left before the baseline's number", (it) => {
  it.effect("is refused with the version that migrates it", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      yield* sql`DELETE FROM schema_migrations WHERE migration_id > 74`
      const { message } = yield* Effect.flip(Migrations.migrate)
      assert.include(message, `its schema (0074_amount_order) is older than the oldest that this version`)
      assert.include(message, `(${first}). Start ${lastBeforeBaseline} of this service`)
    })
  )
})

contract(
  "a service on a database from before the baseline",
  (it) => {
    it.effect("serves what is there, and goes on", () =>
      Effect.gen(function* () {
        const owner = yield* as(token)
        const deals = (yield* ok(owner.get("/v1/deals?status=all&limit=100"))).data
        const names = deals.map(({ name }: any) => name)
        assert.lengthOf(names, Golden.deals)
        assert.includeMembers(names, ['Träger "A" \\ B', "Übersee – O’Brien"])
        const found = (yield* ok(owner.get("/v1/deals?search=ubersee%20o'brien"))).data
        assert.deepStrictEqual(
          found.map(({ name }: any) => name),
          ["Übersee – O’Brien"]
        )
        const [leads, hooks, approvals] = yield* Effect.forEach(
          ["/v1/leads", "/v1/webhooks", "/v1/approvals"],
          (path) => Effect.map(ok(owner.get(path)), ({ data }) => data.length)
        )
        assert.deepStrictEqual([leads, hooks, approvals], [3, 1, 1])
        const { boardId } = deals[0]
        yield* created(owner.post("/v1/deals", { boardId, name: "New", amountCents: 100 }))
        yield* admin("job run seal-audit")
        const { workspaces } = yield* admin("audit verify", { workspace: workspaceId })
        assert.deepInclude(workspaces[0], { workspaceId })
        assert.isAtLeast(workspaces[0].entries, 26)
        assert.deepStrictEqual((yield* admin("totals verify")).repaired, [])
      })
    )
  },
  {},
  { database: migrated }
)
