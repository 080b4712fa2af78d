/** Converts session failures and server errors to Effect's SQL errors. */
import { type PgProtocol, PgTypes } from "@effect/sql-pg"
import { SqlError } from "effect/sql"

type Operation = "connect" | "query"

type ReasonClass = new (fields: {
  readonly cause: unknown
  readonly message: string
  readonly operation: string
}) => SqlError.SqlErrorReason

/** Errors by SQLSTATE prefix; the first match applies. */
const reasons: ReadonlyArray<readonly [prefix: string, ReasonClass]> = [
  ["08", SqlError.ConnectionError],
  ["28", SqlError.AuthenticationError],
  ["42501", SqlError.AuthorizationError],
  ["42", SqlError.SqlSyntaxError],
  ["23", SqlError.ConstraintError],
  ["40P01", SqlError.DeadlockError],
  ["40001", SqlError.SerializationError],
  ["55P03", SqlError.LockTimeoutError],
  ["57014", SqlError.StatementTimeoutError]
]

/** Converts an error that the server reported. */
export const reported = (fields: PgProtocol.ErrorFields, operation: Operation): SqlError.SqlError => {
  const cause = Object.assign(new Error(fields.message ?? "Unknown PostgreSQL error"), fields)
  const message = operation === "connect" ? "The server refused the connection" : "The statement failed"
  const props = { cause, message, operation }
  const code = fields.code ?? ""
  if (code === "23505") {
    const constraint = fields.constraint?.trim() || "unknown"
    return new SqlError.SqlError({ reason: new SqlError.UniqueViolation({ ...props, constraint }) })
  }
  const Reason = reasons.find(([prefix]) => code.startsWith(prefix))?.[1] ?? SqlError.UnknownError
  return new SqlError.SqlError({ reason: new Reason(props) })
}

export const connection = (cause: Error, operation: Operation = "query"): SqlError.SqlError =>
  new SqlError.SqlError({
    reason: new SqlError.ConnectionError({ cause, message: cause.message, operation })
  })

const errorOf = (cause: unknown): Error => (cause instanceof Error ? cause : new Error(String(cause)))

export const authentication = (cause: unknown): SqlError.SqlError => {
  const { message } = errorOf(cause)
  const reason = new SqlError.AuthenticationError({ cause, message, operation: "connect" })
  return new SqlError.SqlError({ reason })
}

export const unknown = (message: string, cause?: unknown, operation = "query"): SqlError.SqlError =>
  new SqlError.SqlError({ reason: new SqlError.UnknownError({ cause, message, operation }) })

/** The server's data could not be decoded. */
export const unreadable = (cause: unknown, operation: Operation): SqlError.SqlError =>
  cause instanceof PgTypes.CodecError
    ? unknown("A row could not be decoded", cause)
    : connection(errorOf(cause), operation)
