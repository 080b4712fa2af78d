/** Controls when statements of a transaction are sent: deferred, with the first one, or several in one write (`TransactionConnection`). */
import { Effect } from "effect"
import type { SqlError, Statement } from "effect/sql"
import * as Sql from "../Sql.ts"
import * as StatementRunner from "./StatementRunner.ts"
import { type Guard, TransactionConnection } from "./TransactionConnection.ts"

type SqlEffect<A> = Effect.Effect<A, SqlError.SqlError>
type Rows = ReadonlyArray<unknown>

/** Uses the connection of the transaction, or runs `otherwise` if there is none. */
const within = <A>(
  sql: Sql.Sql,
  use: (
    connection: TransactionConnection,
    compile: (one: Statement.Statement<unknown>) => StatementRunner.Compiled
  ) => SqlEffect<A>,
  otherwise: SqlEffect<A>
): SqlEffect<A> =>
  Effect.withFiber((fiber) => {
    const connection = StatementRunner.connectionOf(fiber, sql)
    return connection instanceof TransactionConnection
      ? use(connection, (one) => StatementRunner.compile(fiber, one))
      : otherwise
  })

/**
 * Defers a write whose result isn't used, so that it is sent with the next statement of its transaction or with COMMIT. If it fails, so do
 * they. In a savepoint or without a transaction it is sent immediately.
 */
export const defer = (sql: Sql.Sql, write: Statement.Statement<unknown>): SqlEffect<void> =>
  within(sql, (connection, compile) => connection.defer(...compile(write)), Effect.asVoid(write))

/** Sends a statement with the first one of its transaction. No write is sent before it has been checked. */
export const guarded = (
  sql: Sql.Sql,
  statement: Statement.Statement<unknown>,
  guard: Guard
): SqlEffect<void> => {
  const now = Effect.flatMap(Effect.exit(statement), guard)
  return within(
    sql,
    (connection, compile) => (connection.guarded(...compile(statement), guard) ? Effect.void : now),
    now
  )
}

/** Runs effects concurrently. Within a transaction their first statements are sent in one write, in this order. */
export const runTogether = <const All extends ReadonlyArray<Effect.Effect<unknown, unknown, unknown>>>(
  ...all: All
) => Effect.all(all, { concurrency: "unbounded" })

/** Statements, and a function of their rows. */
export interface Ask<out A, out E = never, out R = never> {
  /** Undefined if there are no statements. */
  readonly sql: Sql.Sql | undefined
  readonly statements: ReadonlyArray<Statement.Statement<unknown>>
  readonly made: (rows: ReadonlyArray<Rows>) => Effect.Effect<A, E, R>
}

export const ask = <Row, A, E, R>(
  sql: Sql.Sql,
  statement: Statement.Statement<Row>,
  made: (rows: ReadonlyArray<Row>) => Effect.Effect<A, E, R>
): Ask<A, E, R> => ({ sql, statements: [statement], made: ([rows]) => made(rows as ReadonlyArray<Row>) })

/** Contains no statements, and returns a value. */
export const none = <A>(value: A): Ask<A> => ({
  sql: undefined,
  statements: [],
  made: () => Effect.succeed(value)
})

/** Combines two requests. */
export const combine = <A, E, R, B, E2, R2>(
  one: Ask<A, E, R>,
  other: Ask<B, E2, R2>
): Ask<readonly [A, B], E | E2, R | R2> => {
  const { length } = one.statements
  return {
    sql: one.sql ?? other.sql,
    statements: [...one.statements, ...other.statements],
    made: (rows) =>
      Effect.flatMap(one.made(rows.slice(0, length)), (first) =>
        Effect.map(other.made(rows.slice(length)), (second) => [first, second] as const)
      )
  }
}

/** Combines requests of the same kind. */
export const all = <A>(asks: ReadonlyArray<Ask<A>>): Ask<ReadonlyArray<A>> => ({
  sql: asks.find(({ sql }) => sql !== undefined)?.sql,
  statements: asks.flatMap(({ statements }) => statements),
  made: (rows) => {
    let read = 0
    return Effect.forEach(asks, ({ made, statements }) =>
      Effect.suspend(() => made(rows.slice(read, (read += statements.length))))
    )
  }
})

/** Runs a request. Within a transaction its statements are sent in one write, without the fiber per statement that `together` needs. */
export const answered = <A, E, R>({ made, sql, statements }: Ask<A, E, R>): Effect.Effect<A, E, R> => {
  if (sql === undefined) return made([])
  const rows = within<ReadonlyArray<Rows>>(
    sql,
    (connection, compile) => connection.runTogether(statements.map(compile)),
    runTogether(...statements)
  )
  return Effect.flatMap(Sql.orDie(rows), made)
}
