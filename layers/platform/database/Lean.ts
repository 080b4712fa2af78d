/** Statements run with little beside them: for what each request asks. */
import { Context, Effect, type Fiber } from "effect"
import type { SqlConnection, SqlError, Statement } from "effect/sql"
import * as Wired from "./Wired.ts"

type Run<A> = (
  connection: SqlConnection.Connection,
  text: string,
  parameters: ReadonlyArray<unknown>
) => Effect.Effect<A, SqlError.SqlError>

/** What a statement of effect 4.1.0 has beside its interface: who lends it a connection, that of the transaction if there is one. */
interface Borrowing {
  /** Undefined of a client that only reserves connections. */
  readonly borrower: SqlConnection.Borrower | undefined
  /** Runs it in a span of its own. */
  readonly withConnection: <A>(operation: string, run: Run<A>) => Effect.Effect<A, SqlError.SqlError>
}

const borrowingOf = (statement: Statement.Statement<any>) => statement as unknown as Borrowing

/** Who lends a statement its connection. */
export const borrowerOf = (statement: Statement.Statement<any>) => borrowingOf(statement).borrower

type Hear = (text: string, parameters: ReadonlyArray<unknown>) => void

/** Hears of each statement that runs so: a transformer of statements hears of the others only. */
export const Heard = Context.Reference<Hear | undefined>("pipeline/layers/Lean/Heard", {
  defaultValue: () => undefined
})

/** Its text and parameters; of what runs without its own span. */
const compiled = (fiber: Fiber.Fiber<unknown, unknown>, statement: Statement.Statement<any>) => {
  const asked = statement.compile()
  fiber.getRef(Heard)?.(...asked)
  return asked
}

/** The same of a statement that is made when it is sent. */
export const composing = (fiber: Fiber.Fiber<unknown, unknown>, make: () => Statement.Statement<any>) => {
  const hear = fiber.getRef(Heard)
  return () => {
    const asked = make().compile()
    hear?.(...asked)
    return asked
  }
}

/**
 * Runs a statement without the span that it makes and ends even if nothing is traced: the span costs as much as all else that is
 * done here for a read.
 */
export const run = <A>(statement: Statement.Statement<any>, operation: string, run: Run<A>) =>
  Effect.withFiber<A, SqlError.SqlError>((fiber) => {
    const borrower = borrowerOf(statement)
    if (fiber.cache.tracerEnabled || borrower === undefined)
      return borrowingOf(statement).withConnection(operation, run)
    const [text, parameters] = compiled(fiber, statement)
    return borrower((connection) => run(connection, text, parameters))
  })

/** The same for several on one connection; `traced` runs them in spans of their own. */
export const runAll = <A>(
  statements: ReadonlyArray<Statement.Statement<any>>,
  traced: Effect.Effect<A, SqlError.SqlError>,
  run: (
    connection: SqlConnection.Connection,
    asked: ReadonlyArray<ReturnType<Statement.Statement<any>["compile"]>>
  ) => Effect.Effect<A, SqlError.SqlError>
) =>
  Effect.withFiber<A, SqlError.SqlError>((fiber) => {
    const borrower = borrowerOf(statements[0]!)
    if (fiber.cache.tracerEnabled || borrower === undefined) return traced
    const asked = statements.map((statement) => compiled(fiber, statement))
    return borrower((connection) => run(connection, asked))
  })

/** The rows of a statement. */
export const rows = <Row extends object>(statement: Statement.Statement<Row>) =>
  run(
    statement,
    "execute",
    (connection, text, parameters) =>
      connection.execute(text, parameters, undefined) as Effect.Effect<ReadonlyArray<Row>, SqlError.SqlError>
  )

/** The rows of a statement as they come. */
export const values = (statement: Statement.Statement<any>, isPrepared = true) =>
  run(statement, "executeValues", (connection, text, parameters) =>
    Wired.rows(connection, text, parameters, isPrepared)
  )
