/** Finds the texts of a response that strangers may have written, from `writtenBy` in the schema of its fields. */
import type { Schema, SchemaAST } from "effect"
import type { Writer } from "../../../../schema/Field.ts"
import { isObject } from "../arguments/EmptyArguments.ts"

/** The kind of a text. Prose is marked however short it is. */
export type Kind = "name" | "prose" | "key"

/** The marked parts of a response. A writer applies to everything inside, except for parts with another writer. */
export interface Marked {
  readonly writer?: Writer | undefined
  /** Whether its text is prose. */
  readonly isProse?: boolean
  readonly fields: Readonly<Record<string, Marked>>
  readonly items?: Marked
  /** The writer of all texts in it, if all its fields have the same writer. */
  readonly whole?: Writer | undefined
}

const isNothing = ({ fields, isProse, items, writer }: Marked) =>
  writer === undefined && isProse !== true && items === undefined && Object.keys(fields).length === 0

/** The parts that either one marks, because a response may have several forms. */
const merge = (a: Marked, b: Marked): Marked => {
  if (isNothing(a) || isNothing(b)) return isNothing(a) ? b : a
  const writer = a.writer ?? b.writer
  const items =
    a.items !== undefined && b.items !== undefined ? merge(a.items, b.items) : (a.items ?? b.items)
  const fields: Record<string, Marked> = { ...a.fields }
  for (const [name, field] of Object.entries(b.fields)) {
    fields[name] = fields[name] === undefined ? field : merge(fields[name], field)
  }
  const whole = a.whole === b.whole ? a.whole : undefined
  const isProse = a.isProse === true || b.isProse === true
  return {
    ...(isProse && { isProse }),
    ...(writer !== undefined && { writer }),
    fields,
    ...(items !== undefined && { items }),
    whole
  }
}

/** Whether a value may contain text. */
const holdsText = (ast: SchemaAST.AST): boolean =>
  ast._tag === "Union" ? ast.types.some(holdsText) : !["Boolean", "Number", "Null"].includes(ast._tag)

/** The writer of all texts of an object, if there is only one. */
const writerOfAll = ({ propertySignatures }: SchemaAST.Objects, fields: Marked["fields"]) => {
  const parts = propertySignatures
    .filter(({ type }) => holdsText(type))
    .map(({ name }) => fields[String(name)])
  const writers = new Set(parts.map((part) => part?.writer))
  const areWhole = parts.every(
    (part) => part !== undefined && isNothing({ ...part, isProse: false, writer: undefined })
  )
  return areWhole && writers.size === 1 ? [...writers][0] : undefined
}

const inside = (ast: SchemaAST.AST): Marked => {
  if (ast._tag === "Union") return ast.types.map(of).reduce(merge, { fields: {} })
  if (ast._tag === "Arrays") {
    const items = ast.rest[0] === undefined ? undefined : of(ast.rest[0])
    return items === undefined || isNothing(items) ? { fields: {} } : { fields: {}, items }
  }
  if (ast._tag !== "Objects") return { fields: {} }
  const each = ast.propertySignatures.map(({ name, type }) => [String(name), of(type)] as const)
  const fields = Object.fromEntries(each.filter(([, field]) => !isNothing(field)))
  return { fields, whole: writerOfAll(ast, fields) }
}

const of = (ast: SchemaAST.AST): Marked => {
  const { prose, writtenBy: writer } = (ast.context?.annotations ?? {}) as {
    readonly prose?: true
    readonly writtenBy?: Writer
  }
  const own = { ...(writer !== undefined && { writer }), ...(prose === true && { isProse: true }) }
  return { ...inside(ast), ...own }
}

/** The marked parts of a schema's values; undefined if there are none. */
export const marked = (schema: Schema.Top): Marked | undefined => {
  const found = of(schema.ast)
  return isNothing(found) ? undefined : found
}

/** The writer of each marked part by JSON pointer, where `*` stands for every item of a list. */
export const pointers = (part: Marked, path = "", outer?: Writer): Readonly<Record<string, Writer>> => {
  const writer = part.writer ?? part.whole ?? outer
  const own = writer === undefined || writer === outer ? {} : { [path]: writer }
  const inner = [
    ...(part.whole === undefined ? Object.entries(part.fields) : []),
    ...(part.items === undefined ? [] : [["*", part.items] as const])
  ]
  return Object.assign({}, own, ...inner.map(([name, field]) => pointers(field, `${path}/${name}`, writer)))
}

/** Texts by the service aren't marked. */
const isOurs = (writer: Writer | undefined): writer is "service" | "quoting" | undefined =>
  writer === undefined || writer === "service" || writer === "quoting"

/** Replaces every text that a stranger may have written; returns the same value if nothing is replaced. */
export const mapTexts = (
  value: unknown,
  part: Marked | undefined,
  replace: (text: string, writer: Writer, kind: Kind) => string,
  outer?: Writer,
  isProse = part?.isProse === true
): unknown => {
  const writer = part?.writer ?? outer
  if (typeof value === "string")
    return isOurs(writer) ? value : replace(value, writer, isProse ? "prose" : "name")
  if (Array.isArray(value)) {
    if (writer === undefined && part?.items === undefined) return value
    const items = value.map((item) => mapTexts(item, part?.items, replace, writer, isProse || undefined))
    return items.some((item, index) => item !== value[index]) ? items : value
  }
  if (!isObject(value)) return value
  if (writer === undefined) {
    let changed: Record<string, unknown> | undefined
    for (const name of Object.keys(part?.fields ?? {})) {
      const after = mapTexts(value[name], part?.fields[name], replace)
      if (after !== value[name]) (changed ??= { ...value })[name] = after
    }
    return changed ?? value
  }
  // The writer of the whole object chose its keys too.
  const entries = Object.entries(value).map(([name, inner]) => {
    const field = part?.fields[name]
    const after = mapTexts(inner, field, replace, writer, isProse || field?.isProse === true)
    return [isOurs(writer) ? name : replace(name, writer, "key"), after] as const
  })
  const isSame = Object.entries(value).every(
    ([name, inner], index) => entries[index]![0] === name && entries[index]![1] === inner
  )
  return isSame ? value : Object.fromEntries(entries)
}
