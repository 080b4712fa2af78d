/** Schemas in words: the type of a field, and the fields of an object and of the objects inside it. */
import { html, type Html, type Part } from "../pages/platform/Html.ts"
import { nameOf, type Parameter, prose, type Schema } from "./Description.ts"

const joined = (parts: ReadonlyArray<Part>, between: string): Html =>
  html`${parts.map((part, index) => [index > 0 && between, part])}`

const code = (value: unknown): Html => html`<code>${JSON.stringify(value)}</code>`

const limits = ({ format, maximum, maxItems, maxLength, minimum }: Schema): ReadonlyArray<string> => {
  const bound = maximum === undefined || maximum === Number.MAX_SAFE_INTEGER ? undefined : maximum
  return [
    ...(format === undefined ? [] : [format]),
    ...(minimum !== undefined && bound !== undefined ? [`${minimum} to ${bound}`] : []),
    ...(minimum !== undefined && bound === undefined ? [`${minimum} or more`] : []),
    ...(maxLength === undefined ? [] : [`at most ${maxLength} characters`]),
    ...(maxItems === undefined ? [] : [`at most ${maxItems}`])
  ]
}

/** The type of a schema's values, in words. */
export const words = (schema: Schema): Html => {
  const { $ref, anyOf, items, type } = schema
  if ($ref !== undefined) return html`<a href="/docs/objects#${nameOf($ref)}">${nameOf($ref)}</a>`
  if (anyOf !== undefined) return joined(anyOf.map(words), " or ")
  const values = schema.enum ?? schema.allOf?.find((one) => one.enum !== undefined)?.enum
  if (values !== undefined) return joined(values.map(code), " | ")
  if (type === undefined) return html`any JSON`
  const of = items === undefined ? undefined : html` of ${words(items)}`
  const bounds = limits(schema)
  return html`${type}${of}${bounds.length > 0 && ` (${bounds.join(", ")})`}`
}

interface Row {
  readonly name: string
  readonly schema: Schema
  readonly isRequired: boolean
  readonly description: string | undefined
}

/** The object a field holds, whether alone, in a list or nullable. */
const within = (schema: Schema): readonly [string, Schema] | undefined => {
  if (schema.properties !== undefined) return [".", schema]
  if (schema.items !== undefined) {
    const inner = within(schema.items)
    return inner && [`[]${inner[0]}`, inner[1]]
  }
  return schema.anyOf?.map(within).find((found) => found !== undefined)
}

const rowsOf = ({ properties = {}, required = [] }: Schema, prefix = ""): ReadonlyArray<Row> =>
  Object.entries(properties).flatMap(([name, schema]) => {
    const { description } = schema
    const row = { name: prefix + name, schema, isRequired: required.includes(name), description }
    const inner = within(schema)
    return [row, ...(inner === undefined ? [] : rowsOf(inner[1], prefix + name + inner[0]))]
  })

const row = ({ description, isRequired, name, schema }: Row, always: string): Html =>
  html`<div>
    <dt>
      <code>${name}</code>
      <span class="soft"
        >${words(schema)}${isRequired && `, ${always}`}${
          schema.default !== undefined && html`, default ${code(schema.default)}`
        }</span
      >
    </dt>
    ${description !== undefined && html`<dd>${prose(description)}</dd>`}
  </div>`

/** Each field with its type; `always` marks the fields that are never left out. */
const list = (rows: ReadonlyArray<Row>, always: string): Html =>
  html`<dl class="fields">${rows.map((one) => row(one, always))}</dl>`

export const ofObject = (schema: Schema, always: string): Html => list(rowsOf(schema), always)

export const ofParameters = (parameters: ReadonlyArray<Parameter>, always: string): Html => {
  const rows = parameters.map(({ description, name, required, schema }) => ({
    name,
    schema,
    isRequired: required === true,
    description
  }))
  return list(rows, always)
}
