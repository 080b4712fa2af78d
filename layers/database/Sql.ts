/** Helpers for repositories. A database failure is a defect, because the caller can't fix it. */
import { Effect } from "effect"
import { SqlClient, SqlError, Statement } from "effect/sql"
import type { RawRow } from "./rows/RawRow.ts"

export type Sql = SqlClient.SqlClient

/** The server's error fields that never quote data. */
const safeFields = ["code", "severity", "schema", "table", "column", "constraint", "routine"] as const

/** SQLSTATE classes of data errors, whose messages quote the data. */
const dataErrors = /^(22|23)/u

/** Citus passes on a worker's message without the error's fields, and appends the shard's number to an index name. */
const constraintOf = ({ cause, constraint }: { readonly cause: unknown; readonly constraint: string }) =>
  constraint === "unknown"
    ? (/ constraint "(\w+?)(?:_\d+)?"/u.exec(String((cause as Error | undefined)?.message))?.[1] ??
      constraint)
    : constraint

/** Removes data from an error. The server quotes it in its detail and context, and it must not end up in logs. */
const withoutData = (error: SqlError.SqlError): SqlError.SqlError => {
  const { reason } = error
  const serverError = reason.cause as Readonly<Record<string, unknown>> | undefined
  const code = serverError?.["code"]
  if (serverError === undefined || typeof code !== "string") return error
  const text = dataErrors.test(code)
    ? `The data was refused (SQLSTATE ${code})`
    : String(serverError["message"])
  const safeEntries = safeFields
    .filter((name) => serverError[name] !== undefined)
    .map((name) => [name, serverError[name]])
  const cause = Object.assign(new Error(text), Object.fromEntries(safeEntries))
  const Reason = reason.constructor as new (fields: object) => SqlError.SqlErrorReason
  const { message, operation } = reason
  const constraint = "constraint" in reason ? { constraint: constraintOf(reason) } : {}
  return new SqlError.SqlError({ reason: new Reason({ message, operation, ...constraint, cause }) })
}

/** Turns database failures into defects, and passes on other failures. */
export const orDie = <A, E, R>(
  self: Effect.Effect<A, E, R>
): Effect.Effect<A, Exclude<E, SqlError.SqlError>, R> =>
  Effect.catchIf(self, SqlError.isSqlError, (error: unknown) =>
    Effect.die(withoutData(error as SqlError.SqlError))
  ) as never

/**
 * `LIMIT rows` as text. With a parameter PostgreSQL assumes a tenth of all rows, rates the generic plan as too expensive, and plans again
 * for each execution.
 */
export const limit = (sql: Sql, rows: number) => sql.literal(`LIMIT ${Math.trunc(rows)}`)

/** Maximum total size of a page's rows in bytes. */
export const pageBytes = 1_000_000

/** A row of `measured`, with the running total of bytes including it. */
export interface Measured {
  readonly page_bytes: number
}

/**
 * Returns as many `rows` as fit a page in this `order`, plus one that shows there are more. `page_size` is each row's size. Large values
 * (TOAST) are read only for these rows.
 */
export const measured = (sql: Sql, rows: Statement.Fragment, order: Statement.Fragment) =>
  sql`(SELECT * FROM (
    SELECT *, row_number() OVER page AS page_row, sum(page_size) OVER page AS page_bytes
    FROM (${rows}) read WINDOW page AS (ORDER BY ${order} ROWS UNBOUNDED PRECEDING)
  ) measured WHERE page_row <= 2 OR page_bytes - page_size <= ${sql.literal(String(pageBytes))})`

/** The running total of a raw row. */
export const pageBytesOf = (row: RawRow): unknown => row.value("page_bytes")

/** Approximate bytes of a text, json or jsonb column in a response, without reading TOAST where possible. */
export const bytesOf = {
  text: (column: string) => `coalesce(octet_length(${column}), 0)`,
  json: (column: string) => `coalesce(CASE WHEN pg_column_compression(${column}) IS NULL
    THEN pg_column_size(${column}) ELSE octet_length(${column}::text) END, 0)`
}

/** The rows of a select as one JSON column, in order. */
export const rows = (sql: Sql, select: Statement.Fragment) =>
  sql`(SELECT coalesce(json_agg(part), '[]'::json) FROM (${select}) part)`

/** Formats a time as ISO 8601 in JSON columns. */
export const iso = (column: string) =>
  `to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

/** Converts the times in a JSON row to the form that the driver returns. */
export const ofJson = <Row extends object>(row: Row): Row =>
  Object.fromEntries(
    Object.entries(row).map(([name, value]) => [
      name,
      name.endsWith("_at") && typeof value === "string" ? new Date(value).toISOString() : value
    ])
  ) as Row

const [between, after, end] = [", ", "), (", ")"].map((text) => Statement.literal(text))

/** Inserts rows of values in the order of `columns`. The SQL text is built once; `sql.insert` builds it on every call. */
export const inserting = (table: string, columns: ReadonlyArray<string>) => {
  const begin = Statement.literal(`INSERT INTO ${table} (${columns.join(", ")}) VALUES (`)
  return (rows: ReadonlyArray<ReadonlyArray<unknown>>): Statement.Fragment => {
    const segments: Array<Statement.Segment> = []
    for (const row of rows) {
      segments.push(segments.length === 0 ? begin : after!)
      row.forEach((value, index) => {
        if (index > 0) segments.push(between!)
        segments.push(Statement.isFragment(value) ? value.segments[0]! : Statement.parameter(value))
      })
    }
    segments.push(end!)
    return Statement.fragment(segments)
  }
}

const opening = (index: number) => Statement.literal(`${index === 0 ? "WITH" : "),"} beside${index} AS (`)

const openings = Array.from({ length: 8 }, (_, index) => opening(index))

const closing = Statement.literal(") ")

/**
 * Joins independent writes into one statement to save round trips. PostgreSQL runs them last to first, so contended rows (totals) come
 * first to be locked briefly. Citus runs them in order and checks foreign keys at once: referencing rows come later.
 */
export const combineWrites = (
  sql: Sql,
  writes: ReadonlyArray<Statement.Fragment>
): Statement.Statement<unknown> => {
  const all = [...writes]
  const last = all.pop()
  // There is nothing to write.
  if (last === undefined) return sql`SELECT`
  if (all.length === 0) return sql`${last}`
  const parts = all.flatMap((part, index) => [openings[index] ?? opening(index), ...part.segments])
  return sql`${Statement.fragment([...parts, closing, ...last.segments])}`
}

/** Runs statements one after another. */
export const all = (statements: ReadonlyArray<Statement.Statement<unknown>>) =>
  orDie(Effect.forEach(statements, (statement) => statement, { discard: true }))

/** Counts the rows of `from` that match each condition, up to `most`, in one statement. */
export const counts = Effect.fnUntraced(function* (
  sql: Sql,
  from: string,
  all: ReadonlyArray<ReadonlyArray<Statement.Fragment>>,
  most: number
) {
  if (all.length === 0) return []
  const each = all.map(
    (conditions) =>
      sql`(SELECT count(*)::int FROM (SELECT FROM ${sql.literal(from)} WHERE ${sql.and(conditions)} ${limit(sql, most)}) one)`
  )
  const [row] = yield* sql<{ counts: ReadonlyArray<number> }>`SELECT ARRAY[${sql.csv(each)}] AS counts`
    .unprepared
  return row!.counts
})

/** The reason that the server or the network gave, without the driver's wrapping. */
export const reasonOf = (error: SqlError.SqlError): string => {
  const { cause } = error.reason
  return cause instanceof Error && cause.message !== "" ? cause.message : error.message
}

const retryable = new Set(["DeadlockError", "SerializationError"])

export const sqlStateOf = (error: SqlError.SqlError): unknown =>
  (error.reason.cause as { readonly code?: unknown } | undefined)?.code

/**
 * Whether the server has lost a prepared statement or its columns changed. The driver prepares it again, but a transaction has failed with
 * it.
 */
export const isForgotten = (error: SqlError.SqlError): boolean => {
  const state = sqlStateOf(error)
  return state === "26000" || (state === "0A000" && /cached plan/u.test(reasonOf(error)))
}

/** Whether another record took the external ID first. The repeated transaction finds that record. */
const isTaken = ({ reason }: SqlError.SqlError): boolean =>
  reason._tag === "UniqueViolation" && constraintOf(reason).endsWith("_external_id")

/** Whether the transaction lost a race and may succeed if repeated. */
export const isRetryable = (error: unknown): boolean =>
  SqlError.isSqlError(error) &&
  (retryable.has(error.reason._tag) || sqlStateOf(error) === "23503" || isTaken(error) || isForgotten(error))

const unavailableReasons = new Set([
  "DeadlockError",
  "SerializationError",
  "ConnectionError",
  "LockTimeoutError",
  "StatementTimeoutError",
  "AuthenticationError"
])

/** Out of resources (53…), shutting down or starting (57P…), or a standby after a failover (25006). */
const unavailableStates = /^(53|57P|25006)/u

/** When Citus loses a worker during a statement, it returns the message of its client library without a SQLSTATE. */
const lostWorker =
  /^(server closed the connection|no connection to the server|connection not open|could not (receive|send) )/u

const isLostWorker = (error: SqlError.SqlError): boolean =>
  sqlStateOf(error) === "XX000" && lostWorker.test(reasonOf(error))

/** Whether the database is unavailable or overloaded, or retries were exhausted, so that the caller should retry later. */
export const isUnavailable = (error: unknown): boolean =>
  SqlError.isSqlError(error) &&
  (unavailableReasons.has(error.reason._tag) ||
    error.reason.operation === "connect" ||
    unavailableStates.test(String(sqlStateOf(error))) ||
    isLostWorker(error))

/** Whether the connection was lost during a statement, so that its outcome is unknown. */
export const isCutOff = (error: unknown): boolean =>
  SqlError.isSqlError(error) &&
  (error.reason._tag === "ConnectionError" ||
    /^(08|57P)/u.test(String(sqlStateOf(error))) ||
    isLostWorker(error))

export const isLockTimeout = (error: unknown): boolean =>
  SqlError.isSqlError(error) && error.reason._tag === "LockTimeoutError"
