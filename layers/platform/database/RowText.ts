/**
 * Writes rows as the JSON of an answer, without an object for each. What can be decided at start is: names, order and
 * punctuation come from the answer's schema, places from the statement's columns.
 */
import type { Schema, SchemaAST } from "effect"
import * as Ordered from "./Ordered.ts"

/** A row as the driver's `values` gives it, in the order of the statement's columns. */
export type Values = ReadonlyArray<unknown>

type Required<A> = { [K in keyof A]-?: {} extends Pick<A, K> ? never : K }[keyof A]
type Optional<A> = Exclude<keyof A, Required<A>>

/** Whether a column holds this value. */
interface Is<Row> {
  readonly column: keyof Row & string
  readonly is: string
}

/** A value that is made of several columns. */
interface Made<Row> {
  readonly of: ReadonlyArray<keyof Row & string>
  readonly value: (row: Row) => unknown
}

/** For a field that an answer may lack: the column that is null then. */
interface Maybe<Row> {
  readonly maybe: keyof Row & string
}

/** For each field of an answer: its column, or where the fields of an object are. */
export type Places<A, Row> = {
  readonly [K in Required<A>]:
    | (keyof Row & string)
    | Is<Row>
    | Made<Row>
    | (A[K] extends ReadonlyArray<unknown> | string | number | boolean | null ? never : Places<A[K], Row>)
} & { readonly [K in Optional<A>]?: Maybe<Row> }

type Kind = "text" | "time" | "bare" | "json" | "is" | "made"

interface Part {
  /** The JSON before the value: punctuation and the field's name. */
  readonly before: string
  /** The field's name apart, if the field is left out where the value is null. */
  readonly maybe: string
  readonly kind: Kind
  readonly index: number
  readonly is: string
  readonly made: (values: Values) => unknown
  readonly order: ReturnType<typeof Ordered.of>
}

/** The names of a select list's columns, in order. */
export const columnsOf = (selected: string): ReadonlyArray<string> =>
  selected.split(",").map((column) => /(\w+)\s*$/u.exec(column)![1]!)

/** Anything but what JSON takes as it is: quotes, backslashes, controls and halves of pairs are left out. */
const escaped = /[^ !#-[\]-\ud7ff\ue000-\uffff]/

/** Up to this length a look at each character is faster than the expression. */
const short = 48

/** A string as JSON. */
export const quoted = (text: string): string => {
  if (text.length > short) return escaped.test(text) ? JSON.stringify(text) : `"${text}"`
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code < 0x20 || code === 0x22 || code === 0x5c || (code >= 0xd800 && code <= 0xdfff))
      return JSON.stringify(text)
  }
  return `"${text}"`
}

const bare = (value: number | boolean) =>
  typeof value === "number" && !Number.isFinite(value) ? "null" : value

/** `RowTypes` writes times, and never with a character to escape. */
const kindOf = (ast: SchemaAST.AST): Kind => {
  switch (ast._tag) {
    case "Union": {
      const kinds = new Set(ast.types.filter(({ _tag }) => _tag !== "Null").map(kindOf))
      return kinds.size === 1 ? [...kinds][0]! : "json"
    }
    case "String":
      return ast.annotations?.["format"] === "date-time" ? "time" : "text"
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

type Place = string | Is<any> | Made<any> | Maybe<any>
type Any = Readonly<Record<string, Place | object>>

const isPlace = (place: Place | object): place is Place =>
  typeof place === "string" ||
  ("is" in place && typeof place.is === "string") ||
  ("maybe" in place && typeof place.maybe === "string") ||
  ("value" in place && typeof place.value === "function")

/** Makes a value of the columns that it needs, and no object of the others. */
const makerOf = ({ of, value }: Made<any>, columns: ReadonlyArray<string>) => {
  const from = of.map((name) => [name, columns.indexOf(name)] as const)
  return (values: Values) => {
    const row: Record<string, unknown> = {}
    for (const [name, index] of from) row[name] = values[index]
    return value(row)
  }
}

/** What a place says of its part. */
const sourceOf = (place: Place, ast: SchemaAST.AST, columns: ReadonlyArray<string>) => {
  const none = { is: "", made: () => null }
  if (typeof place === "string") return { ...none, kind: kindOf(ast), index: columns.indexOf(place) }
  if ("is" in place)
    return { ...none, kind: "is" as const, index: columns.indexOf(place.column), is: place.is }
  if ("maybe" in place) return { ...none, kind: kindOf(ast), index: columns.indexOf(place.maybe) }
  return { ...none, kind: "made" as const, index: -1, made: makerOf(place, columns) }
}

/** A function that writes rows of `columns` as what `schema` says. */
export const compile = <A, Row>(
  schema: Struct & { readonly Type: A },
  places: Places<A, Row>,
  columns: ReadonlyArray<string>
): ((values: Values) => string) => {
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
      const source = sourceOf(place, field.ast, columns)
      parts.push({ ...source, before: pending, maybe: isMaybe ? named : "", order: Ordered.of(field.ast) })
      pending = ""
    }
    pending += opener === "{" ? "{}" : "}"
  }
  walk(schema, places as Any)
  const end = pending
  return (values) => {
    let text = ""
    for (const { before, index, is, kind, made, maybe, order } of parts) {
      const value = kind === "made" ? made(values) : values[index]
      text += before
      if (maybe !== "") {
        if (value === null) continue
        text += maybe
      }
      if (value === null && kind !== "is") text += "null"
      else if (kind === "text") text += quoted(value as string)
      else if (kind === "time") text += `"${value as string}"`
      else if (kind === "bare") text += bare(value as number | boolean)
      else if (kind === "is") text += value === is
      else text += JSON.stringify(order === undefined ? value : order(value))
    }
    return text + end
  }
}

/** A row as an object, for what decides on it. */
export const objectOf = <Row>(columns: ReadonlyArray<string>, values: Values): Row => {
  const row: Record<string, unknown> = {}
  for (let at = 0; at < columns.length; at++) row[columns[at]!] = values[at]
  return row as Row
}

interface Turn {
  readonly hasMore: boolean
  readonly nextCursor: string | null
}

/** A page of rows as `Page.of` describes it. */
export const page = (
  rows: ReadonlyArray<Values>,
  { hasMore, nextCursor }: Turn,
  item: (values: Values) => string
): string => {
  let text = `{"data":[`
  for (let at = 0; at < rows.length; at++) text += at === 0 ? item(rows[at]!) : `,${item(rows[at]!)}`
  return `${text}],"hasMore":${hasMore},"nextCursor":${nextCursor === null ? "null" : quoted(nextCursor)}}`
}
