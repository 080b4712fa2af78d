/**
 * Encodes rows directly as response JSON. Names, order and punctuation are compiled from the response schema at start; the column types are
 * resolved once per statement.
 */
import type { Schema, SchemaAST } from "effect"
import * as JsonBytes from "./JsonBytes.ts"
import * as Ordered from "./Ordered.ts"
import { type Kind, type ComputedValue, type Part, RowWriter } from "./RowWriter.ts"
import type { Columns, RawRow } from "./RawRow.ts"

type Required<A> = { [K in keyof A]-?: {} extends Pick<A, K> ? never : K }[keyof A]
type Optional<A> = Exclude<keyof A, Required<A>>

/** A boolean field: whether a column has this value. */
interface EqualsColumn<Row> {
  readonly column: keyof Row & string
  readonly is: string
}

/** An optional field, which is omitted if this column is null. */
interface OptionalColumn<Row> {
  readonly maybe: keyof Row & string
}

/** Maps each response field to its column, and each object field to its own fields. */
export type Places<A, Row> = {
  readonly [K in Required<A>]:
    | (keyof Row & string)
    | EqualsColumn<Row>
    | ComputedValue<Row>
    | (A[K] extends ReadonlyArray<unknown> | string | number | boolean | null ? never : Places<A[K], Row>)
} & { readonly [K in Optional<A>]?: OptionalColumn<Row> }

const kindOf = (ast: SchemaAST.AST): Kind => {
  switch (ast._tag) {
    case "Union": {
      const kinds = new Set(ast.types.filter(({ _tag }) => _tag !== "Null").map(kindOf))
      return kinds.size === 1 ? [...kinds][0]! : "json"
    }
    case "String":
      return "text"
    case "Literal":
      return typeof ast.literal === "string" ? "text" : "bare"
    case "Number":
    case "Boolean":
      return "bare"
    default:
      return "json"
  }
}

interface Struct {
  readonly fields: Readonly<Record<string, Schema.Top & Partial<Struct>>>
}

type AnyRow = Readonly<Record<string, unknown>>
type Place = string | EqualsColumn<AnyRow> | ComputedValue<AnyRow> | OptionalColumn<AnyRow>
type Any = Readonly<Record<string, Place | object>>

const isPlace = (place: Place | object): place is Place =>
  typeof place === "string" ||
  ("is" in place && typeof place.is === "string") ||
  ("maybe" in place && typeof place.maybe === "string") ||
  ("value" in place && typeof place.value === "function")

/** Returns the source of a field. */
const sourceOf = (place: Place, ast: SchemaAST.AST) => {
  const none = { is: "", made: undefined }
  if (typeof place === "string") return { ...none, kind: kindOf(ast), column: place }
  if ("is" in place) return { ...none, kind: "is" as const, column: place.column, is: place.is }
  if ("maybe" in place) return { ...none, kind: kindOf(ast), column: place.maybe }
  return { ...none, kind: "made" as const, column: "", made: place }
}

/** The parts of a response in order, and the text after the last. */
const partsOf = (schema: Struct, places: Any) => {
  const parts: Array<Part> = []
  let pending = ""
  const walk = ({ fields }: Struct, at: Any) => {
    let opener = "{"
    for (const [name, field] of Object.entries(fields)) {
      const place = at[name]
      if (place === undefined) continue
      const isMaybe = typeof place === "object" && "maybe" in place
      const named = `${opener}${JSON.stringify(name)}:`
      if (!isMaybe) pending += named
      opener = ","
      if (!isPlace(place)) {
        walk(field as Struct, place as Any)
        continue
      }
      const source = sourceOf(place, field.ast)
      parts.push({ ...source, before: pending, maybe: isMaybe ? named : "", order: Ordered.of(field.ast) })
      pending = ""
    }
    pending += opener === "{" ? "{}" : "}"
  }
  walk(schema, places)
  return { parts, end: pending }
}

/** Encodes rows as described by `schema`. */
export const compile = <A, Row>(schema: Struct & { readonly Type: A }, places: Places<A, Row>) => {
  const { end, parts } = partsOf(schema, places as Any)
  const writers = new WeakMap<Columns, RowWriter>()
  let last: RowWriter | undefined
  const writerOf = (columns: Columns): RowWriter => {
    if (last?.columns === columns) return last
    const known = writers.get(columns)
    last = known ?? new RowWriter(columns, parts, end)
    if (known === undefined) writers.set(columns, last)
    return last
  }
  return {
    of: (row: RawRow): string => {
      JsonBytes.begin()
      return JsonBytes.toText(writerOf(row.columns).write(row, 0))
    },
    /** A page of rows in the format of `Page.of`. */
    page: ({
      hasMore,
      nextCursor,
      shown
    }: {
      readonly shown: ReadonlyArray<RawRow>
      readonly hasMore: boolean
      readonly nextCursor: string | null
    }): string => {
      JsonBytes.begin()
      let at = JsonBytes.string(0, `{"data":[`)
      for (const [index, row] of shown.entries()) {
        if (index > 0) at = JsonBytes.string(at, ",")
        at = writerOf(row.columns).write(row, at)
      }
      const rest = `],"hasMore":${hasMore},"nextCursor":${JSON.stringify(nextCursor)}}`
      return JsonBytes.toText(JsonBytes.string(at, rest))
    }
  }
}
