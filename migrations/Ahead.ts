/**
 * Steps of a migration that run while others write to a large table, outside of and before the transaction that
 * completes it. An interrupted migration starts over, so every step must cope with what an earlier run has left.
 */
import { Effect, Schedule } from "effect"
import { SqlClient, SqlError } from "effect/sql"

/**
 * A migration in two parts. `ahead` may take any time. `finish` gets its result, runs in the transaction that records
 * the migration, and should take a moment.
 */
export interface Staged {
  readonly ahead: Effect.Effect<any, unknown, SqlClient.SqlClient>
  readonly finish: (found: any) => Effect.Effect<unknown, unknown, SqlClient.SqlClient>
}

export type Migration = Effect.Effect<unknown, unknown, SqlClient.SqlClient> | Staged

export const isStaged = (migration: Migration): migration is Staged => !Effect.isEffect(migration)

/** How long a schema change may wait for its lock, because writers queue behind it. */
export const patience = "2s"

/** A lock in the way of a change passes: a caller's within seconds, a dump's or an operator's when that ends. */
const passing = new Set(["LockTimeoutError", "DeadlockError"])

export const isBusy = (error: unknown): boolean =>
  SqlError.isSqlError(error) && passing.has(error.reason._tag)

const tries = 60

/** A schema change that takes only a moment once it has its lock; retried until then, so that writers can pass. */
export const quickly = Effect.fnUntraced(
  function* (statement: string) {
    const sql = yield* SqlClient.SqlClient
    yield* sql.withTransaction(
      Effect.andThen(sql.unsafe(`SET LOCAL lock_timeout = '${patience}'`), sql.unsafe(statement))
    )
  },
  Effect.retry({ while: isBusy, times: tries, schedule: Schedule.spaced("1 second") })
)

/** For a backfill statement, which may conflict with others on its rows. */
export const insist = <A, E, R>(batch: Effect.Effect<A, E, R>) =>
  Effect.retry(batch, { while: isBusy, times: tries, schedule: Schedule.spaced("1 second") })

/** The name of an index until it replaces the index `name`. */
export const draftOf = (name: string) => `${name}_new`

/** Whether the index is valid; undefined if there is none. */
const stateOf = Effect.fnUntraced(function* (name: string) {
  const sql = yield* SqlClient.SqlClient
  const [row] = yield* sql<{ valid: boolean }>`SELECT indisvalid AS valid FROM pg_index
    WHERE indexrelid = to_regclass(${name})`
  return row?.valid
})

/**
 * Builds an index without blocking writes; `definition` follows the table's name: `(…) WHERE …`. Drops what an
 * interrupted build has left first. An empty table needs no concurrent build.
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
  // A start that was broken off may still be dropping it.
  if (state === false) yield* sql.unsafe(`DROP INDEX CONCURRENTLY IF EXISTS ${name}`)
  const rows = yield* sql`SELECT FROM ${sql(table)} LIMIT 1`
  if (rows.length === 0) return yield* quickly(`CREATE ${unique} INDEX ${name} ON ${table} ${definition}`)
  yield* Effect.logInfo(`Building the index ${name}; others go on writing to ${table}`)
  yield* sql.unsafe(`CREATE ${unique} INDEX CONCURRENTLY ${name} ON ${table} ${definition}`)
})

/** Replaces the index with its finished draft, in the transaction that ends the migration. */
export const swap = Effect.fnUntraced(function* (name: string) {
  const sql = yield* SqlClient.SqlClient
  yield* sql.unsafe(`DROP INDEX IF EXISTS ${name}`)
  yield* sql.unsafe(`ALTER INDEX ${draftOf(name)} RENAME TO ${name}`)
})
