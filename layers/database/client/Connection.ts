/** Implements connections of Effect's SQL client over a database session, or over an object that stands for one. */
import { Effect, Stream } from "effect"
import type { SqlConnection, SqlError } from "effect/sql"
import { type Output, type Statement, statement } from "../driver/Execution.ts"
import type { Session } from "../driver/Session.ts"
import * as SessionEffects from "../driver/SessionEffects.ts"
import type { RawRow } from "../rows/RawRow.ts"

type SqlEffect<A> = Effect.Effect<A, SqlError.SqlError>
type Params = ReadonlyArray<unknown>
type Rows = ReadonlyArray<unknown>
type Transform = (<A extends object>(rows: ReadonlyArray<A>) => ReadonlyArray<A>) | undefined

export abstract class Connection implements SqlConnection.Connection {
  abstract run(statement: Statement): SqlEffect<Output>

  private rows(sql: string, params: Params, isPrepared: boolean, transform: Transform): SqlEffect<Rows> {
    return Effect.map(this.run(statement(sql, params, isPrepared)), ({ rows }) =>
      transform === undefined ? rows : transform(rows)
    )
  }

  private values(sql: string, params: Params, isPrepared: boolean) {
    return Effect.map(this.executeRawRows(sql, params, isPrepared), (rows) => rows.map((row) => row.values()))
  }

  execute(sql: string, params: Params, transform: Transform): SqlEffect<Rows> {
    return this.rows(sql, params, true, transform)
  }

  executeUnprepared(sql: string, params: Params, transform: Transform): SqlEffect<Rows> {
    return this.rows(sql, params, false, transform)
  }

  executeRaw(sql: string, params: Params): SqlEffect<Output> {
    return this.run(statement(sql, params))
  }

  executeRawRows(sql: string, params: Params, isPrepared: boolean): SqlEffect<ReadonlyArray<RawRow>> {
    return Effect.map(this.run(statement(sql, params, isPrepared, true)), ({ rawRows }) => rawRows)
  }

  executeValues(sql: string, params: Params) {
    return this.values(sql, params, true)
  }

  executeValuesUnprepared(sql: string, params: Params) {
    return this.values(sql, params, false)
  }

  /** No result is larger than a page, so all rows are read at once. */
  executeStream(sql: string, params: Params, transform: Transform) {
    return Stream.fromIterableEffect(this.execute(sql, params, transform))
  }
}

/** A session that isn't shared. */
export class SessionConnection extends Connection {
  readonly session: Session

  constructor(session: Session) {
    super()
    this.session = session
  }

  run(one: Statement): SqlEffect<Output> {
    return SessionEffects.run(this.session, one)
  }
}
