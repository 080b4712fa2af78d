/** `admin database distribute` distributes a database over a cluster while the service runs. */
import { Clock, Data, Duration, Effect, Schedule } from "effect"
import { SqlClient } from "effect/sql"
import { insist, isBusy, patience } from "../../../migrations/Ahead.ts"
import { migrations } from "../../../migrations/index.ts"
import * as SchemaHistory from "../migration/SchemaHistory.ts"
import * as CitusChecks from "./CitusChecks.ts"
import * as Distribution from "./Distribution.ts"

/** `code` is for programs, the message is one line for the operator. */
export class Refused extends Data.TaggedError("Refused")<CitusChecks.Refusal> {}

type Counts = Readonly<Record<string, number>>

/** Writers that hold the locks finish within seconds, and the server resolves deadlocks. */
const attempts = { while: isBusy, times: 30, schedule: Schedule.spaced("1 second") }

/** Bytes per second that Citus copied with all indexes on two processors (docs/operations/citus.md). */
const speed = 12 * 2 ** 20

const counts = Effect.fnUntraced(function* (tables: ReadonlyArray<string>) {
  const sql = yield* SqlClient.SqlClient
  const found = yield* Effect.forEach(tables, (table) =>
    Effect.map(
      sql<{ rows: number }>`SELECT count(*)::float8 AS rows FROM ${sql(table)}`,
      ([row]) => [table, row!.rows] as const
    )
  )
  return Object.fromEntries(found) satisfies Counts
})

/** Returns a table whose row count changed; undefined if there is none. */
const differing = (before: Counts, after: Counts) =>
  Object.keys(before).find((table) => before[table] !== after[table])

const seconds = (millis: number) => Math.round(millis / 100) / 10

/** Writes wait while this runs and reads continue. Nothing changes before the commit. */
const spread = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`SET LOCAL lock_timeout = ${sql.literal(`'${patience}'`)}`
  // Without this setting, the copying of a killed command continues to its end and blocks writers.
  yield* sql`SET LOCAL client_connection_check_interval = '2s'`
  const missing = yield* Distribution.lacking
  if (missing.length === 0) return { did: missing, rows: {} }
  const tables = missing.map(({ table }) => table)
  yield* sql`LOCK TABLE ${sql.csv(tables.map((table) => sql`${sql(table)}`))} IN EXCLUSIVE MODE`
  const rows = yield* counts(tables)
  yield* Distribution.complete()
  const table = differing(rows, yield* counts(tables))
  if (table === undefined) return { did: missing, rows }
  return yield* new Refused({
    code: "rows_differ",
    message: `The table ${table} had ${rows[table]} rows and would have another number: nothing was changed.`
  })
})

const facts = Effect.flatMap(SchemaHistory.pending(migrations), CitusChecks.look)

/** Collects the facts without changing anything. Fails if the database can't be distributed. */
const checked = Effect.gen(function* () {
  const found = yield* facts
  const refusal = CitusChecks.refusal(found)
  return refusal === undefined ? found : yield* new Refused(refusal)
})

const kindOf = ({ column }: Distribution.Spread) => (column === null ? "reference" : `by ${column}`)

/** The JSON document of `--plan`. */
export const plan = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const found = yield* checked
  const sizes = yield* Distribution.sizes
  const [settings] = yield* sql<{
    shards: number
  }>`SELECT current_setting('citus.shard_count')::int AS shards`
  const tables = (yield* Distribution.lacking).map((spread) => ({
    table: spread.table,
    as: kindOf(spread),
    ...sizes.get(spread.table)
  }))
  const bytes = found.bytes
  return {
    citus: found.citus,
    shards: settings!.shards,
    bytes,
    lock: tables.length === 0 ? null : "EXCLUSIVE on these tables: reads go on, writes wait",
    secondsWritesWait: seconds(tables.length * 60 + (bytes / speed) * 1000),
    nodes: found.nodes.map(({ isCoordinator, name }) => ({ name, isCoordinator })),
    tables,
    warnings: CitusChecks.warnings(found)
  }
})

/** Distributes the remaining tables, and repeats the idempotent steps to complete an interrupted run. */
export const run = Effect.fn("Distribute.run")(function* (lockTimeout: Duration.Duration) {
  const sql = yield* SqlClient.SqlClient
  const found = yield* checked
  let tries = 0
  const attempt = Effect.gen(function* () {
    tries++
    const begun = yield* Clock.currentTimeMillis
    const result = yield* sql.withTransaction(spread)
    return { ...result, waited: (yield* Clock.currentTimeMillis) - begun }
  })
  const { did, rows, waited } = yield* Effect.retry(attempt, attempts)
  for (const table of yield* Distribution.leftovers) {
    yield* insist(
      sql.withTransaction(
        Effect.andThen(sql.unsafe(`SET LOCAL lock_timeout = '${patience}'`), Distribution.clear(table))
      )
    )
  }
  return {
    did: did.map((spread) => ({ table: spread.table, as: kindOf(spread), rows: rows[spread.table] })),
    attempts: tries,
    secondsWritesWaited: did.length === 0 ? 0 : seconds(waited),
    roleSettings: yield* Distribution.setRole(Duration.toMillis(lockTimeout)),
    warnings: CitusChecks.warnings(found)
  }
})
