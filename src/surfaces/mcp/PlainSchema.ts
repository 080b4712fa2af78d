/**
 * JSON Schema in the words that every model's vendor takes: one plain type a field, no null, no format, no union and
 * no reference. Other keywords are refused by some of them, or lose the type on the way; what they say is held by us.
 */
import { isObject, isWord, type Json } from "../openapi/JsonSchema.ts"

/** Keywords that say nothing an agent could act on. */
const noise = new Set(["examples", "title", "pattern", "format"])

/** Further keys of any kind, which an object takes that says nothing of them. */
const isOpen = (schema: unknown) => JSON.stringify(schema) === '{"type":"object","additionalProperties":{}}'

const isNull = (schema: unknown) => isObject(schema) && schema["type"] === "null"

const isAnything = (schema: unknown) => isObject(schema) && Object.keys(schema).every(isWord)

/** What a schema says in all: its own words, those of what else must hold, and of alternatives the first. */
const whole = (schema: Json): Json => {
  const { allOf = [], anyOf = [], ...own } = schema as { allOf?: Array<Json>; anyOf?: Array<Json> }
  const first = anyOf.find((option) => !isNull(option)) ?? {}
  return Object.assign({}, first, own, ...allOf.filter((part) => !isOpen(part)))
}

const isOpened = ({ allOf }: Json) => Array.isArray(allOf) && allOf.some(isOpen)

/** The properties worth a word: of an open object, those that may be anything are not. */
const told = (properties: Json, open: boolean): Json =>
  Object.fromEntries(
    Object.entries(properties)
      .filter(([, property]) => !(open && isAnything(property)))
      .map(([name, property]) => [name, plain(property)])
  )

/** The schema in those words alone; the names of properties are no keywords. */
export const plain = (schema: unknown): unknown => {
  if (!isObject(schema)) return schema
  const open = isOpened(schema)
  return Object.fromEntries(
    Object.entries(whole(schema))
      .filter(([key, value]) => !noise.has(key) && value !== Number.MAX_SAFE_INTEGER)
      .map(([key, value]) => {
        if (key === "properties") return [key, told(value as Json, open)]
        return [key, key === "items" ? plain(value) : value]
      })
  )
}
