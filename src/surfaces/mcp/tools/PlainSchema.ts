/**
 * JSON Schema with only the keywords that every model vendor accepts: one plain type per field, no null, format, union or
 * reference. Some vendors refuse other keywords, or lose the type because of them. We check the omitted rules ourselves.
 */
import { isObject, isWord, type Json } from "../../openapi/JsonSchema.ts"

/** Keywords that don't help an agent, or that repeat the description; the error for an invalid value states the rule. */
const omittedKeywords = new Set([
  ...["examples", "title", "default", "pattern", "format", "uniqueItems"],
  ...["minimum", "maximum", "minLength", "maxLength", "minItems", "maxItems"]
])

/** Removes remarks on null from a description, because tools don't accept null. */
const described = (text: unknown) => String(text).replace(/; null [^.;]+(?=\.)/u, "")

/** Whether a schema allows any further keys, which is the default for objects. */
const isOpen = (schema: unknown) => JSON.stringify(schema) === '{"type":"object","additionalProperties":{}}'

const isNull = (schema: unknown) => isObject(schema) && schema["type"] === "null"

const isAnything = (schema: unknown) => isObject(schema) && Object.keys(schema).every(isWord)

/** A schema and its parts as one: its own keywords, those of `allOf`, and the first alternative. */
const whole = (schema: Json): Json => {
  const { allOf = [], anyOf = [], ...own } = schema as { allOf?: Array<Json>; anyOf?: Array<Json> }
  const first = anyOf.find((option) => !isNull(option)) ?? {}
  return Object.assign({}, first, own, ...allOf.filter((part) => !isOpen(part)))
}

const isOpened = ({ allOf }: Json) => Array.isArray(allOf) && allOf.some(isOpen)

/** The properties to list. For an open object, properties that accept any type are omitted. */
const listedProperties = (properties: Json, open: boolean): Json =>
  Object.fromEntries(
    Object.entries(properties)
      .filter(([, property]) => !(open && isAnything(property)))
      .map(([name, property]) => [name, plain(property)])
  )

/** The schema with only these keywords. Property names are kept, even if they look like keywords. */
export const plain = (schema: unknown): unknown => {
  if (!isObject(schema)) return schema
  const open = isOpened(schema)
  return Object.fromEntries(
    Object.entries(whole(schema))
      .filter(([key]) => !omittedKeywords.has(key))
      .map(([key, value]) => {
        if (key === "properties") return [key, listedProperties(value as Json, open)]
        if (key === "description") return [key, described(value)]
        return [key, key === "items" ? plain(value) : value]
      })
  )
}
