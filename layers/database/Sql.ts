/** Helpers for repositories. A database failure is a defect: a caller cannot fix it. */
import { Effect } from "effect"
import { SqlClient, SqlError, Statement } from "effect/sql"
import type { RawRow } from "./rows/RawRow.ts"

export type Sql = SqlClient.SqlClient

/** The server's error fields that never quote what was sent. */
const told = ["code", "severity", "schema", "table", "column", "constraint", "routine"] as const

/** SQLSTATE classes of data errors, whose text quotes the data. */
const quoting = /^(22|23)/u

/** Citus passes a worker's message on, without the fields of the error; a shard's index has its number behind the name. */
const constraintOf = ({ cause, constraint }: { readonly cause: unknown; readonly constraint: string }) =>
  constraint === "unknown"
    ? (/ constraint "(\w+?)(?:_\d+)?"/u.exec(String((cause as Error | undefined)?.message))?.[1] ??
      constraint)
    : constraint

/**
 * The same failure without the data that was sent. The server quotes it in detail and context, and the people who
 * read logs should not see it.
 */
const discreet = (error: SqlError.SqlError): SqlError.SqlError => {
  const { reason } = error
  const said = reason.cause as Readonly<Record<string, unknown>> | undefined
  const code = said?.["code"]
  if (said === undefined || typeof code !== "string") return error
  const text = quoting.test(code) ? `The data was refused (SQLSTATE ${code})` : String(said["message"])
  const kept = told.filter((name) => said[name] !== undefined).map((name) => [name, said[name]])
  const cause = Object.assign(new Error(text), Object.fromEntries(kept))
  const Reason = reason.constructor as new (fields: object) => SqlError.SqlErrorReason
  const { message, operation } = reason
  const constraint = "constraint" in reason ? { constraint: constraintOf(reason) } : {}
  return new SqlError.SqlError({ reason: new Reason({ message, operation, ...constraint, cause }) })
}

/** Turns a database failure into a defect, and passes other failures on. */
export const orDie = <A, E, R>(
  self: Effect.Effect<A, E, R>
): Effect.Effect<A, Exclude<E, SqlError.SqlError>, R> =>
  Effect.catchIf(self, SqlError.isSqlError, (error: unknown) =>
    Effect.die(discreet(error as SqlError.SqlError))
  ) as never

/**
 * `LIMIT rows` as text: with a parameter PostgreSQL assumes a tenth of all rows, finds every prepared plan too
 * expensive, and plans the statement again each time.
 */
export const limit = (sql: Sql, rows: number) => sql.literal(`LIMIT ${Math.trunc(rows)}`)

/** The most bytes that the rows of one page may have together. */
export const pageBytes = 1_000_000

/** A row of `measured`: its bytes plus those of the rows before it. */
export interface Measured {
  readonly page_bytes: number
}

/**
 * As many of `rows` as fit a page in this `order`, and one more as the sign that there are others. Each row gives its
 * size as `page_size`. Large values (TOAST) are read only for these rows.
 */
export const measured = (sql: Sql, rows: Statement.Fragment, order: Statement.Fragment) =>
  sql`(SELECT * FROM (
    SELECT *, row_number() OVER page AS page_row, sum(page_size) OVER page AS page_bytes
    FROM (${rows}) read WINDOW page AS (ORDER BY ${order} ROWS UNBOUNDED PRECEDING)
  ) measured WHERE page_row <= 2 OR page_bytes - page_size <= ${sql.literal(String(pageBytes))})`

/** That of a row as it comes. */
export const pageBytesOf = (row: RawRow): unknown => row.value("page_bytes")

/** The approximate bytes of a text, json or jsonb in answers, without reading TOAST where possible. */
export const bytesOf = {
  text: (column: string) => `coalesce(octet_length(${column}), 0)`,
  json: (column: string) => `coalesce(CASE WHEN pg_column_compression(${column}) IS NULL
    THEN pg_column_size(${column}) ELSE octet_length(${column}::text) END, 0)`
}

/** The rows of a select as one column of JSON, in its order. */
export const rows = (sql: Sql, select: Statement.Fragment) =>
  sql`(SELECT coalesce(json_agg(part), '[]'::json) FROM (${select}) part)`

/** A time as text in our form, for columns of JSON. */
export const iso = (column: string) =>
  `to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

/** A row that came as JSON: its times as the driver gives those of an ordinary row. */
export const ofJson = <Row extends object>(row: Row): Row =>
  Object.fromEntries(
    Object.entries(row).map(([name, value]) => [
      name,
      name.endsWith("_at") && typeof value === "string" ? new Date(value).toISOString() : value
    ])
  ) as Row

const [between, after, end] = [", ", "), (", ")"].map((text) => Statement.literal(text))

/** Inserts rows of values in the order of `columns`. The text is made once, where `sql.insert` makes it for each call. */
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
 * Joins independent writes into one statement: one round trip for all. PostgreSQL does the last of them first, and the first last: so
 * rows that many writers lock (totals) come first, and are locked for the shortest time. Citus does them in this order, and checks a
 * foreign key at once: rows that refer to others come after those.
 */
export const together = (
  sql: Sql,
  writes: ReadonlyArray<Statement.Fragment>
): Statement.Statement<unknown> => {
  const all = [...writes]
  const last = all.pop()
  // Nothing to write.
  if (last === undefined) return sql`SELECT`
  if (all.length === 0) return sql`${last}`
  const parts = all.flatMap((part, index) => [openings[index] ?? opening(index), ...part.segments])
  return sql`${Statement.fragment([...parts, closing, ...last.segments])}`
}

/** Runs statements one after another. */
export const all = (statements: ReadonlyArray<Statement.Statement<unknown>>) =>
  orDie(Effect.forEach(statements, (statement) => statement, { discard: true }))

/** How many rows of `from` match each of the conditions, counted up to `most`: one statement for all. */
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

/** The reason given by the server or the network, without the driver's wrapping. */
export const reasonOf = (error: SqlError.SqlError): string => {
  const { cause } = error.reason
  return cause instanceof Error && cause.message !== "" ? cause.message : error.message
}

const retryable = new Set(["DeadlockError", "SerializationError"])

export const sqlStateOf = (error: SqlError.SqlError): unknown =>
  (error.reason.cause as { readonly code?: unknown } | undefined)?.code

/**
 * Whether the server has forgotten a statement that was prepared, or its columns have changed since. The driver prepares it
 * anew, but not within a transaction, which has failed with it.
 */
export const isForgotten = (error: SqlError.SqlError): boolean => {
  const state = sqlStateOf(error)
  return state === "26000" || (state === "0A000" && /cached plan/u.test(reasonOf(error)))
}

/** Whether another record got an external id first: repeated, the transaction finds that record. */
const isTaken = ({ reason }: SqlError.SqlError): boolean =>
  reason._tag === "UniqueViolation" && constraintOf(reason).endsWith("_external_id")

/** Whether the same transaction may succeed if repeated: it lost a race. */
export const isRetryable = (error: unknown): boolean =>
  SqlError.isSqlError(error) &&
  (retryable.has(error.reason._tag) || sqlStateOf(error) === "23503" || isTaken(error) || isForgotten(error))

const away = new Set([
  "DeadlockError",
  "SerializationError",
  "ConnectionError",
  "LockTimeoutError",
  "StatementTimeoutError",
  "AuthenticationError"
])

/** Out of resources (53…), shutting down or starting (57P…), or a standby since a failover (25006). */
const awayStates = /^(53|57P|25006)/u

/** Citus hands on the words of its own client library without a SQLSTATE where it loses a worker within a statement. */
const lostWorker =
  /^(server closed the connection|no connection to the server|connection not open|could not (receive|send) )/u

const isLostWorker = (error: SqlError.SqlError): boolean =>
  sqlStateOf(error) === "XX000" && lostWorker.test(reasonOf(error))

/** Whether the database is away or saturated, or every race was lost, so that the caller should retry later. */
export const isUnavailable = (error: unknown): boolean =>
  SqlError.isSqlError(error) &&
  (away.has(error.reason._tag) ||
    error.reason.operation === "connect" ||
    awayStates.test(String(sqlStateOf(error))) ||
    isLostWorker(error))

/** Whether the connection was lost during a statement, so that its outcome is unknown. */
export const isCutOff = (error: unknown): boolean =>
  SqlError.isSqlError(error) &&
  (error.reason._tag === "ConnectionError" ||
    /^(08|57P)/u.test(String(sqlStateOf(error))) ||
    isLostWorker(error))

export const isLockTimeout = (error: unknown): boolean =>
  SqlError.isSqlError(error) && error.reason._tag === "LockTimeoutError"
