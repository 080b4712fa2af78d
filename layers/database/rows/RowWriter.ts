/** Encodes rows of a statement, given the columns that the server described. */
import { PgTypes } from "@effect/sql-pg"
import * as JsonBytes from "./JsonBytes.ts"
import type * as Ordered from "./Ordered.ts"
import { int4At, int8At } from "./RowTypes.ts"
import type { Columns, RawRow } from "./RawRow.ts"

/** A value computed from several columns. */
export interface ComputedValue<Row> {
  readonly of: ReadonlyArray<keyof Row & string>
  readonly value: (row: Row) => unknown
}

/** The kind of a field according to the schema. */
export type Kind = "text" | "bare" | "json" | "is" | "made"

/** A field and the JSON before it. */
export interface Part {
  /** The JSON before the value: punctuation and the field's name. */
  readonly before: string
  /** The name of an optional field, which is omitted if the value is null. */
  readonly maybe: string
  readonly kind: Kind
  readonly column: string
  readonly is: string
  readonly made: ComputedValue<Readonly<Record<string, unknown>>> | undefined
  readonly order: ReturnType<typeof Ordered.of>
}

/** Encodings of a field, chosen by the schema and the column's type. */
const form = {
  plain: 0,
  text: 1,
  uuid: 2,
  time: 3,
  int8: 4,
  int4: 5,
  bool: 6,
  texts: 7,
  is: 8,
  made: 9
} as const
type Form = (typeof form)[keyof typeof form]

const { OID } = PgTypes
const asText = new Map<number, Form>([
  [OID.text, form.text],
  [OID.varchar, form.text],
  [OID.uuid, form.uuid],
  [OID.timestamptz, form.time]
])
const bare = new Map<number, Form>([
  [OID.int8, form.int8],
  [OID.int4, form.int4],
  [OID.bool, form.bool]
])

const formOf = ({ kind }: Part, type: number | undefined): Form => {
  if (type === undefined || kind === "made") return form.plain
  if (kind === "is") return asText.get(type) === form.text ? form.is : form.plain
  if (kind === "json" && type === OID.textArray) return form.texts
  return (
    (kind === "bare" ? undefined : asText.get(type)) ??
    (kind === "text" ? undefined : bare.get(type)) ??
    form.plain
  )
}

/** A field resolved to a column of the statement. */
interface ResolvedPart {
  readonly form: Form
  readonly index: number
  /** Whether the field is the column itself, so that null is written as null. */
  readonly isOwn: boolean
  /** The JSON before a value, including an opening quote for text, and the JSON for a null value. */
  readonly before: Uint8Array
  readonly none: Uint8Array
  readonly is: Uint8Array
  readonly part: Part
}

const placedOf = (part: Part, { names, types }: Columns): ResolvedPart => {
  const index = part.kind === "made" ? 0 : names.indexOf(part.column)
  const how = formOf(part, types[index])
  const isQuoted = how === form.text || how === form.uuid || how === form.time
  return {
    form: how,
    index,
    isOwn: part.kind !== "is" && part.kind !== "made",
    before: Buffer.from(`${part.before}${part.maybe}${isQuoted ? '"' : ""}`),
    none: Buffer.from(part.maybe === "" ? `${part.before}null` : part.before),
    is: Buffer.from(part.is),
    part
  }
}

const isSame = (bytes: Uint8Array, start: number, size: number, other: Uint8Array): boolean => {
  if (size !== other.length) return false
  for (let index = 0; index < size; index++) if (bytes[start + index] !== other[index]) return false
  return true
}

const yes = Buffer.from("true")
const no = Buffer.from("false")

/** Extra bytes per field besides its name and the column's bytes. */
const fieldOverhead = 16

/** Encodes rows with these columns. */
export class RowWriter {
  readonly columns: Columns
  private readonly placed: ReadonlyArray<ResolvedPart>
  private readonly end: Uint8Array
  private readonly starts: Int32Array
  private readonly sizes: Int32Array
  /** Bytes needed besides the columns, and the maximum expansion of the columns' bytes. */
  private readonly least: number
  private readonly times: number

  constructor(columns: Columns, parts: ReadonlyArray<Part>, end: string) {
    this.columns = columns
    this.placed = parts.map((part) => placedOf(part, columns))
    this.end = Buffer.from(end)
    this.starts = new Int32Array(columns.names.length)
    this.sizes = new Int32Array(columns.names.length)
    this.least = this.placed.reduce(
      (sum, { none }) => sum + none.length + fieldOverhead,
      this.end.length + fieldOverhead
    )
    const read = this.placed.filter(({ isOwn }) => isOwn)
    const uses = [...Map.groupBy(read, ({ index }) => index).values()].map(({ length }) => length)
    this.times = JsonBytes.widest * Math.max(1, ...uses)
  }

  private value({ bytes, columns }: RawRow, index: number): unknown {
    return columns.read(bytes, this.starts[index]!, this.sizes[index]!, index)
  }

  /** Encodes a value with JSON.stringify. */
  private plain(row: RawRow, { index, part: { is, kind, made, order } }: ResolvedPart): string {
    if (kind === "is") return String(this.value(row, index) === is)
    let value: unknown
    if (made === undefined) value = this.value(row, index)
    else {
      const some: Record<string, unknown> = {}
      for (const name of made.of) some[name] = this.value(row, row.columns.names.indexOf(name))
      value = made.value(some)
    }
    return JSON.stringify(order === undefined || value === null ? value : order(value))
  }

  write(row: RawRow, from: number): number {
    const { bytes } = row
    const { placed, sizes, starts } = this
    let next = row.at
    for (let index = 0; index < sizes.length; index++) {
      const size = int4At(bytes, next)
      next += 4
      starts[index] = next
      sizes[index] = size
      if (size > 0) next += size
    }
    const room = this.least + this.times * (next - row.at)
    let out = JsonBytes.reserve(from, room)
    let at = from
    for (const one of placed) {
      const start = starts[one.index]!
      const size = sizes[one.index]!
      if (size < 0 && one.isOwn) {
        at = JsonBytes.constant(out, at, one.none)
        continue
      }
      at = JsonBytes.constant(out, at, one.before)
      switch (one.form) {
        case form.text:
          at = JsonBytes.text(out, at, bytes, start, size)
          continue
        case form.uuid:
          at = JsonBytes.uuid(out, at, bytes, start)
          continue
        case form.time:
          at = JsonBytes.time(out, at, bytes, start)
          continue
        case form.int4:
          at = JsonBytes.integer(out, at, int4At(bytes, start))
          continue
        case form.bool:
          at = JsonBytes.constant(out, at, bytes[start] === 0 ? no : yes)
          continue
        case form.is:
          at = JsonBytes.constant(out, at, isSame(bytes, start, size, one.is) ? yes : no)
          continue
        case form.int8: {
          const value = int8At(bytes, start)
          if (!Number.isSafeInteger(value)) break
          at = JsonBytes.integer(out, at, value)
          continue
        }
        case form.texts: {
          const end = JsonBytes.texts(out, at, bytes, start)
          if (end < 0) break
          at = end
          continue
        }
      }
      at = JsonBytes.string(at, this.plain(row, one))
      out = JsonBytes.reserve(at, room)
    }
    return JsonBytes.constant(out, at, this.end)
  }
}
