/** How statements of a transaction are sent: later, with its first one, or several in one write (`PipelineConnection`). */
import { Context, Effect, type Fiber } from "effect"
import type { SqlConnection, SqlError, Statement } from "effect/sql"
import * as Lean from "./Lean.ts"
import type { Guard, Rows } from "./Guard.ts"
import { Pipeline } from "./PipelineConnection.ts"
import * as Sql from "./Sql.ts"

type Failing<A> = Effect.Effect<A, SqlError.SqlError>

const executed = (connection: SqlConnection.Connection, text: string, params: ReadonlyArray<unknown>) =>
  connection.execute(text, params, undefined)

/**
 * Lets a write whose rows nobody needs go with the next statement of its transaction, or with COMMIT; if it fails, so do
 * they. Within a savepoint, or without a transaction, it is done at once.
 */
export const later = (write: Statement.Statement<any>): Failing<void> =>
  Effect.asVoid(
    Lean.run<unknown>(write, "execute", (connection, text, params) =>
      connection instanceof Pipeline ? connection.later(text, params) : executed(connection, text, params)
    )
  )

const pipelineOf = (fiber: Fiber.Fiber<unknown, unknown>, sql: Sql.Sql): Pipeline | undefined => {
  const [connection] = Context.getOrUndefined(fiber.context, sql.transactionService) ?? []
  return connection instanceof Pipeline ? connection : undefined
}

/** Lets a statement go with the first one of its transaction. Nothing else is written before it is checked. */
export const guarded = (sql: Sql.Sql, make: () => Statement.Statement<any>, guard: Guard): Failing<void> =>
  Effect.withFiber((fiber) =>
    pipelineOf(fiber, sql)?.guarded(Lean.composing(fiber, make), guard)
      ? Effect.void
      : Effect.flatMap(Effect.exit(make()), guard.check)
  )

/**
 * Puts `whole`, an insertion of what must not be there yet, in the place of a guarded statement that has not gone; otherwise `write` goes
 * later. Transactions that may be repeated then go in one write.
 */
export const instead = (
  sql: Sql.Sql,
  whole: () => Statement.Statement<any>,
  write: () => Statement.Statement<any>
): Failing<void> =>
  Effect.withFiber((fiber) =>
    pipelineOf(fiber, sql)?.instead(Lean.composing(fiber, whole)) ? Effect.void : later(write())
  )

/** Runs them at once: within a transaction, what they ask first goes in one write, in this order. */
export const together = <const All extends ReadonlyArray<Effect.Effect<any, any, any>>>(...all: All) =>
  Effect.all(all, { concurrency: "unbounded" })

/** Statements, and what is made of their rows. */
export interface Ask<out A, out E = never, out R = never> {
  readonly statements: ReadonlyArray<Statement.Statement<any>>
  readonly made: (rows: ReadonlyArray<Rows>) => Effect.Effect<A, E, R>
  /** Whether rows of before may be taken for granted until the database has compared them (`Presumed`): of what changes rarely. */
  readonly mayPresume?: true
}

/** Lets rows of before be taken for granted. */
export const presumed = <A, E, R>(ask: Ask<A, E, R>): Ask<A, E, R> => ({ ...ask, mayPresume: true })

export const ask = <Row, A, E, R>(
  statement: Statement.Statement<Row>,
  made: (rows: ReadonlyArray<Row>) => Effect.Effect<A, E, R>
): Ask<A, E, R> => ({ statements: [statement], made: ([rows]) => made(rows!) })

/** Asks for both. */
export const both = <A, E, R, B, E2, R2>(
  one: Ask<A, E, R>,
  other: Ask<B, E2, R2>
): Ask<readonly [A, B], E | E2, R | R2> => {
  const { length } = one.statements
  return {
    statements: [...one.statements, ...other.statements],
    made: (rows) =>
      Effect.flatMap(one.made(rows.slice(0, length)), (first) =>
        Effect.map(other.made(rows.slice(length)), (second) => [first, second] as const)
      )
  }
}

/** What is asked for, in one write within a transaction, and without a fiber for each as `together` has it. */
export const answered = <A, E, R>({ made, mayPresume, statements }: Ask<A, E, R>): Effect.Effect<A, E, R> => {
  if (statements.length === 0) return made([])
  const rows = Lean.runAll<ReadonlyArray<Rows>>(statements, together(...statements), (connection, asked) =>
    connection instanceof Pipeline
      ? mayPresume
        ? connection.presume(asked)
        : connection.together(asked)
      : Effect.forEach(asked, ([text, params]) => executed(connection, text, params))
  )
  return Effect.flatMap(Sql.orDie(rows), made)
}
