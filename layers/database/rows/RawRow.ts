/** An undecoded row: columns are read from the bytes on demand. */
import { int4At } from "./RowTypes.ts"

/** Reads a column; `size` is -1 for null. */
export type Read = (bytes: Uint8Array, from: number, size: number, column: number) => unknown

/** The columns of a statement's rows. */
export class Columns {
  readonly names: ReadonlyArray<string>
  /** Type OIDs. */
  readonly types: ReadonlyArray<number>
  readonly read: Read

  constructor(names: ReadonlyArray<string>, types: ReadonlyArray<number>, read: Read) {
    this.names = names
    this.types = types
    this.read = read
  }
}

export class RawRow {
  readonly bytes: Uint8Array
  /** Offset of the first column: its size, followed by its bytes. */
  readonly at: number
  readonly columns: Columns

  constructor(bytes: Uint8Array, at: number, columns: Columns) {
    this.bytes = bytes
    this.at = at
    this.columns = columns
  }

  /** The value of a column; undefined if there is no such column. */
  value(name: string): unknown {
    const { bytes, columns } = this
    const index = columns.names.indexOf(name)
    if (index < 0) return undefined
    let { at } = this
    for (let before = 0; before < index; before++) at += 4 + Math.max(0, int4At(bytes, at))
    return columns.read(bytes, at + 4, int4At(bytes, at), index)
  }

  values(): ReadonlyArray<unknown> {
    const { bytes, columns } = this
    let { at } = this
    return columns.names.map((_, index) => {
      const size = int4At(bytes, at)
      const from = at + 4
      at = from + Math.max(0, size)
      return columns.read(bytes, from, size, index)
    })
  }

  /** Decodes the whole row. */
  object<Row>(): Row {
    const { names } = this.columns
    const row: Record<string, unknown> = {}
    for (const [index, value] of this.values().entries()) row[names[index]!] = value
    return row as Row
  }
}
