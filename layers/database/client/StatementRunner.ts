/** Runs statements without the span that Effect creates even if tracing is off. The span costs as much as the rest of a read. */
import { Context, Effect, type Fiber } from "effect"
import type { SqlConnection, SqlError, Statement } from "effect/sql"
import { type Client, isClient } from "./Client.ts"
import { Connection } from "./Connection.ts"
import type { RawRow } from "../rows/RawRow.ts"
import type { Sql } from "../Sql.ts"

/** A statement's text and parameters. */
export type Compiled = readonly [text: string, params: ReadonlyArray<unknown>]

type Observer = (...compiled: Compiled) => void

/** Observes each statement run this way. A statement transformer only sees the others. */
export const StatementObserver = Context.Reference<Observer | undefined>(
  "pipeline/layers/StatementObserver",
  {
    defaultValue: () => undefined
  }
)

export const compile = (
  fiber: Fiber.Fiber<unknown, unknown>,
  statement: Statement.Statement<unknown>
): Compiled => {
  const compiled = statement.compile()
  fiber.getRef(StatementObserver)?.(...compiled)
  return compiled
}

/** The connection of the fiber's transaction or shared reads. */
export const connectionOf = (
  { context }: Fiber.Fiber<unknown, unknown>,
  sql: Sql
): SqlConnection.Connection | undefined => Context.getOrUndefined(context, sql.transactionService)?.[0]

const run = <A>(
  fiber: Fiber.Fiber<unknown, unknown>,
  sql: Client,
  use: (connection: SqlConnection.Connection) => Effect.Effect<A, SqlError.SqlError>
) => {
  const current = connectionOf(fiber, sql)
  return current === undefined ? sql.lend(use) : use(current)
}

/** Returns the undecoded rows of a statement. */
export const rawRows = (sql: Sql, statement: Statement.Statement<unknown>, isPrepared = true) =>
  Effect.withFiber<ReadonlyArray<RawRow>, SqlError.SqlError>((fiber) => {
    if (!isClient(sql)) return Effect.die(new Error("The client has no raw rows"))
    const [text, params] = compile(fiber, statement)
    const rows = run(fiber, sql, (connection) =>
      connection instanceof Connection
        ? connection.executeRawRows(text, params, isPrepared)
        : Effect.die(new Error("The connection has no raw rows"))
    )
    return fiber.cache.tracerEnabled ? Effect.withSpan(rows, "sql.execute", { kind: "client" }) : rows
  })
