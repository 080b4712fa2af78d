/** JSON Schemas for tools: self-contained, plain, and short, since every client reads all of them. */
import { Schema } from "effect"
import { documentOf, isObject, type Json } from "../openapi/JsonSchema.ts"
import { plain } from "./PlainSchema.ts"

/** Replaces references by their definitions. */
const inline = (schema: unknown, definitions: Json, within: ReadonlyArray<string> = []): unknown => {
  if (Array.isArray(schema)) return schema.map((one) => inline(one, definitions, within))
  if (!isObject(schema)) return schema
  const name = typeof schema["$ref"] === "string" ? schema["$ref"].replace("#/$defs/", "") : undefined
  if (name === undefined) {
    return Object.fromEntries(
      Object.entries(schema).map(([key, value]) => [key, inline(value, definitions, within)])
    )
  }
  const { $ref: _, ...words } = schema
  // A recursive definition becomes any JSON.
  if (within.includes(name)) return words
  return { ...(inline(definitions[name], definitions, [...within, name]) as Json), ...words }
}

/** An inner object with more fields than this is described by its type alone. */
const few = 4

type Within = "result" | "row" | "object"

/** Whether a field may hold null or several types, which no plain type can say. */
const isMixed = (schema: unknown) => isObject(schema) && (schema["type"] === undefined || "anyOf" in schema)

/** The outline of a schema: names and types, down to the rows of the result. */
const outline = (schema: Json, within: Within): Json => {
  const { items, properties, type } = schema
  if (type === "array") {
    const row = isObject(items) && !isMixed(items) ? items : { type: "object" }
    return { type, items: outline(row, within === "result" ? "row" : "object") }
  }
  if (!isObject(properties) || (within === "object" && Object.keys(properties).length > few)) return { type }
  const names = Object.keys(properties)
  const mixed = names.filter((name) => isMixed(properties[name]))
  const fields = names.filter((name) => !mixed.includes(name))
  return {
    type,
    ...(mixed.length === 0 ? {} : { description: `Also ${mixed.join(", ")}, which may be null.` }),
    properties: Object.fromEntries(
      fields.map((name) => {
        const field = properties[name] as Json
        const isList = within === "result" && field["type"] === "array"
        return [name, outline(field, isList ? "result" : "object")]
      })
    )
  }
}

const document = (schema: Schema.Top, strict: boolean) => {
  const made = documentOf(schema, strict)
  return inline(made.schema, made.definitions) as Json
}

/** The input schema of a tool; it says that unknown arguments are refused. */
export const input = (fields: Schema.Struct.Fields): Json =>
  plain(document(Schema.Struct(fields), true)) as Json

/**
 * The output schema of a tool: the outline of its result. No field is required, because some clients validate an error's
 * structured content against this schema too.
 */
export const output = (schema: Schema.Top): Json => outline(document(schema, false), "result")
