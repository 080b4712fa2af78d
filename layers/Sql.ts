/** The database as repositories use it: a failure of it is a defect, not something a caller can mend. */
import { Effect } from "effect"
import { SqlClient, SqlError, type Statement } from "effect/sql"

export type Sql = SqlClient.SqlClient

/** Turns a database failure into a defect, and leaves the faults of the business alone. */
export const orDie = <A, E, R>(
  self: Effect.Effect<A, E, R>
): Effect.Effect<A, Exclude<E, SqlError.SqlError>, R> =>
  Effect.catchIf(self, SqlError.isSqlError, Effect.die) as never

/**
 * `LIMIT rows`, in the text: with the number as a parameter PostgreSQL guesses a tenth of all rows, finds every
 * prepared plan too dear, and plans the statement anew each time.
 */
export const limit = (sql: Sql, rows: number) => sql.literal(`LIMIT ${Math.trunc(rows)}`)

/** One statement of several writes that need nothing of each other: one round trip for all. */
export const together = (
  sql: Sql,
  write: Statement.Fragment,
  beside: ReadonlyArray<Statement.Fragment>
): Statement.Statement<unknown> => {
  const parts = beside.map((part, index) => sql`${sql.literal(`beside${index}`)} AS (${part})`)
  return sql`${parts.length === 0 ? sql.literal("") : sql.csv("WITH", parts)} ${write}`
}

const retryable = new Set(["DeadlockError", "SerializationError"])

const sqlStateOf = (error: SqlError.SqlError): unknown =>
  (error.reason.cause as { readonly code?: unknown } | undefined)?.code

/** Whether the same transaction, begun anew, may succeed: a lost race, not a mistake. */
export const isRetryable = (error: unknown): boolean =>
  SqlError.isSqlError(error) && (retryable.has(error.reason._tag) || sqlStateOf(error) === "23503")

const away = new Set(["ConnectionError", "LockTimeoutError", "StatementTimeoutError", "AuthenticationError"])

/** Out of resources (53…), going or coming (57P…), or a standby since a failover (25006). */
const awayStates = /^(53|57P|25006)/u

/** Whether the database is away or saturated, so that the caller should come back later. */
export const isUnavailable = (error: unknown): boolean =>
  SqlError.isSqlError(error) &&
  (away.has(error.reason._tag) ||
    error.reason.operation === "connect" ||
    awayStates.test(String(sqlStateOf(error))))

export const isLockTimeout = (error: unknown): boolean =>
  SqlError.isSqlError(error) && error.reason._tag === "LockTimeoutError"
