/**
 * Parses arguments that a client sent as JSON text, if the schema accepts no text: "3", "true", "[…]", "{…}" and "null". Numbers are parsed
 * only in canonical form: "3.0", "1e3", " 3 " and "007" stay text, and the schema refuses them. A single value where only a list is accepted
 * becomes a list of one, except a text that may be meant as several: one with a comma, or that begins like JSON.
 */
import { Result, Schema, type SchemaAST } from "effect"
import { lazy } from "../../../shared/Memo.ts"
import * as Json from "../../http/request/Json.ts"
import { isObject } from "./EmptyArguments.ts"

type Parser = (value: unknown) => unknown

/** The alternatives of a schema, with unions flattened. */
const formsOf = (ast: SchemaAST.AST): ReadonlyArray<SchemaAST.AST> => {
  if (ast._tag === "Suspend") return formsOf(ast.thunk())
  return ast._tag === "Union" ? ast.types.flatMap(formsOf) : [ast]
}

type Kind = "text" | "number" | "boolean" | "null" | "array" | "object"

const kinds: Partial<Record<SchemaAST.AST["_tag"], Kind>> = {
  Number: "number",
  Boolean: "boolean",
  Null: "null",
  Arrays: "array",
  Objects: "object",
  Undefined: "null"
}

/** All other kinds of schemas may accept text. */
const kindOf = (ast: SchemaAST.AST): Kind => {
  if (ast._tag !== "Literal") return kinds[ast._tag] ?? "text"
  const type = typeof ast.literal
  return type === "number" || type === "boolean" ? type : "text"
}

const kindOfValue = (value: unknown): Kind => {
  if (value === null) return "null"
  if (Array.isArray(value)) return "array"
  const type = typeof value
  return type === "number" || type === "boolean" || type === "object" ? type : "text"
}

const isCanonicalNumber = (text: string) => Number.isFinite(Number(text)) && String(Number(text)) === text

const mayBeSeveral = (value: unknown) =>
  typeof value === "string" && (value === "" || /,|^\s*[[{]/u.test(value))

const isStructure = (text: string) => /^[\t\n\r ]*[[{]/u.test(text) && Json.refusal(text) === undefined

/** The value of a JSON text; undefined if it isn't one or is ambiguous. */
const valueIn = (text: string): unknown => {
  if (text === "null") return null
  if (text === "true" || text === "false") return text === "true"
  if (isCanonicalNumber(text)) return Number(text)
  if (!isStructure(text)) return undefined
  return Result.getOrUndefined(Result.try((): unknown => JSON.parse(text)))
}

const unchanged: Parser = (value) => value

/** The possible schemas of a field in a union of objects. An index signature matches any name. */
const fieldsOf = (objects: ReadonlyArray<SchemaAST.Objects>, name: string) =>
  objects.flatMap(({ indexSignatures, propertySignatures }) => {
    const own = propertySignatures.filter((one) => one.name === name).map(({ type }) => type)
    return (own.length > 0 ? own : indexSignatures.map(({ type }) => type)).flatMap(formsOf)
  })

const ofObjects = (objects: ReadonlyArray<SchemaAST.Objects>): Parser => {
  const readers = new Map<string, Parser>()
  const readerOf = (name: string): Parser => {
    const known = readers.get(name)
    if (known !== undefined) return known
    const made = ofForms(fieldsOf(objects, name))
    // Only declared names are cached; names that a caller makes up are unlimited.
    if (objects.some((one) => one.propertySignatures.some((field) => field.name === name)))
      readers.set(name, made)
    return made
  }
  return (value) => {
    if (!isObject(value)) return value
    let changed: Record<string, unknown> | undefined
    for (const name of Object.keys(value)) {
      const read = readerOf(name)(value[name])
      if (read !== value[name]) (changed ??= { ...value })[name] = read
    }
    return changed ?? value
  }
}

const ofArrays = (arrays: ReadonlyArray<SchemaAST.Arrays>): Parser => {
  const forms = arrays.flatMap(({ elements, rest }) => [...elements, ...rest].flatMap(formsOf))
  const read = ofForms(forms)
  const isItem = (value: unknown) =>
    value !== null &&
    !mayBeSeveral(value) &&
    forms.some((form) => isOpen(form) || kindOf(form) === kindOfValue(value))
  return (value) => {
    if (!Array.isArray(value)) {
      const item = read(value)
      return isItem(item) ? [item] : value
    }
    const items = value.map(read)
    return items.some((item, index) => item !== value[index]) ? items : value
  }
}

/** Schemas that accept any kind of value. */
const isOpen = (ast: SchemaAST.AST) =>
  kinds[ast._tag] === undefined && !["String", "Literal", "TemplateLiteral", "Enum"].includes(ast._tag)

const ofForms = (forms: ReadonlyArray<SchemaAST.AST>): Parser => {
  if (forms.length === 0 || forms.some(isOpen)) return unchanged
  const taken = new Set(forms.map(kindOf))
  const inObject = ofObjects(forms.filter((one) => one._tag === "Objects"))
  // Compiled on first use, because schemas may be recursive.
  const inArray = lazy(() => ofArrays(forms.filter((one) => one._tag === "Arrays")))
  const within: Parser = (value) =>
    taken.has("array") && (Array.isArray(value) || !taken.has(kindOfValue(value)))
      ? inArray()(value)
      : inObject(value)
  return (sent) => {
    if (typeof sent !== "string") return within(sent)
    if (taken.has("text")) return sent
    const value = valueIn(sent)
    return value === null || taken.has(kindOfValue(value)) ? within(value) : within(sent)
  }
}

/** Compiles a parser for the arguments of these fields. */
export const reader = (fields: Schema.Struct.Fields): Parser =>
  ofForms(formsOf(Schema.toEncoded(Schema.Struct(fields)).ast))
