/** JSON Schemas as tools carry them: self-contained, and short, since every client reads them all. */
import { Schema } from "effect"

export type Json = { readonly [key: string]: unknown }

const isObject = (value: unknown): value is Json =>
  typeof value === "object" && value !== null && !Array.isArray(value)

/** Puts definitions in the place of their references. */
const inline = (schema: unknown, definitions: Json, within: ReadonlyArray<string> = []): unknown => {
  if (Array.isArray(schema)) return schema.map((one) => inline(one, definitions, within))
  if (!isObject(schema)) return schema
  const name = typeof schema["$ref"] === "string" ? schema["$ref"].replace("#/$defs/", "") : undefined
  if (name === undefined) {
    return Object.fromEntries(
      Object.entries(schema).map(([key, value]) => [key, inline(value, definitions, within)])
    )
  }
  // A definition that holds itself is any JSON.
  return within.includes(name) ? {} : inline(definitions[name], definitions, [...within, name])
}

/** Keywords that say nothing an agent could act on. */
const noise = new Set(["examples", "title", "pattern"])

/** Further keys of any kind, which an object takes that says nothing of them. */
const isOpen = (key: string, value: unknown) =>
  key === "allOf" && JSON.stringify(value) === '[{"type":"object","additionalProperties":{}}]'

const isAnything = (schema: unknown) => isObject(schema) && Object.keys(schema).length === 0

/** The properties worth a word: of an open object, those that may be anything are not. */
const told = ({ allOf, properties }: Json): Json =>
  Object.fromEntries(
    Object.entries(properties as Json)
      .filter(([, property]) => !(isOpen("allOf", allOf) && isAnything(property)))
      .map(([name, property]) => [name, quiet(property)])
  )

/** Drops noise; the names of properties are no keywords. */
const quiet = (schema: unknown): unknown => {
  if (Array.isArray(schema)) return schema.map(quiet).filter((one) => !isAnything(one))
  if (!isObject(schema)) return schema
  const kept = Object.entries(schema).filter(
    ([key, value]) => !(noise.has(key) || value === Number.MAX_SAFE_INTEGER || isOpen(key, value))
  )
  const quieted = kept.map(
    ([key, value]) => [key, key === "properties" ? told(schema) : quiet(value)] as const
  )
  return Object.fromEntries(quieted.filter(([key, value]) => key !== "allOf" || (value as []).length > 0))
}

const isNull = (schema: unknown) => isObject(schema) && schema["type"] === "null"

/** The most fields that an object within a result is described with; of a larger one its type says enough. */
const few = 4

type Within = "result" | "row" | "object"

/** What a reader needs of a schema: names and types, down to the rows of the result. */
const outline = (schema: unknown, within: Within): Json => {
  if (!isObject(schema)) return {}
  const { anyOf, items, properties, type } = schema
  if (Array.isArray(anyOf)) {
    const options = anyOf.map((one) => outline(one, within))
    return options.length === 2 && options.some(isNull) ? { anyOf: options } : {}
  }
  if (type === undefined) return {}
  if (type === "array") {
    return within === "result" ? { type, items: outline(items, "row") } : { type }
  }
  if (!isObject(properties) || (within === "object" && Object.keys(properties).length > few)) return { type }
  return { type, properties: fieldsOf(properties, within) }
}

const fieldsOf = (properties: Json, within: Within): Json =>
  Object.fromEntries(
    Object.entries(properties)
      .map(([name, field]) => {
        const isList = isObject(field) && field["type"] === "array"
        return [name, outline(field, within === "result" && isList ? "result" : "object")] as const
      })
      .filter(([, field]) => !isAnything(field))
  )

const document = (schema: Schema.Top, strict: boolean) => {
  const made = Schema.toJsonSchemaDocument(schema, strict ? { onExcessProperty: "error" } : {})
  return inline(made.schema, made.definitions)
}

/** What a tool takes: unknown arguments are refused, so it says so. */
export const input = (fields: Schema.Struct.Fields): Json =>
  quiet(document(Schema.Struct(fields), true)) as Json

/**
 * What a tool gives: the outline of its result, or the error envelope. The envelope is told of because some
 * clients hold an error's structured content against this schema too.
 */
export const output = (schema: Schema.Top): Json => {
  const whole = document(schema, false) as Json
  return { ...outline(whole, "result"), anyOf: [{ required: whole["required"] }, { required: ["error"] }] }
}
