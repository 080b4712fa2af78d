/** A statement that is being executed, and its results. */
import { PgProtocol, PgTypes } from "@effect/sql-pg"
import { Exit, Result } from "effect"
import type { SqlError } from "effect/sql"
import { Columns, RawRow } from "../rows/RawRow.ts"
import * as RowTypes from "../rows/RowTypes.ts"
import * as Parameters from "./Parameters.ts"
import type { Prepared, PreparedStatements } from "./PreparedStatements.ts"

export interface Statement {
  readonly sql: string
  readonly params: ReadonlyArray<unknown>
  readonly isPrepared: boolean
  /** Whether rows are kept undecoded, to be read on demand. */
  readonly isRaw: boolean
}

export const statement = (
  sql: string,
  params: ReadonlyArray<unknown>,
  isPrepared = true,
  isRaw = false
): Statement => ({ sql, params, isPrepared, isRaw })

export type Row = Readonly<Record<string, unknown>>

export interface Output {
  /** The first word of the command tag: `SELECT`, `COMMIT`. */
  readonly command: string
  readonly rowCount: number
  readonly rows: ReadonlyArray<Row>
  /** Replaces `rows` if raw rows were requested. */
  readonly rawRows: ReadonlyArray<RawRow>
}

export type Outcome = Exit.Exit<Output, SqlError.SqlError>

const describe = PgProtocol.encodeDescribe({ target: "portal", name: "" })
const execute = PgProtocol.encodeExecute({ portal: "", maxRows: 0 })

const rowOf = (names: ReadonlyArray<string>, values: ReadonlyArray<unknown>): Row => {
  const row: Record<string, unknown> = {}
  for (let index = 0; index < names.length; index++) row[names[index]!] = values[index]
  return row
}

export class Execution {
  outcome: Outcome | undefined
  private readonly statement: Statement
  private prepared: Prepared | undefined
  private columns: Columns | undefined
  private readonly rows: Array<Row> = []
  private readonly rawRows: Array<RawRow> = []

  constructor(statement: Statement) {
    this.statement = statement
  }

  /** Appends the statement's messages to `frames`. Throws if a parameter can't be encoded. */
  encode(frames: Array<Uint8Array>, cache: PreparedStatements | undefined): void {
    const { isPrepared, params, sql } = this.statement
    const parameters = params.map(Parameters.infer)
    const parameterTypes = parameters.map(({ oid }) => oid)
    const prepared = isPrepared ? cache?.find(sql, parameterTypes) : undefined
    const name = prepared?.name ?? ""
    const bind = Parameters.encodeBind({ portal: "", statement: name, parameters })
    if (Result.isFailure(bind)) throw bind.failure
    if (prepared?.isSent !== true) {
      frames.push(Result.getOrThrow(PgProtocol.encodeParse({ name, query: sql, parameterTypes })))
    }
    frames.push(bind.success)
    if (prepared?.isDescribed !== true) frames.push(describe)
    frames.push(execute)
    this.prepared = prepared
    this.columns = prepared?.columns
    if (prepared !== undefined) prepared.isSent = true
  }

  /** Field reader for the following rows. */
  get readField(): PgProtocol.FieldReader<unknown> | undefined {
    const { columns } = this
    if (columns === undefined || !this.statement.isRaw) return columns?.read
    return (bytes, from, _size, column) => {
      // A field's size precedes it.
      if (column === 0) this.rawRows.push(new RawRow(bytes, from - 4, columns))
    }
  }

  describe({ fields }: Pick<PgProtocol.RowDescription, "fields">): void {
    const read = PgTypes.makeFieldReader(fields, RowTypes.registry)
    if (Result.isFailure(read)) throw read.failure
    const names = fields.map(({ name }) => name)
    const types = fields.map(({ dataTypeOid }) => dataTypeOid)
    this.columns = new Columns(names, types, read.success)
    this.described()
  }

  /** The server has described the columns, or has none to describe. */
  described(): void {
    if (this.prepared === undefined) return
    this.prepared.columns = this.columns
    this.prepared.isDescribed = true
  }

  parsed(): void {
    if (this.prepared !== undefined) this.prepared.isParsed = true
  }

  add({ values }: Pick<PgProtocol.DataRow<unknown>, "values">): void {
    if (!this.statement.isRaw) this.rows.push(rowOf(this.columns?.names ?? [], values))
  }

  /** Succeeds with the counts in the command tag. */
  complete(tag: string): void {
    const [command = "", ...counts] = tag.split(" ")
    const { rawRows, rows } = this
    this.outcome = Exit.succeed({ command, rowCount: Number(counts.at(-1) ?? 0), rows, rawRows })
  }

  fail(error: SqlError.SqlError): void {
    this.outcome ??= Exit.fail(error)
  }

  /** Drops the prepared statement unless the server has confirmed it, so that it is prepared again. */
  forgetUnparsed(cache: PreparedStatements | undefined): void {
    if (this.prepared?.isParsed === false) cache?.forget(this.prepared)
  }
}
