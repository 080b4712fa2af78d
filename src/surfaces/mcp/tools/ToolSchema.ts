/** JSON Schemas for tools: self-contained, plain, and short, since every client reads all of them. */
import { Schema } from "effect"
import { documentOf, isObject, type Json } from "../../openapi/JsonSchema.ts"
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

/** A nested object with more fields than this is described only by its type. */
const maxNestedFields = 4

type Level = "result" | "row" | "object"

/** Whether a field may be null or of several types, which no plain type can express. */
const isMixed = (schema: unknown) => isObject(schema) && (schema["type"] === undefined || "anyOf" in schema)

/** The outline of a schema: names and types, down to the rows of the result. */
const outline = (schema: Json, within: Level): Json => {
  const { items, properties, type } = schema
  if (type === "array") {
    const row = isObject(items) && !isMixed(items) ? items : { type: "object" }
    return { type, items: outline(row, within === "result" ? "row" : "object") }
  }
  if (!isObject(properties) || (within === "object" && Object.keys(properties).length > maxNestedFields))
    return { type }
  const names = Object.keys(properties)
  const mixed = names.filter((name) => isMixed(properties[name]))
  const fields = names.filter((name) => !mixed.includes(name))
  return {
    type,
    ...(mixed.length === 0 ? {} : { description: `Also ${mixed.join(", ")}, which may be null.` }),
    properties: Object.fromEntries(
      fields.map((name) => {
        const field = properties[name] as Json
        const isList = within === "result" && name === "data" && field["type"] === "array"
        return [name, outline(field, isList ? "result" : "object")]
      })
    )
  }
}

const document = (schema: Schema.Top, strict: boolean) => {
  const json = documentOf(schema, strict)
  return inline(json.schema, json.definitions) as Json
}

/** The input of a tool without arguments; the JSON Schema of an empty struct is less precise. */
const nothing: Json = { type: "object", properties: {}, additionalProperties: false }

const describe = ({ description: _, enum: choices, ...schema }: Json, description: string): Json =>
  description === ""
    ? schema
    : { ...schema, ...(choices === undefined ? {} : { enum: choices }), description }

/** The schema with this description for the property at a path, which may lead through the items of a list. */
const worded = (schema: Json, [name, ...path]: ReadonlyArray<string>, description: string): Json => {
  const { items, properties } = schema as { items?: Json; properties: Record<string, Json> }
  if (items !== undefined) return { ...schema, items: worded(items, [name!, ...path], description) }
  const inner = properties[name!]!
  const changed = path.length === 0 ? describe(inner, description) : worded(inner, path, description)
  return { ...schema, properties: { ...properties, [name!]: changed } }
}

/** The input schema of a tool. `words` describes arguments by path; "" leaves out its description and its choices, which another tool has. */
export const input = (fields: Schema.Struct.Fields, words: Readonly<Record<string, string>> = {}): Json => {
  const whole =
    Object.keys(fields).length === 0 ? nothing : (plain(document(Schema.Struct(fields), true)) as Json)
  return Object.entries(words).reduce(
    (schema, [path, description]) => worded(schema, path.split("."), description),
    whole
  )
}

/** The output schema of a tool whose result equals that of another. */
export const sameAs = (tool: string, schema: Schema.Top): Json => {
  const { properties } = output(schema)
  const { data, id } = properties as Json
  return {
    type: "object",
    description: `As ${tool} returns.`,
    ...(id === undefined ? {} : { properties: { id } }),
    ...(data === undefined ? {} : { properties: { data: { type: "array", items: { type: "object" } } } })
  }
}

/**
 * The output schema of a tool: the outline of its result. No field is required, because some clients validate an error's
 * structured content against this schema too.
 */
export const output = (schema: Schema.Top): Json => outline(document(schema, false), "result")
