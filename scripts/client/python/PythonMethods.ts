/** The methods of the Python client: one for each operation, in a class for each group, plain and async. */
import { isObject, type Json } from "../../../src/surfaces/openapi/JsonSchema.ts"
import type { Field, Method } from "./PythonMethod.ts"
import { docOf, type PythonTypes, snake } from "./PythonTypes.ts"

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

const resolved = (document: Json, value: unknown): Json => {
  if (!isObject(value)) return {}
  const ref = value["$ref"]
  if (typeof ref !== "string") return value
  const found = ref
    .split("/")
    .slice(1)
    .reduce<unknown>((at, key) => (isObject(at) ? at[key] : undefined), document)
  return resolved(document, found)
}

/** These headers have their own arguments, or are handled by the library. */
const handledHeaders = new Set(["Idempotency-Key", "Dry-Run", "Plan", "Scope", "If-Match", "If-None-Match"])

const field = (
  types: PythonTypes,
  prefix: string,
  key: string,
  schema: unknown,
  required: boolean,
  about: unknown
): Field => ({
  key,
  name: snake(key.replaceAll("-", "_")).toLowerCase().replace(/^_/u, "").replaceAll("__", "_"),
  type: types.of(schema, prefix + capital(key.replaceAll(/\W/gu, ""))),
  required,
  about: docOf(about ?? (isObject(schema) ? schema["description"] : ""))
})

/** A header with "true" or "false" is a bool for callers. */
const argumentOf = (schema: unknown) =>
  isObject(schema) && String(schema["enum"]) === "true,false" ? { type: "boolean" } : schema

const contentOf = (document: Json, response: unknown) => {
  const { content } = resolved(document, response)
  const [media, body] = isObject(content) ? (Object.entries(content)[0] ?? []) : []
  return { media, schema: isObject(body) ? body["schema"] : undefined }
}

export const methodOf = (
  document: Json,
  types: PythonTypes,
  path: string,
  http: string,
  operation: Json
): Method => {
  const id = String(operation["operationId"])
  const prefix = id.split(".").map(capital).join("")
  const all = ((operation["parameters"] ?? []) as ReadonlyArray<unknown>).map((one) =>
    resolved(document, one)
  )
  const parameters = all.filter(({ name }) => !handledHeaders.has(String(name)))
  const from = (place: string) =>
    parameters
      .filter((one) => one["in"] === place)
      .map((one) =>
        field(
          types,
          prefix,
          String(one["name"]),
          argumentOf(one["schema"]),
          one["required"] === true,
          one["description"]
        )
      )
  const body = resolved(document, contentOf(document, operation["requestBody"]).schema)
  const required = new Set((body["required"] as ReadonlyArray<string> | undefined) ?? [])
  const sent = Object.entries((body["properties"] ?? {}) as Json).map(([key, schema]) =>
    field(types, prefix, key, schema, required.has(key), undefined)
  )
  const responses = operation["responses"] as Json
  const { media, schema } = contentOf(document, responses["200"] ?? responses["201"])
  const answer = resolved(document, schema)
  const properties = isObject(answer["properties"]) ? answer["properties"] : {}
  const data = resolved(document, properties["data"])
  const isList = "hasMore" in properties && from("query").some(({ key }) => key === "cursor")
  const [, verb = ""] = id.split(".")
  return {
    name: snake(verb),
    http: http.toUpperCase(),
    path,
    placed: from("path"),
    fields: [...from("query"), ...sent],
    headers: from("header"),
    answer: schema === undefined ? "Any" : types.of(schema, `${prefix}Answer`),
    item: isList ? types.of(data["items"], `${prefix}Item`) : undefined,
    isWrite: all.some(({ name }) => name === "Idempotency-Key"),
    takesIfMatch: all.some(({ name }) => name === "If-Match"),
    isText: media === "application/x-ndjson",
    title: docOf(operation["summary"]),
    doc: docOf(operation["description"])
  }
}

const argument = ({ name, required, type }: Field) =>
  required ? `${name}: ${type}` : `${name}: Union[${type}, Unset] = UNSET`

const writeArguments = ["idempotency_key: Optional[str] = None", "plan: Optional[str] = None"]

/** The arguments of a method, one per line. */
const signature = (
  { fields, headers, isWrite, placed, takesIfMatch }: Method,
  dryRun: string | undefined,
  without: ReadonlySet<string>
) => {
  const keyed = [...fields.filter(({ key }) => !without.has(key)), ...headers].toSorted(
    (a, b) => Number(b.required === true) - Number(a.required === true)
  )
  const named = [
    ...keyed.map(argument),
    ...(isWrite
      ? [
          ...writeArguments,
          ...(takesIfMatch ? ["if_match: Optional[str] = None"] : []),
          ...(dryRun === undefined ? [] : [dryRun])
        ]
      : [])
  ]
  return [
    "self",
    ...placed.map(({ name, type }) => `${name}: ${type}`),
    ...(named.length === 0 ? [] : ["*", ...named])
  ]
}

const pairs = (fields: ReadonlyArray<Field>) =>
  `{${fields.map(({ key, name }) => `${JSON.stringify(key)}: ${name}`).join(", ")}}`

const pathOf = ({ path, placed }: Method) =>
  placed.reduce((text, { key, name }) => text.replace(`{${key}}`, `{quoted(${name})}`), path)

const call = (method: Method, fields: ReadonlyArray<Field>) => {
  const given = [
    JSON.stringify(method.http),
    `${method.placed.length > 0 ? "f" : ""}${JSON.stringify(pathOf(method))}`,
    ...(fields.length === 0 ? [] : [`fields=${pairs(fields)}`]),
    ...(method.headers.length === 0 ? [] : [`headers=${pairs(method.headers)}`]),
    ...(method.isWrite ? ["idempotency_key=idempotency_key", "plan=plan", "dry_run=dry_run"] : []),
    ...(method.takesIfMatch ? ["if_match=if_match"] : []),
    ...(method.isText ? ["text=True"] : [])
  ]
  return `self._client.request(${given.join(", ")})`
}

const indent = (lines: ReadonlyArray<string>, by: string) =>
  lines.map((line) => (line === "" ? "" : by + line))

const documented = ({ doc, fields, headers, placed }: Method) => {
  const described = [...placed, ...fields, ...headers].filter(({ about }) => about !== "")
  const lines = described.map(({ about, name }) => `:param ${name}: ${about.replaceAll("\n", " ")}`)
  return [
    `"""${doc.split("\n")[0]}`,
    ...indent(doc.split("\n").slice(1), ""),
    ...(lines.length > 0 ? ["", ...lines] : []),
    '"""'
  ]
}

const none: ReadonlySet<string> = new Set()

const def = (head: string, parts: ReadonlyArray<string>, answer: string, body: ReadonlyArray<string>) => [
  `${head}(`,
  ...parts.map((part) => `    ${part},`),
  `) -> ${answer}:`,
  ...indent(body, "    "),
  ""
]

const overloads = (method: Method, head: string, answer: string) =>
  method.isWrite
    ? [
        "@overload",
        ...def(head, signature(method, "dry_run: Literal[False] = False", none), answer, ["..."]),
        "@overload",
        ...def(head, signature(method, "dry_run: Literal[True]", none), "DryRun", ["..."])
      ]
    : []

const each = ({ name }: Method) => (name === "list" ? "each" : `each_${name}`)

const pageFields: ReadonlySet<string> = new Set(["cursor", "limit"])

/** The second overload allows calls without `dry_run`, so the implementation returns any type. */
const anyAnswer = (answer: string, isWrite: boolean) => (isWrite ? "Any" : answer)

export const plain = (method: Method): ReadonlyArray<string> => {
  const { answer, isText, isWrite, item } = method
  const type = isText ? "str" : answer
  const rest = method.fields.filter(({ key }) => key !== "cursor" && key !== "limit")
  const main = def(
    `def ${method.name}`,
    signature(method, "dry_run: bool = False", none),
    anyAnswer(type, isWrite),
    [...documented(method), `return cast(Any, ${call(method, method.fields)})`]
  )
  const pages =
    item === undefined
      ? []
      : def(`def ${each(method)}`, signature(method, undefined, pageFields), `Iterator[${item}]`, [
          `"""Every item of \`${method.name}\`, page after page."""`,
          `return self._client.pages(${method.placed.length > 0 ? "f" : ""}${JSON.stringify(pathOf(method))}, ${pairs(rest)})`
        ])
  return [...overloads(method, `def ${method.name}`, type), ...main, ...pages]
}

const passed = ({ fields, headers, isWrite, placed, takesIfMatch }: Method, without: ReadonlySet<string>) =>
  [
    ...placed.map(({ name }) => name),
    ...[...fields, ...headers].filter(({ key }) => !without.has(key)).map(({ name }) => `${name}=${name}`),
    ...(isWrite ? ["idempotency_key=idempotency_key", "plan=plan", "dry_run=dry_run"] : []),
    ...(takesIfMatch ? ["if_match=if_match"] : [])
  ].join(", ")

/** The async method runs the plain one in a thread, since the standard library has no asyncio HTTP client. */
export const async = (method: Method): ReadonlyArray<string> => {
  const { answer, isText, isWrite, item, name } = method
  const type = isText ? "str" : answer
  const given = passed(method, none)
  const main = def(
    `async def ${name}`,
    signature(method, "dry_run: bool = False", none),
    anyAnswer(type, isWrite),
    [
      `"""${method.title}: see \`Client\`."""`,
      `return await in_thread(self._sync.${name}${given === "" ? "" : `, ${given}`})`
    ]
  )
  const pages =
    item === undefined
      ? []
      : def(`def ${each(method)}`, signature(method, undefined, pageFields), `AsyncIterator[${item}]`, [
          `"""Every item of \`${name}\`, page after page."""`,
          `return in_threads(self._sync.${each(method)}(${passed(method, pageFields)}))`
        ])
  return [...overloads(method, `async def ${name}`, type), ...main, ...pages]
}
