/** Rows as they come from the server, of values. */
import { PgTypes } from "@effect/sql-pg"
import { Result } from "effect"
import * as RowTypes from "../../../layers/database/rows/RowTypes.ts"
import { Columns, RawRow } from "../../../layers/database/rows/RawRow.ts"

export interface Column {
  readonly name: string
  readonly type: keyof typeof PgTypes.OID
}

/** So many bytes stand before each row. */
const before = 7

/** What makes rows of these columns. */
export const of = (columns: ReadonlyArray<Column>) => {
  const fields = columns.map(({ name, type }) => ({ name, dataTypeId: PgTypes.OID[type] }))
  const described = fields.map(({ dataTypeId }) => ({ dataTypeOid: dataTypeId, format: 1 }))
  const read = Result.getOrThrow(PgTypes.makeFieldReader(described, RowTypes.registry))
  const told = new Columns(
    fields.map(({ name }) => name),
    fields.map(({ dataTypeId }) => dataTypeId),
    read
  )
  return (values: ReadonlyArray<unknown>): RawRow => {
    const parts = values.flatMap((value, index) => {
      const size = Buffer.alloc(4)
      if (value === null) {
        size.writeInt32BE(-1)
        return [size]
      }
      const bytes = Result.getOrThrow(PgTypes.encode(value, fields[index]!.dataTypeId, RowTypes.registry))
      size.writeInt32BE(bytes.length)
      return [size, bytes]
    })
    return new RawRow(Buffer.concat([Buffer.alloc(before, 0x22), ...parts]), before, told)
  }
}
