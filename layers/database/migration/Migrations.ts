/** Migrates the database to the schema of this version, once, even if several processes start together. */
import { Data, Effect, Layer, Schedule } from "effect"
import { Migrator, SqlClient, type SqlConnection, SqlError } from "effect/sql"
import { isBusy, isStaged, patience } from "../../../migrations/Ahead.ts"
import { migrations, worksFrom } from "../../../migrations/index.ts"
import * as Distribution from "../citus/Distribution.ts"
import { Database } from "../Database.ts"
import * as SchemaHistory from "./SchemaHistory.ts"
import type { History, WorksFrom } from "./SchemaHistory.ts"
import { reasonOf } from "../Sql.ts"

/** The message is one line for the operator. */
class MigrationFailed extends Data.TaggedError("MigrationFailed")<{
  readonly message: string
  readonly cause?: unknown
}> {}

type Step = Effect.Effect<unknown, unknown, SqlClient.SqlClient>

const describe = (error: Migrator.MigrationError | SqlError.SqlError): string => {
  if (SqlError.isSqlError(error)) return reasonOf(error)
  return SqlError.isSqlError(error.cause) ? `${error.message}: ${reasonOf(error.cause)}` : error.message
}

const isBadState = (error: Migrator.MigrationError | SqlError.SqlError) =>
  !SqlError.isSqlError(error) && error.kind === "BadState"

/** Advisory lock key, "spipemig" in ASCII, which is unlikely to clash with other programs. */
const lockKey = "8318264443212228967"

const ask = Effect.fnUntraced(function* (connection: SqlConnection.Connection, call: string) {
  const rows = yield* connection.executeUnprepared(`SELECT ${call}(${lockKey}) AS done`, [], undefined)
  return (rows[0] as { readonly done: boolean }).done
})

/**
 * Lets one process migrate at a time. The lock is polled because a waiting statement holds a snapshot, for which CREATE INDEX CONCURRENTLY
 * would wait. If a process dies, the lock is released.
 */
const withMigrationLock = Effect.gen(function* () {
  const connection = yield* (yield* SqlClient.SqlClient).reserve
  const take = Effect.interruptible(ask(connection, "pg_try_advisory_lock"))
  const taken = Effect.repeat(take, { until: (done) => done, schedule: Schedule.spaced("100 millis") })
  yield* Effect.acquireRelease(taken, () =>
    Effect.ignore(ask(connection, "pg_advisory_unlock"), { log: "Warn" })
  )
})

/** Whether the failure will pass once other processes finish. */
const isPassing = (error: Migrator.MigrationError | SqlError.SqlError) => isBusy(error) || isBusy(error.cause)

/** Runs the pending steps in one transaction. */
const transact = (steps: Readonly<Record<string, Step>>, isDistributed: boolean) => {
  const loader = Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    yield* Effect.orDie(sql.unsafe(`SET LOCAL lock_timeout = '${patience}'`))
    if (isDistributed) yield* Effect.orDie(Distribution.inSequence)
    return yield* Migrator.fromRecord(steps as never)
  })
  return Migrator.make({})({ loader, table: SchemaHistory.table }).pipe(
    Effect.retry({ while: isPassing, times: 30, schedule: Schedule.spaced("1 second") })
  )
}

/** Runs each `ahead` part while others may write, before the transaction that completes its migration. */
const steps = Effect.fnUntraced(function* (history: History, worksFrom: WorksFrom) {
  const pending = new Set(yield* SchemaHistory.pending(history))
  if (pending.size === 0) return []
  yield* SchemaHistory.prepare
  const isDistributed = yield* Distribution.isDistributed
  const done: Array<readonly [number, string]> = []
  const ready: Record<string, Step> = {}
  const add = (name: string, step: Step) => {
    const recorded = Effect.andThen(step, SchemaHistory.record(name, worksFrom))
    ready[name] = isDistributed ? Effect.andThen(recorded, Distribution.extend) : recorded
  }
  for (const [name, migration] of Object.entries(history)) {
    if (!pending.has(name)) ready[name] = Effect.void
    else if (!isStaged(migration)) add(name, migration)
    else {
      done.push(...(yield* transact(ready, isDistributed)))
      const found = yield* Effect.mapError(
        migration.ahead,
        (cause) =>
          new Migrator.MigrationError({ cause, kind: "Failed", message: `Migration "${name}" failed` })
      )
      add(name, migration.finish(found))
    }
  }
  return [...done, ...(yield* transact(ready, isDistributed))]
})

const throughWorker =
  "it must be migrated, which only the coordinator of the Citus cluster can do. Start a node, or npm run admin -- migrate, with the coordinator's DATABASE_URL first"

/**
 * Runs the pending migrations and returns their names. Without any it doesn't wait for the lock, so that nodes can restart while a newer
 * version builds an index for an hour.
 */
export const run = Effect.fn("Migrations.run")(
  function* (history: History, worksFrom: WorksFrom = {}) {
    if ((yield* SchemaHistory.pending(history)).length === 0) return []
    if (yield* Distribution.isWorker) {
      return yield* new Migrator.MigrationError({ kind: "BadState", message: throughWorker })
    }
    yield* withMigrationLock
    const done = yield* steps(history, worksFrom)
    return done.map(([id, name]) => SchemaHistory.nameOf({ id, name }))
  },
  Effect.scoped,
  Effect.catch((cause) =>
    Effect.flatMap(
      Database,
      ({ name }) =>
        new MigrationFailed({
          message: `The database ${name} ${isBadState(cause) ? "cannot be used" : "could not be migrated"}: ${describe(cause)}`,
          cause
        })
    )
  )
)

export const migrate = run(migrations, worksFrom)

/** Delays dependent layers until the database is migrated. */
export const layer = Layer.effectDiscard(migrate).pipe(Layer.provide(Database.migrating))
