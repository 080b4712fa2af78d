/** The reference as Markdown, generated from the contract: operations, groups, objects, events and errors. */
import * as Fault from "../../../schema/Fault.ts"
import { files, operations, routed } from "../../contract/Api.ts"
import { sections } from "./Contents.ts"
import * as Api from "./Description.ts"
import * as FieldReference from "./FieldReference.ts"
import * as ErrorReference from "./ErrorReference.ts"

const contracts = new Map([...routed, ...files].map((operation) => [operation.id as string, operation]))

const text = (...parts: ReadonlyArray<string | false | ReadonlyArray<string>>): string =>
  parts
    .flat()
    .filter((part) => part !== false && part !== "")
    .join("\n\n")

const json = (value: unknown): string => `\`\`\`json\n${JSON.stringify(value, null, 2)}\n\`\`\``

/** The operation `deals.bulkMove` has the page `/docs/deals/bulkMove`. */
export const addressOf = (operationId: string): string => `/docs/${operationId.replaceAll(".", "/")}`

/** Links to the operations of a group. Each has the operation's id as its anchor, because old addresses use it. */
const operationList = (description: Api.Description, tag: string): string =>
  Api.operationsOf(description, tag)
    .map(({ method, operationId: id, path, summary }) => {
      return `- [${summary}](${addressOf(id)}) **${method}** \`${path}\` {#${id}}`
    })
    .join("\n")

export const group = (description: Api.Description, tag: string): string => {
  const about = description.tags.find(({ name }) => name === tag)!.description
  return text(`# ${Api.titleOf(tag)}`, about, operationList(description, tag))
}

const answer = ({ components }: Api.Description, { responses }: Api.Operation): string => {
  const entries = Object.entries(responses)
  const own = entries.flatMap(([status, one]) => ("$ref" in one ? [] : [{ status, ...one }]))
  const { example, examples, schema } = Api.mediaOf(own[0]!.content!)
  const [named] = Object.values(examples ?? {})
  const sample = named === undefined ? example : components.examples[Api.nameOf(named.$ref)]?.value
  const ref = schema.$ref ?? schema.items?.$ref
  const object = ref === undefined ? schema : components.schemas[Api.nameOf(ref)]!
  const hasFields = object.properties !== undefined
  return text(
    "## Response",
    own.map(({ status }) => `\`${status}\``).join(" or "),
    sample !== undefined && json(sample),
    `${FieldReference.typeOf(schema)}${hasFields ? ", with these fields:" : ""}`,
    hasFields && FieldReference.ofObject(object, "always there"),
    entries.flatMap(([status, one]) =>
      "$ref" in one && !one.$ref.includes("/Error_")
        ? [
            `\`${status}\` ${components.responses[Api.nameOf(one.$ref)]!.description}${status === "202" ? " See [Rules and approvals](/docs/guide/approvals)." : ""}`
          ]
        : []
    )
  )
}

/** The errors that the operation declares, with their codes. The common ones are documented elsewhere. */
const refusals = ({ operationId }: Api.Operation): string => {
  const contract = contracts.get(operationId)!
  const lines = contract.faults.flatMap((fault) => {
    const type = Fault.typeOf(fault)
    const codes = ErrorReference.codesOf(fault, contract).map((code) => `[\`${code}\`](/docs/errors#${code})`)
    const name = `[${Fault.status[type]} ${type}](/docs/errors#e${Fault.status[type]})`
    const line = codes.length > 0 ? `- ${name}: ${codes.join(", ")}` : `- ${name}`
    return type === "api_error" || type === "rate_limit_error" ? [] : [line]
  })
  return text(
    "## Errors",
    lines.length > 0 && "This operation can fail with these errors:",
    lines.join("\n"),
    "Errors of any request are on [the page of errors](/docs/errors)."
  )
}

/** The page of an operation. `{{request}}` is replaced by the code samples and the form. */
export const operation = (description: Api.Description, described: Api.Operation): string => {
  const { method, operationId, parameters, path, requestBody, summary } = described
  const tools = operations.flatMap(({ formOf, id, tool }) =>
    (formOf ?? id) === operationId && tool !== undefined ? [`\`${tool}\``] : []
  )
  const places = Object.entries({ path: "Path parameters", query: "Query parameters", header: "Headers" })
  return text(
    `# ${summary}`,
    `**${method}** \`${path}\``,
    described.description,
    tools.length > 0 && `For agents: ${tools.join(", ")}.`,
    "## Request\n\n{{request}}",
    places.flatMap(([place, title]) => {
      const found = parameters.filter((one) => one.in === place)
      return found.length === 0 ? [] : [`## ${title}`, FieldReference.ofParameters(found, "required")]
    }),
    requestBody !== undefined && [
      requestBody.required ? "## Body" : "## Body, optional",
      FieldReference.ofObject(Api.mediaOf(requestBody.content).schema, "required")
    ],
    answer(description, described),
    refusals(described)
  )
}

/** The placeholders of docs/site/index.md. */
export const guides = () => ({
  guides: text(
    sections().flatMap(({ guides, title }) => [
      `## ${title}`,
      guides.map((guide) => `- [${guide.title}](${guide.path})`).join("\n")
    ])
  )
})

/** The placeholders of docs/site/reference.md. */
export const overview = (description: Api.Description) => ({
  ...description.info,
  url: description.servers[0]!.url,
  operations: text(
    description.tags.flatMap(({ description: about, name }) => [
      `## [${Api.titleOf(name)}](/docs/${name}) {#${name}}`,
      about,
      operationList(description, name)
    ])
  )
})

/** The placeholders of docs/site/objects.md. */
export const objects = ({ components }: Api.Description) => ({
  objects: text(
    Object.entries(components.schemas).flatMap(([name, schema]) =>
      name.startsWith("Error_")
        ? []
        : [`## ${name} {#${name}}`, FieldReference.ofObject(schema, "always there")]
    )
  )
})

/** The placeholders of docs/site/webhook-events.md. */
export const events = (description: Api.Description) => {
  const entries = Object.entries(description.webhooks)
  const [, { post: first }] = entries[0]!
  return {
    headers: FieldReference.ofParameters(Api.parametersOf(description, first), "always there"),
    answers: text(
      Object.entries(first.responses).map(([status, one]) =>
        "$ref" in one ? "" : `\`${status}\` ${one.description}`
      )
    ),
    events: text(
      entries.flatMap(([event, { post }]) => [
        `## ${event} {#${event}}`,
        post.description,
        `Body: ${FieldReference.typeOf(Api.mediaOf(post.requestBody!.content).schema)}`
      ])
    )
  }
}

/** The placeholders of docs/site/errors.md: the meaning of each status, with an example. */
export const errors = ({ components }: Api.Description): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(components.responses).map(([name, { content, description }]) => [
      name.replace("Error_", ""),
      text(description, content !== undefined && json(Api.mediaOf(content).example))
    ])
  )
