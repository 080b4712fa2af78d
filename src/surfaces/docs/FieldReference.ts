/** Schemas as Markdown: field types in words, and lists of an object's fields. */
import { nameOf, type Parameter, type Schema } from "./Description.ts"

const code = (value: unknown): string => `\`${JSON.stringify(value)}\``

const limitsOf = ({ format, maximum = Number.MAX_SAFE_INTEGER, maxItems, maxLength, minimum }: Schema) =>
  [
    format,
    minimum !== undefined &&
      (maximum < Number.MAX_SAFE_INTEGER ? `${minimum} to ${maximum}` : `${minimum} or more`),
    maxLength !== undefined && `at most ${maxLength} characters`,
    maxItems !== undefined && `at most ${maxItems}`
  ].filter((limit) => typeof limit === "string")

/** The type of a schema's values, in words. */
export const typeOf = (schema: Schema): string => {
  const { $ref, allOf, anyOf, items, type } = schema
  if ($ref !== undefined) return `[${nameOf($ref)}](/docs/objects#${nameOf($ref)})`
  if (anyOf !== undefined) return anyOf.map(typeOf).join(" or ")
  const values = schema.enum ?? allOf?.find((one) => one.enum !== undefined)?.enum
  if (values !== undefined) return values.map(code).join(" | ")
  if (type === undefined) return "any JSON"
  const limits = limitsOf(schema)
  return `${type}${items === undefined ? "" : ` of ${typeOf(items)}`}${limits.length > 0 ? ` (${limits.join(", ")})` : ""}`
}

/** The object in a field (alone, in a list or nullable), and the separator between the field's name and those of its fields. */
const within = (schema: Schema): readonly [separator: string, inner: Schema] | undefined => {
  if (schema.properties !== undefined) return [".", schema]
  const inner = schema.items && within(schema.items)
  if (inner !== undefined) return [`[]${inner[0]}`, inner[1]]
  return schema.anyOf?.map(within).find((found) => found !== undefined)
}

const linesOf = ({ properties = {}, required = [] }: Schema, always: string, prefix = ""): string[] =>
  Object.entries(properties).flatMap(([name, schema]) => {
    const [separator, inner] = within(schema) ?? ["", {}]
    const isRequired = required.includes(name) ? `, ${always}` : ""
    const fallback = schema.default === undefined ? "" : `, default ${code(schema.default)}`
    const about = schema.description === undefined ? "" : `\\\n  ${schema.description}`
    return [
      `- \`${prefix}${name}\` *${typeOf(schema)}${isRequired}${fallback}*${about}`,
      ...linesOf(inner, always, prefix + name + separator)
    ]
  })

/** Each field of an object and of nested objects, or the type if there are none; `always` marks fields that are never absent. */
export const ofObject = (schema: Schema, always: string): string =>
  linesOf(schema, always).join("\n") || typeOf(schema)

export const ofParameters = (parameters: ReadonlyArray<Parameter>, always: string): string => {
  const fields = parameters.map(({ description, name, schema }) => [name, { ...schema, description }])
  const required = parameters.flatMap(({ name, required }) => (required === true ? [name] : []))
  return ofObject({ properties: Object.fromEntries(fields), required }, always)
}
