/** Statements run with little beside them: for what each request asks. */
import { Effect } from "effect"
import { type SqlConnection, type SqlError, Statement } from "effect/sql"

/** What a statement of effect 4.1.0 has beside its interface: who lends it a connection, that of the transaction if there is one. */
interface Borrowing {
  /** Undefined of a client that only reserves connections. */
  readonly borrower: SqlConnection.Borrower | undefined
}

/** Who lends a statement its connection. */
export const borrowerOf = (statement: Statement.Statement<any>) =>
  (statement as unknown as Borrowing).borrower

/**
 * Runs a statement without the span that it makes and ends even if nothing is traced: the span costs as much as all else that is
 * done here for a read.
 */
const lean = <A>(
  statement: Statement.Statement<any>,
  traced: Effect.Effect<A, SqlError.SqlError>,
  run: (
    connection: SqlConnection.Connection,
    text: string,
    parameters: ReadonlyArray<unknown>
  ) => Effect.Effect<A, SqlError.SqlError>
) =>
  Effect.withFiber<A, SqlError.SqlError>((fiber) => {
    const borrower = borrowerOf(statement)
    const isTold = fiber.cache.tracerEnabled || fiber.getRef(Statement.CurrentTransformer) !== undefined
    if (isTold || borrower === undefined) return traced
    const [text, parameters] = statement.compile()
    return borrower((connection) => run(connection, text, parameters))
  })

/** The rows of a statement. */
export const rows = <Row extends object>(statement: Statement.Statement<Row>) =>
  lean<ReadonlyArray<Row>>(statement, statement, (connection, text, parameters) =>
    connection.execute(text, parameters, undefined)
  )

/** The rows of a statement as the values of their columns. */
export const values = (statement: Statement.Statement<any>, isPrepared = true) =>
  lean<ReadonlyArray<ReadonlyArray<unknown>>>(
    statement,
    isPrepared ? statement.values : statement.valuesUnprepared,
    (connection, text, parameters) =>
      isPrepared
        ? connection.executeValues(text, parameters)
        : connection.executeValuesUnprepared(text, parameters)
  )
