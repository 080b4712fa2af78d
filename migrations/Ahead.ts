/**
 * What a migration of a large table does while others write to it: outside of a transaction, before the one that puts
 * it in force. It may be ended at any point and is then begun anew, so every part of it finds what is there already.
 */
import { Effect, Schedule } from "effect"
import { SqlClient, SqlError } from "effect/sql"

/**
 * A migration in two parts. `ahead` may take as long as it takes; `finish` gets what it found, is part of the
 * transaction that records the migration, and should take a moment.
 */
export interface Staged {
  readonly ahead: Effect.Effect<any, unknown, SqlClient.SqlClient>
  readonly finish: (found: any) => Effect.Effect<unknown, unknown, SqlClient.SqlClient>
}

/** In one transaction, or in two parts. */
export type Migration = Effect.Effect<unknown, unknown, SqlClient.SqlClient> | Staged

export const isStaged = (migration: Migration): migration is Staged => !Effect.isEffect(migration)

/** How long a change of a table's shape may keep its writers waiting: behind it they queue. */
export const patience = "2s"

/** What stands in the way of a change passes: what a caller does within seconds, a dump or an operator when it ends. */
const passing = new Set(["LockTimeoutError", "DeadlockError"])

export const isBusy = (error: unknown): boolean =>
  SqlError.isSqlError(error) && passing.has(error.reason._tag)

const tries = 60

/** A change that takes a moment once nobody else holds the table; it steps back and comes again until then. */
export const quickly = Effect.fnUntraced(
  function* (statement: string) {
    const sql = yield* SqlClient.SqlClient
    yield* sql.withTransaction(
      Effect.andThen(sql.unsafe(`SET LOCAL lock_timeout = '${patience}'`), sql.unsafe(statement))
    )
  },
  Effect.retry({ while: isBusy, times: tries, schedule: Schedule.spaced("1 second") })
)

/** For a statement of a backfill, which may meet others on the rows it changes. */
export const insist = <A, E, R>(batch: Effect.Effect<A, E, R>) =>
  Effect.retry(batch, { while: isBusy, times: tries, schedule: Schedule.spaced("1 second") })

/** The name of an index until it takes the place of the one it is for. */
export const draftOf = (name: string) => `${name}_new`

/** Whether there is such an index, and it is whole; undefined where there is none. */
const stateOf = Effect.fnUntraced(function* (name: string) {
  const sql = yield* SqlClient.SqlClient
  const [row] = yield* sql<{ valid: boolean }>`SELECT indisvalid AS valid FROM pg_index
    WHERE indexrelid = to_regclass(${name})`
  return row?.valid
})

/**
 * Builds an index without keeping anybody from writing; `definition` goes on after the table: `(…) WHERE …`. What a build
 * that was cut short left behind is dropped first. An empty table takes no time, and needs no care.
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
  if (state === false) yield* sql.unsafe(`DROP INDEX CONCURRENTLY ${name}`)
  const rows = yield* sql`SELECT FROM ${sql(table)} LIMIT 1`
  if (rows.length === 0) return yield* quickly(`CREATE ${unique} INDEX ${name} ON ${table} ${definition}`)
  yield* Effect.logInfo(`Building the index ${name}; others go on writing to ${table}`)
  yield* sql.unsafe(`CREATE ${unique} INDEX CONCURRENTLY ${name} ON ${table} ${definition}`)
})

/** Puts a built draft in the place of the index of that name, in the transaction that ends the migration. */
export const swap = Effect.fnUntraced(function* (name: string) {
  const sql = yield* SqlClient.SqlClient
  yield* sql.unsafe(`DROP INDEX IF EXISTS ${name}`)
  yield* sql.unsafe(`ALTER INDEX ${draftOf(name)} RENAME TO ${name}`)
})
