/** A row as its bytes came from the server. What is in its columns is read from them when it is needed. */
import { int4At } from "./RowTypes.ts"

/** How the driver reads a column: `size` is -1 for null. */
export type Read = (bytes: Uint8Array, from: number, size: number, column: number) => unknown

interface Field {
  readonly name: string
  readonly dataTypeId: number
}

/** The driver keeps what it was told with each prepared statement. */
const told = new WeakMap<ReadonlyArray<Field>, Columns>()

/** What the server said of a statement's columns. */
export class Columns {
  readonly names: ReadonlyArray<string>
  readonly types: ReadonlyArray<number>
  readonly read: Read

  constructor(fields: ReadonlyArray<Field>, read: Read) {
    this.names = fields.map(({ name }) => name)
    this.types = fields.map(({ dataTypeId }) => dataTypeId)
    this.read = read
  }

  static of(fields: ReadonlyArray<Field>, read: Read): Columns {
    const known = told.get(fields)
    if (known !== undefined) return known
    const made = new Columns(fields, read)
    told.set(fields, made)
    return made
  }
}

export class WireRow {
  readonly bytes: Uint8Array
  /** Where the first column begins: its size, then its bytes. */
  readonly at: number
  readonly columns: Columns

  constructor(bytes: Uint8Array, at: number, columns: Columns) {
    this.bytes = bytes
    this.at = at
    this.columns = columns
  }

  /** The value of a column; undefined of one that isn't there. */
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

  /** As an object, for what decides on it. */
  object<Row>(): Row {
    const { names } = this.columns
    const row: Record<string, unknown> = {}
    for (const [index, value] of this.values().entries()) row[names[index]!] = value
    return row as Row
  }
}
