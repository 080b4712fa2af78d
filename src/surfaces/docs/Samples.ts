/** A request of an operation as code: for a shell, and for the clients for TypeScript and Python. */
import { html, Html, type Part } from "../pages/platform/Html.ts"
import * as Curl from "./Curl.ts"
import type { Placed } from "./Description.ts"
import * as Highlight from "./Highlight.ts"

const exampleOf = ({ operation }: Placed) =>
  operation.requestBody?.content["application/json"].example as Readonly<Record<string, unknown>> | undefined

const inPath = ({ operation }: Placed) => operation.parameters.filter((one) => one.in === "path")
const neededInQuery = ({ operation }: Placed) =>
  operation.parameters.filter((one) => one.in === "query" && one.required)

/** The name of a variable that holds it: `/deals/{id}` takes `dealId`. */
const variable = ({ path }: Placed, name: string) =>
  Curl.named(path, name).replaceAll(/[_-](\w)/gu, (_, letter: string) => letter.toUpperCase())

const isName = (text: string) => /^[a-z_$][\w$]*$/iu.test(text)

const literal = (value: unknown, indent: string): string => {
  if (Array.isArray(value)) return `[${value.map((one) => literal(one, indent)).join(", ")}]`
  if (typeof value !== "object" || value === null) return JSON.stringify(value)
  const inner = `${indent}  `
  const lines = Object.entries(value).map(
    ([key, one]) => `${inner}${isName(key) ? key : JSON.stringify(key)}: ${literal(one, inner)}`
  )
  return lines.length === 0 ? "{}" : `{\n${lines.join(",\n")}\n${indent}}`
}

/** A list; the read of one record may have parts that go on, too. */
const isPaged = ({ operation, path }: Placed) =>
  operation.parameters.some(({ name }) => name === "cursor") && !path.endsWith("}")

const isFile = ({ operation }: Placed) =>
  Object.values(operation.responses).some(
    (response) => "content" in response && "application/x-ndjson" in response.content
  )

const inputOf = (placed: Placed): string => {
  const named = [...inPath(placed), ...neededInQuery(placed)].map(({ name }) => {
    const from = variable(placed, name)
    return from === name ? `  ${name}` : `  ${name}: ${from}`
  })
  const body = Object.entries(exampleOf(placed) ?? {}).map(
    ([key, value]) => `  ${isName(key) ? key : JSON.stringify(key)}: ${literal(value, "  ")}`
  )
  const fields = [...named, ...body]
  if (fields.length === 0) return ""
  return fields.length === 1 && !fields[0]!.includes("\n")
    ? `{ ${fields[0]!.trim()} }`
    : `{\n${fields.join(",\n")}\n}`
}

const typescript = (placed: Placed): string => {
  const call = `client.${placed.operation.operationId}(${inputOf(placed)})`
  const head = `import { createClient } from "@sales-pipeline/client"\n\nconst client = createClient({ url: process.env.SALES_PIPELINE_URL, key: process.env.SALES_PIPELINE_API_KEY })\n\n`
  return isPaged(placed) || isFile(placed)
    ? `${head}for await (const one of ${call}) {\n  console.log(one)\n}`
    : `${head}const answer = await ${call}`
}

const pythonic = (value: unknown, indent: string): string => {
  if (value === null) return "None"
  if (typeof value === "boolean") return value ? "True" : "False"
  if (Array.isArray(value)) return `[${value.map((one) => pythonic(one, indent)).join(", ")}]`
  if (typeof value !== "object") return JSON.stringify(value)
  const inner = `${indent}    `
  const lines = Object.entries(value).map(
    ([key, one]) => `${inner}${JSON.stringify(key)}: ${pythonic(one, inner)},`
  )
  return lines.length === 0 ? "{}" : `{\n${lines.join("\n")}\n${indent}}`
}

/** Python's own words get an underscore. */
const ownWords = new Set(["from", "import", "class", "global", "in", "is", "not", "or", "and"])

const snake = (name: string): string => {
  const plain = name.replaceAll(/[A-Z]/gu, (letter) => `_${letter.toLowerCase()}`)
  return ownWords.has(plain) ? `${plain}_` : plain
}

/** `leads.history` has `each_history` beside it, `deals.list` `each`. */
const each = (verb: string) => (verb === "list" ? "each" : `each_${snake(verb)}`)

const python = (placed: Placed): string => {
  const [group = "", verb = ""] = placed.operation.operationId.split(".")
  const method = isPaged(placed) ? each(verb) : snake(verb)
  const sent = [
    ...inPath(placed).map(({ name }) => snake(variable(placed, name))),
    ...neededInQuery(placed).map(({ name }) => `${snake(name)}=${snake(variable(placed, name))}`),
    ...Object.entries(exampleOf(placed) ?? {}).map(
      ([key, value]) => `${snake(key)}=${pythonic(value, "    ")}`
    )
  ]
  const isShort = sent.join(", ").length < 60 && !sent.some((one) => one.includes("\n"))
  const inside = isShort ? sent.join(", ") : `\n${sent.map((one) => `    ${one},`).join("\n")}\n`
  const call = `client.${group}.${method}(${inside})`
  const head = `from sales_pipeline import Client\n\nclient = Client()  # SALES_PIPELINE_URL, SALES_PIPELINE_API_KEY\n\n`
  return isPaged(placed) || isFile(placed)
    ? `${head}for one in ${call}:\n    print(one)`
    : `${head}answer = ${call}`
}

/** Coloured code that a keyboard can scroll. */
export const block = (text: string, language: string): Html =>
  html`<pre tabindex="0"><code>${new Html(Highlight.code(text, language))}</code></pre>`

/** One of several at a time, by radio buttons: no script is needed. */
export const tabs = (
  name: string,
  label: string,
  panes: ReadonlyArray<readonly [title: string, pane: Part]>
): Html =>
  html`<fieldset class="tabs-of-code">
    <legend>${label}</legend>
    ${panes.map(
      ([title, pane], index) => html`
        <input type="radio" name="${name}" id="${name}-${index}" ${index === 0 && html`checked`} />
        <label for="${name}-${index}">${title}</label>
        <div class="pane">${pane}</div>
      `
    )}
  </fieldset>`

export const written = (placed: Placed) => ({ typescript: typescript(placed), python: python(placed) })

export const of = (placed: Placed): Html =>
  tabs(`in-${placed.operation.operationId.replaceAll(".", "-")}`, "Request", [
    ["curl", block(Curl.of(placed), "sh")],
    ["TypeScript", block(written(placed).typescript, "ts")],
    ["Python", block(written(placed).python, "py")]
  ])
