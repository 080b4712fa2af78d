/** Connections that give the rows of a statement as they come. */
import { Effect } from "effect"
import type { SqlConnection, SqlError } from "effect/sql"
import { asked, type Driver, run } from "./Driver.ts"
import type { WireRow } from "./WireRow.ts"

type Answer<A> = Effect.Effect<ReadonlyArray<A>, SqlError.SqlError>
type Params = ReadonlyArray<unknown>

const valuesOf = (answer: Answer<WireRow>): Answer<ReadonlyArray<unknown>> =>
  Effect.map(answer, (rows) => rows.map((row) => row.values()))

export abstract class Wired {
  abstract executeWired(sql: string, params: Params, isPrepared: boolean): Answer<WireRow>

  executeValues(sql: string, params: Params) {
    return valuesOf(this.executeWired(sql, params, true))
  }

  executeValuesUnprepared(sql: string, params: Params) {
    return valuesOf(this.executeWired(sql, params, false))
  }
}

/** As the driver lends a connection, or reserves one. */
interface Lent {
  readonly connection: Driver & { readonly base?: Driver }
}

/** The rows of a statement on any connection that nobody else uses meanwhile. */
export const rows = (
  connection: SqlConnection.Connection,
  sql: string,
  params: Params,
  isPrepared: boolean
): Answer<WireRow> => {
  if (connection instanceof Wired) return connection.executeWired(sql, params, isPrepared)
  const { connection: driver } = connection as unknown as Lent
  const answer = run(driver.base ?? driver, asked(sql, params, isPrepared, false))
  return Effect.map(answer, ({ values }) => values)
}
