import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import * as Partitioned from "../../layers/database/Partitioned.ts"
import { Partitions } from "../../layers/database/Partitions.ts"
import { floorOf } from "../../src/shared/time/UuidTime.ts"
import * as Spans from "../../src/shared/time/Spans.ts"
import * as JobCommands from "../../src/jobs/JobCommands.ts"
import { rotatePartitions } from "../../src/jobs/RotatePartitions.ts"
import { TestService } from "../support/server/TestService.ts"

/** Years ahead of the partitions that the migration makes. */
const at = "2041-03-13T12:00:00.000Z"

const tables = Partitioned.all({ auditKeepDays: 400 })

const [audit, deliveries, counts] = tables as [
  Partitioned.Partitioned,
  Partitioned.Partitioned,
  Partitioned.Partitioned
]

const workspaceId = "0190a0b0-c0d0-7000-8000-000000000001"

/** An id of a time. */
const idOf = (time: string, last: number) => floorOf(time).slice(0, 24) + String(last).padStart(12, "0")

const deliver = Effect.fnUntraced(function* (time: string, last: number, workspace = workspaceId) {
  const sql = yield* SqlClient.SqlClient
  const row = { workspace_id: workspace, id: idOf(time, last), webhook_id: workspaceId, event: "deal.won" }
  const rest = { body: "{}", status: "delivered", by_hand: false, tries: 1, due_at: time, created_at: time }
  yield* sql`INSERT INTO deliveries ${sql.insert({ ...row, ...rest, attempts: "[]" })}`
})

const count = Effect.fnUntraced(function* (minute: string) {
  const sql = yield* SqlClient.SqlClient
  const row = { workspace_id: workspaceId, credential: "k", minute, requests: 1, refused: 0 }
  yield* sql`INSERT INTO request_counts ${sql.insert(row)}
    ON CONFLICT (workspace_id, credential, minute) DO UPDATE SET requests = request_counts.requests + excluded.requests`
})

/** The partition of a row; in a cluster its name ends with the shard's number. */
const place = Effect.map(SqlClient.SqlClient, (sql) =>
  sql.literal("regexp_replace(tableoid::regclass::text, '_[0-9]+$', '') AS place")
)

/** Each partition that has rows, with how many. */
const places = (table: string) =>
  Effect.flatMap(Effect.all([SqlClient.SqlClient, place]), ([sql, place]) =>
    Effect.map(
      sql<{ place: string; rows: number }>`SELECT ${place}, count(*)::int AS rows
        FROM ${sql(table)} WHERE workspace_id = ${workspaceId} GROUP BY 1 ORDER BY 1`,
      (rows) => Object.fromEntries(rows.map(({ place, rows }) => [place, rows]))
    )
  )

const names = (table: string) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) =>
    Effect.map(
      sql<{ name: string }>`SELECT inhrelid::regclass::text AS name FROM pg_inherits
        WHERE inhparent = ${table}::regclass ORDER BY 1`,
      (rows) => rows.map(({ name }) => name)
    )
  )

layer(TestService.layer())("partitions", (it) => {
  it.effect("are made ahead, once, and none is missing between", () =>
    Effect.gen(function* () {
      const partitions = yield* Partitions
      const made = yield* Effect.forEach(tables, (table) => partitions.make(table, at))
      assert.deepStrictEqual(
        made,
        tables.map(({ ahead }) => ahead + 1)
      )
      assert.deepStrictEqual(yield* Effect.forEach(tables, (table) => partitions.make(table, at)), [0, 0, 0])
      // In April, May is the next.
      assert.strictEqual(yield* partitions.make(deliveries, "2041-04-01T00:00:00.000Z"), 1)
      assert.includeMembers(yield* names("deliveries"), [
        "deliveries_other",
        "deliveries_y2041m03",
        "deliveries_y2041m04",
        "deliveries_y2041m05"
      ])
      assert.includeMembers(yield* names("audit"), ["audit_other", "audit_y2041m03", "audit_y2041m06"])
      assert.strictEqual(yield* partitions.coveredUntil(deliveries, at), "2041-06-01T00:00:00.000Z")
      assert.strictEqual(yield* partitions.coveredUntil(counts, at), "2041-03-17T00:00:00.000Z")
      assert.strictEqual(yield* partitions.coveredUntil(audit, at), "2041-07-01T00:00:00.000Z")
      assert.isNull(yield* partitions.coveredUntil(audit, "2050-01-01T00:00:00.000Z"))
    })
  )

  it.effect("take the rows of their time, and the default one what no other takes", () =>
    Effect.gen(function* () {
      yield* deliver("2041-03-31T23:59:59.999Z", 1)
      yield* deliver("2041-04-01T00:00:00.000Z", 2)
      yield* deliver("2041-02-01T00:00:00.000Z", 3)
      yield* deliver("2099-01-01T00:00:00.000Z", 4)
      assert.deepStrictEqual(yield* places("deliveries"), {
        deliveries_other: 2,
        deliveries_y2041m03: 1,
        deliveries_y2041m04: 1
      })
      for (const minute of [
        "2041-03-13T23:59:00.000Z",
        "2041-03-14T00:00:00.000Z",
        "2041-03-14T00:00:00.000Z"
      ])
        yield* count(minute)
      assert.deepStrictEqual(yield* places("request_counts"), {
        request_counts_y2041m03d13: 1,
        request_counts_y2041m03d14: 1
      })
    })
  )

  it.effect("are dropped whole when their last row is old enough, and nothing else goes", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { workspace } = yield* (yield* TestService).workspace()
      yield* deliver("2041-02-01T00:00:00.000Z", 5, workspace.id)
      yield* JobCommands.run("rotate-partitions", "2041-04-30T23:59:59.999Z")
      assert.deepStrictEqual(yield* places("deliveries"), {
        deliveries_other: 2,
        deliveries_y2041m03: 1,
        deliveries_y2041m04: 1
      })
      // A late row is kept as long as the others of its month, and then deleted where its workspace is.
      assert.deepStrictEqual(yield* sql`SELECT id FROM deliveries WHERE workspace_id = ${workspace.id}`, [])
      yield* JobCommands.run("rotate-partitions", "2041-05-01T00:00:00.000Z")
      assert.deepStrictEqual(yield* places("deliveries"), {
        deliveries_other: 2,
        deliveries_y2041m04: 1
      })
      assert.notInclude(yield* names("deliveries"), "deliveries_y2041m03")
      assert.include(yield* names("deliveries"), "deliveries_y2041m04")
      assert.deepStrictEqual(yield* places("request_counts"), {})
      assert.include(yield* names("audit"), "audit_y2041m03")
    })
  )

  it.effect("keep a late row until it is as old as the others", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { workspace } = yield* (yield* TestService).workspace()
      yield* deliver("2041-03-15T00:00:00.000Z", 6, workspace.id)
      const late = sql`SELECT ${yield* place} FROM deliveries WHERE workspace_id = ${workspace.id}`
      yield* JobCommands.run("rotate-partitions", "2041-04-30T23:59:59.999Z")
      assert.deepStrictEqual(yield* late, [{ place: "deliveries_other" }])
      yield* JobCommands.run("rotate-partitions", "2041-05-01T00:00:00.000Z")
      assert.deepStrictEqual(yield* late, [])
    })
  )

  it.effect("whose rows are in the default one already are left out, and the others are made", () =>
    Effect.gen(function* () {
      const partitions = yield* Partitions
      const later = "2061-06-15T00:00:00.000Z"
      yield* deliver(later, 7)
      const [june, july] = Spans.ahead("month", later, 1)
      assert.isTrue(yield* partitions.isTaken(deliveries, june!))
      assert.isFalse(yield* partitions.isTaken(deliveries, july!))
      yield* JobCommands.run("rotate-partitions", later)
      assert.isNull(yield* partitions.coveredUntil(deliveries, later))
      assert.isNotNull(yield* partitions.coveredUntil(deliveries, "2061-07-01T00:00:00.000Z"))
      assert.isNotNull(yield* partitions.coveredUntil(counts, later))
      assert.isNotNull(yield* partitions.coveredUntil(audit, later))
      // Its row isn't old, so there is nothing to delete in any workspace.
      assert.deepStrictEqual(yield* partitions.listMixed(deliveries, "2041-01-01T00:00:00.000Z"), [])
      assert.deepStrictEqual(yield* partitions.listMixed(deliveries, "2061-07-01T00:00:00.000Z"), [
        "deliveries_other"
      ])
    })
  )

  it.effect("of one table that can't be looked at fail the job, and the others are made", () =>
    Effect.gen(function* () {
      const partitions = yield* Partitions
      const locked = Partitions.of({
        ...partitions,
        listMixed: (table, before) =>
          table.table === "audit" ? Effect.die(new Error("locked")) : partitions.listMixed(table, before)
      })
      const later = "2071-06-15T00:00:00.000Z"
      const { affected, error } = yield* rotatePartitions
        .run(later)
        .pipe(Effect.provideService(Partitions, locked))
      assert.strictEqual(error, "locked")
      assert.isAbove(affected, 0)
      assert.isNotNull(yield* partitions.coveredUntil(deliveries, later))
      assert.isNotNull(yield* partitions.coveredUntil(counts, later))
    })
  )
})
