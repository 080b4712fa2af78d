/** /llms-full.txt: the guides and every operation as one text in Markdown, for models that read all at once. */
import {
  type Description,
  nameOf,
  operationsOf,
  type Parameter,
  type Placed,
  type Schema
} from "../docs/Description.ts"
import { sections } from "../docs/Contents.ts"

/** How the service was made and measured is of no use to who uses it. */
const leftOut = "Behind it"

const typeOf = ({ $ref, anyOf, enum: values, items, type }: Schema): string => {
  if ($ref !== undefined) return nameOf($ref)
  if (values !== undefined) return values.map((value) => JSON.stringify(value)).join(" | ")
  if (anyOf !== undefined) return anyOf.map(typeOf).join(" or ")
  return items === undefined ? (type ?? "any JSON") : `${type} of ${typeOf(items)}`
}

const field = (name: string, schema: Schema, isRequired: boolean, about = schema.description) =>
  `- \`${name}\` (${typeOf(schema)}${isRequired ? ", required" : ""})${about === undefined ? "" : `: ${about}`}`

const fieldsOf = ({ properties = {}, required = [] }: Schema) =>
  Object.entries(properties).map(([name, schema]) => field(name, schema, required.includes(name)))

const operationText = ({ method, operation, path }: Placed): string => {
  const named = operation.parameters.filter(
    (one): one is Parameter => !("$ref" in one) && one.name !== "Idempotency-Key"
  )
  const body = operation.requestBody?.content["application/json"].schema
  return [
    `### ${operation.summary}`,
    `\`${method} ${path}\``,
    operation.description,
    [
      ...named.map(({ description, name, required, schema }) =>
        field(name, schema, required === true, description)
      ),
      ...(body === undefined ? [] : fieldsOf(body))
    ].join("\n")
  ]
    .filter((part) => part !== "")
    .join("\n\n")
}

const objectText = ([name, schema]: readonly [string, Schema]) =>
  `### ${name}\n\n${schema.properties === undefined ? typeOf(schema) : fieldsOf(schema).join("\n")}`

const withoutComments = (text: string) => text.replaceAll(/^<!--[\s\S]*?-->\n?/gmu, "").trim()

export const make = (description: Description): string =>
  [
    ...sections()
      .filter(({ title }) => title !== leftOut)
      .flatMap(({ guides }) => guides.map(({ source }) => withoutComments(source))),
    "# API reference",
    description.info.description,
    ...description.tags.flatMap(({ description: about, name }) => [
      `## ${name}\n\n${about}`,
      ...operationsOf(description, name).map(operationText)
    ]),
    "## Objects",
    ...Object.entries(description.components.schemas)
      .filter(([name]) => !name.startsWith("Error_"))
      .map(objectText)
  ].join("\n\n") + "\n"
