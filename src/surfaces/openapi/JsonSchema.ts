/** The JSON Schema of our schemas, with the title and description of each field in the field's schema. */
import { Schema } from "effect"

export type Json = { readonly [key: string]: unknown }

export const isObject = (value: unknown): value is Json =>
  typeof value === "object" && value !== null && !Array.isArray(value)

/** Whether a keyword is only documentation. */
export const isWord = (key: string): boolean => key === "title" || key === "description"

const isWords = (part: unknown): part is Json =>
  isObject(part) && Object.keys(part).length > 0 && Object.keys(part).every(isWord)

/** Effect writes the description from `Field.of` into a neighbouring `allOf`, which many tools don't read. */
const settled = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(settled)
  if (!isObject(value)) return value
  const schema = Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, settled(inner)]))
  const { allOf, ...own } = schema
  if (!Array.isArray(allOf) || !allOf.some(isWords)) return schema
  const others = allOf.filter((part) => !isWords(part))
  const isAlone = others.length === 1 && Object.keys(own).length === 0
  const rest = isAlone ? (others[0] as Json) : { ...own, ...(others.length > 0 && { allOf: others }) }
  return Object.assign({ ...rest }, ...allOf.filter(isWords))
}

/** `strict`: unknown fields are refused. */
export const documentOf = (schema: Schema.Top, strict: boolean) => {
  const { definitions, ...document } = Schema.toJsonSchemaDocument(
    schema,
    strict ? { onExcessProperty: "error" } : {}
  )
  return {
    ...document,
    schema: settled(document.schema) as Json,
    definitions: settled(definitions) as { readonly [name: string]: Json }
  }
}
