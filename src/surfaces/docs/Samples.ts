/** Code samples of an operation: for a shell, and for the TypeScript and Python clients. */
import { snake } from "../../../schema/Model.ts"
import { mediaOf, type Operation } from "./Description.ts"

/** The variable of an id is named after the preceding path segment: `/deals/{id}` takes `dealId`. */
const variable = (path: string, name: string): string => {
  const whole = name === "id" ? `${/([a-z-]+?)s?\/\{id\}/u.exec(path)?.[1] ?? ""}Id` : name
  return whole.replaceAll(/[_-](\w)/gu, (_, letter: string) => letter.toUpperCase())
}

/** The name of an argument; Python's keywords get an underscore. */
const keyword = (name: string): string =>
  snake(name).replace(/^(?:from|import|class|global|in|is|not|or|and)$/u, "$&_")

const literals: Readonly<Record<string, string>> = { true: "True", false: "False", null: "None" }

const pythonic = (value: unknown): string =>
  JSON.stringify(value, null, 4).replaceAll(
    /"(?:\\.|[^"\\])*"|\b(?:true|false|null)\b/gu,
    (token) => literals[token] ?? token
  )

/** Removes quotes around names, and turns `${dealId}` into a variable. */
const javascript = (input: object): string => {
  const text = JSON.stringify(input, null, 2)
    .replaceAll(/^( *)"([a-z_$][\w$]*)":/gimu, "$1$2:")
    .replaceAll(/"\$\{(\w+)\}"/gu, "$1")
  if (text === "{}") return ""
  return text.length < 60 ? text.replaceAll(/\s*\n\s*/gu, " ") : text
}

export const of = ({ method, operationId, parameters, path, requestBody, responses }: Operation) => {
  const body = requestBody && (mediaOf(requestBody.content).example as object | undefined)
  const inPath = parameters.filter((one) => one.in === "path")
  const inQuery = parameters.filter((one) => one.in === "query" && one.required === true)
  const isKeyed = parameters.some(({ name }) => name === "Idempotency-Key")
  const isList = parameters.some(({ name }) => name === "cursor") && !path.endsWith("}")
  const isIterated = isList || JSON.stringify(responses).includes("application/x-ndjson")

  const inShell = (name: string) => `$${snake(variable(path, name)).toUpperCase()}`
  const query = inQuery.map(({ name }) => `${name}=${inShell(name)}`).join("&")
  const address = path.replaceAll(/\{([^}]+)\}/gu, (_, name: string) => inShell(name))
  const curl = [
    `curl ${method === "GET" ? "" : `-X ${method} `}"$SALES_PIPELINE_URL${address}${query && `?${query}`}"`,
    `-H "Authorization: Bearer $SALES_PIPELINE_API_KEY"`,
    isKeyed && `-H "Idempotency-Key: $(openssl rand -hex 16)"`,
    body && `-H "Content-Type: application/json"`,
    body && `-d '${JSON.stringify(body, null, 2).replaceAll("'", "'\\''")}'`
  ]

  const values = [...inPath, ...inQuery].map(({ name }) => [name, `\${${variable(path, name)}}`])
  const call = `client.${operationId}(${javascript({ ...Object.fromEntries(values), ...body })})`

  const [group, verb = ""] = operationId.split(".")
  const sent = [
    ...inPath.map(({ name }) => snake(variable(path, name))),
    ...inQuery.map(({ name }) => `${keyword(name)}=${snake(variable(path, name))}`),
    ...Object.entries(body ?? {}).map(([name, value]) => `${keyword(name)}=${pythonic(value)}`)
  ]
  const isShort = sent.join(", ").length < 60 && !sent.join().includes("\n")
  const inside = isShort ? sent.join(", ") : `\n${sent.join(",\n")},`.replaceAll("\n", "\n    ") + "\n"
  const named = !isList ? snake(verb) : verb === "list" ? "each" : `each_${snake(verb)}`
  const pythonCall = `client.${group}.${named}(${inside})`

  return {
    curl: curl.filter(Boolean).join(" \\\n  "),
    TypeScript: `import { createClient } from "@sales-pipeline/client"

const client = createClient({ url: process.env.SALES_PIPELINE_URL, key: process.env.SALES_PIPELINE_API_KEY })

${isIterated ? `for await (const one of ${call}) {\n  console.log(one)\n}` : `const answer = await ${call}`}`,
    Python: `from sales_pipeline import Client

client = Client()  # SALES_PIPELINE_URL, SALES_PIPELINE_API_KEY

${isIterated ? `for one in ${pythonCall}:\n    print(one)` : `answer = ${pythonCall}`}`
  }
}
