/**
 * Steps of a migration that run while others write to a large table, outside and before the transaction that completes the migration. An
 * interrupted migration starts over, so every step must handle the remains of an earlier run.
 */
import { Effect, Schedule } from "effect"
import { SqlClient, SqlError } from "effect/sql"

/**
 * A migration in two parts: `ahead` may take any time. `finish` gets its result, runs in the transaction that records the migration, and
 * should take only a moment.
 */
export interface Staged {
  readonly ahead: Effect.Effect<any, unknown, SqlClient.SqlClient>
  readonly finish: (found: any) => Effect.Effect<unknown, unknown, SqlClient.SqlClient>
}

export type Migration = Effect.Effect<unknown, unknown, SqlClient.SqlClient> | Staged

export const isStaged = (migration: Migration): migration is Staged => !Effect.isEffect(migration)

/** How long a schema change may wait for its lock, because writers queue behind it. */
export const patience = "2s"

/** Errors of locks that will be released: a caller's lock within seconds, that of a dump or an operator when it ends. */
const passing = new Set(["LockTimeoutError", "DeadlockError"])

export const isBusy = (error: unknown): boolean =>
  SqlError.isSqlError(error) && passing.has(error.reason._tag)

const tries = 60

/** Runs a schema change that takes only a moment once it has its lock. It gives up and retries, so that queued writers can proceed. */
export const quickly = Effect.fnUntraced(
  function* (statement: string) {
    const sql = yield* SqlClient.SqlClient
    yield* sql.withTransaction(
      Effect.andThen(sql.unsafe(`SET LOCAL lock_timeout = '${patience}'`), sql.unsafe(statement))
    )
  },
  Effect.retry({ while: isBusy, times: tries, schedule: Schedule.spaced("1 second") })
)

/** Retries a backfill statement, which may conflict with other writes to its rows. */
export const insist = <A, E, R>(batch: Effect.Effect<A, E, R>) =>
  Effect.retry(batch, { while: isBusy, times: tries, schedule: Schedule.spaced("1 second") })

/** The name of an index until it replaces the index `name`. */
export const draftOf = (name: string) => `${name}_new`

/** Whether the index is valid; undefined if it doesn't exist. */
const stateOf = Effect.fnUntraced(function* (name: string) {
  const sql = yield* SqlClient.SqlClient
  const [row] = yield* sql<{ valid: boolean }>`SELECT indisvalid AS valid FROM pg_index
    WHERE indexrelid = to_regclass(${name})`
  return row?.valid
})

/**
 * Builds an index without blocking writes. `definition` follows the table's name: `(…) WHERE …`. The remains of an interrupted build are
 * dropped first. An empty table needs no concurrent build.
 */
export const build = Effect.fnUntraced(function* (
  name: string,
  table: string,
  definition: string,
  unique = ""
) {
  const sql = yield* SqlClient.SqlClient
  const state = yield* stateOf(name)
  if (state === true) return
  // An interrupted start may still be dropping the index.
  if (state === false) yield* sql.unsafe(`DROP INDEX CONCURRENTLY IF EXISTS ${name}`)
  const rows = yield* sql`SELECT FROM ${sql(table)} LIMIT 1`
  if (rows.length === 0) return yield* quickly(`CREATE ${unique} INDEX ${name} ON ${table} ${definition}`)
  yield* Effect.logInfo(`Building the index ${name}; others go on writing to ${table}`)
  yield* sql.unsafe(`CREATE ${unique} INDEX CONCURRENTLY ${name} ON ${table} ${definition}`)
})

/** Replaces the index with its finished draft, in the transaction that completes the migration. */
export const swap = Effect.fnUntraced(function* (name: string) {
  const sql = yield* SqlClient.SqlClient
  yield* sql.unsafe(`DROP INDEX IF EXISTS ${name}`)
  yield* sql.unsafe(`ALTER INDEX ${draftOf(name)} RENAME TO ${name}`)
})
