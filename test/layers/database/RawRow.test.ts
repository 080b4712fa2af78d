import { assert, layer } from "@effect/vitest"
import { Effect, Exit, Fiber, Layer, References } from "effect"
import { Schema } from "effect"
import { SqlClient } from "effect/sql"
import * as fc from "fast-check"
import { Tenant } from "../../../layers/identity/Tenant.ts"
import { Admission } from "../../../layers/database/Admission.ts"
import * as StatementRunner from "../../../layers/database/client/StatementRunner.ts"
import { DatabaseLimits } from "../../../layers/database/DatabaseLimits.ts"
import * as RowText from "../../../layers/database/rows/RowText.ts"
import type { RawRow } from "../../../layers/database/rows/RawRow.ts"
import { WorkspaceId } from "../../../schema/Id.ts"
import { hostile, orNull, time } from "../../support/samples/Hostile.ts"
import { TestDatabase } from "../../support/database/TestDatabase.ts"

const limits = Layer.succeed(DatabaseLimits, { connections: 12, statement: 2_000, lock: 500, idle: 4_000 })

const Shown = Schema.Struct({
  id: Schema.NullOr(Schema.String),
  name: Schema.NullOr(Schema.String),
  at: Schema.NullOr(Schema.String),
  cents: Schema.NullOr(Schema.Number),
  rank: Schema.NullOr(Schema.Number),
  labels: Schema.NullOr(Schema.Array(Schema.NullOr(Schema.String))),
  flag: Schema.NullOr(Schema.Boolean),
  more: Schema.NullOr(Schema.Json)
})
type Shown = typeof Shown.Type

const same = Object.fromEntries(Object.keys(Shown.fields).map((name) => [name, name]))
const text = RowText.compile<Shown, Shown>(Shown, same as never)

/** The server keeps no null character, and no half of a pair. */
const kept = hostile.map((given) => given.replaceAll("\u0000", "").toWellFormed())

const edges = [
  "4713-01-02 00:00:00+00 BC",
  "0044-03-15 12:00:00.0009+00 BC",
  "0001-01-01",
  "9999-12-31 23:59:59.999999+00"
]

const row = fc.record({
  id: orNull(fc.uuid()),
  name: orNull(kept),
  at: orNull(fc.oneof(time, fc.constantFrom(...edges))),
  cents: orNull(fc.maxSafeInteger().map(String)),
  rank: orNull(fc.integer()),
  labels: orNull(
    fc.array(orNull(fc.oneof(kept, fc.constantFrom("NULL", "a,b", '"', "{}", ""))), { maxLength: 4 })
  ),
  flag: orNull(fc.boolean()),
  more: orNull(fc.jsonValue())
})

const rows = fc.sample(fc.array(row, { minLength: 1, maxLength: 4 }), { numRuns: 60, seed: 7 })

/** Rows of these values, typed by the server. */
const asked = (sql: SqlClient.SqlClient, all: (typeof rows)[number]) => sql<Shown>`SELECT v.id::uuid,
    v.name, v.at::timestamptz, v.cents::bigint, v.rank::int, v.flag::boolean, v.more,
    CASE WHEN v.labels::text <> 'null'
      THEN ARRAY(SELECT l FROM json_array_elements_text(v.labels) WITH ORDINALITY AS e (l, n) ORDER BY n) END AS labels
  FROM json_to_recordset(${JSON.stringify(all.map((one, n) => ({ ...one, n })))}::text::json)
    AS v (id text, name text, at text, cents text, rank text, labels json, flag text, more json, n int) ORDER BY v.n`

const plain = (all: ReadonlyArray<Shown>) =>
  JSON.stringify({
    data: all.map((one) =>
      Object.fromEntries(Object.keys(Shown.fields).map((name) => [name, one[name as keyof Shown]]))
    ),
    hasMore: false,
    nextCursor: null
  })

const written = (shown: ReadonlyArray<RawRow>) => text.page({ shown, hasMore: false, nextCursor: null })

const tenant = { workspaceId: WorkspaceId.make("0190a0b0-c0d0-7000-8000-000000000001") }

layer(Admission.layer.pipe(Layer.provideMerge(TestDatabase.layer), Layer.provide(limits)), {
  excludeTestServices: true
})("rows as they come", (it) => {
  const read = Effect.fnUntraced(function* (all: (typeof rows)[number], isPrepared = true) {
    const sql = yield* SqlClient.SqlClient
    return yield* StatementRunner.rawRows(sql, asked(sql, all), isPrepared)
  })

  it.effect("are the driver's values, and the JSON of these, however they are asked for", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { share } = yield* Admission
      const shared = (all: (typeof rows)[number]) =>
        Effect.provideService(share("deals", read(all)), Tenant, tenant)
      for (const all of rows) {
        const expected = yield* asked(sql, all)
        const ways = [
          yield* read(all),
          yield* read(all, false),
          yield* sql.withTransaction(read(all)),
          yield* sql.withTransaction(Effect.andThen(sql`SELECT 1`, read(all, false))),
          yield* Effect.provideService(read(all), References.TracerEnabled, true),
          ...(yield* Effect.all(
            Array.from({ length: 6 }, () => shared(all)),
            { concurrency: "unbounded" }
          ))
        ]
        for (const way of ways) {
          assert.deepStrictEqual(
            way.map((one) => one.object<Shown>()),
            [...expected]
          )
          assert.strictEqual(written(way), plain(expected))
        }
      }
    })
  )

  it.effect("beyond what a number holds are refused, and the connection goes on", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const [row] = yield* StatementRunner.rawRows(sql, sql`SELECT 9007199254740993::bigint AS cents`)
      assert.throws(() => row!.object())
      const only = RowText.compile<{ cents: number }, { cents: number }>(
        Schema.Struct({ cents: Schema.Number }),
        { cents: "cents" }
      )
      assert.throws(() => only.of(row!))
      const [next] = yield* StatementRunner.rawRows(sql, sql`SELECT 9007199254740991::bigint AS cents`)
      assert.strictEqual(only.of(next!), '{"cents":9007199254740991}')
    })
  )

  it.effect("that are broken off leave nothing behind on the connection", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const slow = yield* Effect.forkChild(
        StatementRunner.rawRows(sql, sql`SELECT pg_sleep(20)::text AS name`)
      )
      yield* Effect.promise(() => new Promise((done) => setTimeout(done, 100)))
      const before = performance.now()
      yield* Fiber.interrupt(slow)
      assert.isBelow(performance.now() - before, 5_000)
      const failed = yield* Effect.exit(StatementRunner.rawRows(sql, sql`SELECT 1 / 0 AS name`))
      assert.isTrue(Exit.isFailure(failed))
      const [row] = yield* StatementRunner.rawRows(sql, sql`SELECT 'still' AS name`)
      assert.strictEqual(row!.value("name"), "still")
    })
  )
})
