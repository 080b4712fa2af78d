/** Migrates the database to the schema this version expects, once, however many processes start together. */
import { Data, Effect, Layer, Schedule } from "effect"
import { Migrator, SqlClient, type SqlConnection, SqlError } from "effect/sql"
import { isBusy, isStaged, type Migration, patience } from "../../../migrations/Ahead.ts"
import { migrations } from "../../../migrations/index.ts"
import { Database } from "./Database.ts"
import { reasonOf } from "./Sql.ts"

/** The message is one line for the operator. */
class MigrationFailed extends Data.TaggedError("MigrationFailed")<{
  readonly message: string
  readonly cause?: unknown
}> {}

export type History = Readonly<Record<string, Migration>>

type Step = Effect.Effect<unknown, unknown, SqlClient.SqlClient>

const table = "schema_migrations"

const idOf = (name: string) => Number.parseInt(name, 10)

const describe = (error: Migrator.MigrationError | SqlError.SqlError): string => {
  if (SqlError.isSqlError(error)) return reasonOf(error)
  return SqlError.isSqlError(error.cause) ? `${error.message}: ${reasonOf(error.cause)}` : error.message
}

/** Effect's migrator silently skips a number below the latest applied one: such a file would never run. */
const refuseSkipped = Effect.fn("Migrations.refuseSkipped")(function* (history: History) {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* sql<{ migration_id: number }>`SELECT migration_id FROM ${sql(table)}`
  const done = new Set(rows.map((row) => row.migration_id))
  const skipped = Object.keys(history).find((name) => !done.has(idOf(name)))
  if (skipped === undefined) return
  return yield* new Migrator.MigrationError({
    kind: "BadState",
    message: `Migration "${skipped}" has a lower number than one already applied`
  })
})

/** An older version may misread what a newer one has written. */
const refuseNewer = Effect.fn("Migrations.refuseNewer")(function* (history: History) {
  const sql = yield* SqlClient.SqlClient
  const known = Math.max(...Object.keys(history).map(idOf))
  const rows = yield* sql<{ id: number; name: string }>`SELECT migration_id AS id, name FROM ${sql(table)}
    WHERE migration_id > ${known} ORDER BY migration_id DESC LIMIT 1`
  if (rows[0] === undefined) return
  return yield* new Migrator.MigrationError({
    kind: "BadState",
    message: `a newer version of this service has migrated it (migration ${rows[0].id} "${rows[0].name}", this version knows ${known}). Start that version, or a later one`
  })
})

/** The key of the advisory lock, unlikely to clash with those of other programs: "spipemig" in ASCII. */
const lockKey = "8318264443212228967"

const ask = Effect.fnUntraced(function* (connection: SqlConnection.Connection, call: string) {
  const rows = yield* connection.executeUnprepared(`SELECT ${call}(${lockKey}) AS done`, [], undefined)
  return (rows[0] as { readonly done: boolean }).done
})

/**
 * Lets only one process migrate at a time. The lock is polled, because a waiting statement holds a snapshot, and
 * CREATE INDEX CONCURRENTLY waits for every snapshot. If a process dies, its connection closes and the lock is freed.
 */
const alone = Effect.gen(function* () {
  const connection = yield* (yield* SqlClient.SqlClient).reserve
  const take = Effect.interruptible(ask(connection, "pg_try_advisory_lock"))
  const taken = Effect.repeat(take, { until: (done) => done, schedule: Schedule.spaced("100 millis") })
  yield* Effect.acquireRelease(taken, () =>
    Effect.ignore(ask(connection, "pg_advisory_unlock"), { log: "Warn" })
  )
})

const latest = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const [there] = yield* sql`SELECT 1 AS there WHERE to_regclass(${table}) IS NOT NULL`
  if (there === undefined) return 0
  const [row] = yield* sql<{ id: number }>`SELECT coalesce(max(migration_id), 0) AS id FROM ${sql(table)}`
  return row?.id ?? 0
})

/** A failure that passes once other processes have finished. */
const isPassing = (error: Migrator.MigrationError | SqlError.SqlError) => isBusy(error) || isBusy(error.cause)

/** Runs the pending steps in one transaction. */
const transact = (steps: Readonly<Record<string, Step>>) => {
  const loader = Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    yield* Effect.orDie(sql.unsafe(`SET LOCAL lock_timeout = '${patience}'`))
    return yield* Migrator.fromRecord(steps as never)
  })
  return Migrator.make({})({ loader, table }).pipe(
    Effect.retry({ while: isPassing, times: 30, schedule: Schedule.spaced("1 second") })
  )
}

/** Runs each `ahead` part while others may write, before the transaction that completes its migration. */
const steps = Effect.fnUntraced(function* (history: History) {
  const after = yield* latest
  const done: Array<readonly [number, string]> = []
  const ready: Record<string, Step> = {}
  for (const [name, migration] of Object.entries(history)) {
    if (!isStaged(migration)) ready[name] = migration
    else if (idOf(name) <= after) ready[name] = Effect.void
    else {
      done.push(...(yield* transact(ready)))
      const found = yield* Effect.mapError(
        migration.ahead,
        (cause) =>
          new Migrator.MigrationError({ cause, kind: "Failed", message: `Migration "${name}" failed` })
      )
      ready[name] = migration.finish(found)
    }
  }
  return [...done, ...(yield* transact(ready))]
})

/** Runs the pending migrations; returns their names. */
export const run = Effect.fn("Migrations.run")(
  function* (history: History) {
    yield* alone
    const done = yield* steps(history)
    yield* refuseSkipped(history)
    yield* refuseNewer(history)
    return done.map(([id, name]) => `${String(id).padStart(4, "0")}_${name}`)
  },
  Effect.scoped,
  Effect.catch((cause) =>
    Effect.flatMap(
      Database,
      ({ name }) =>
        new MigrationFailed({
          message: `The database ${name} could not be migrated: ${describe(cause)}`,
          cause
        })
    )
  )
)

export const migrate = run(migrations)

/** Delays the layers it is provided to until the database is migrated. */
export const layer = Layer.effectDiscard(migrate).pipe(Layer.provide(Database.migrating))
