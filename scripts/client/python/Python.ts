/** The generated files of the Python client (client/python), from the contract's OpenAPI description. */
import * as Fault from "../../../schema/Fault.ts"
import { isObject, type Json } from "../../../src/surfaces/openapi/JsonSchema.ts"
import * as OpenApi from "../../../src/surfaces/openapi/OpenApi.ts"
import type { Method } from "./PythonMethod.ts"
import * as Methods from "./PythonMethods.ts"
import { PythonTypes } from "./PythonTypes.ts"

/** The suffix avoids the names of result types. */
const classOf = (group: string) => `${group.charAt(0).toUpperCase()}${group.slice(1)}Calls`

const head = (about: string) => `# Generated from the contract (npm run generate): don't edit.
"""${about}"""

from __future__ import annotations
`

const typing = (names: string, text: string) => {
  const used = names.split(" ").filter((name) => new RegExp(`\\b${name}\\b`, "u").test(text))
  return `\nfrom typing import ${used.join(", ")}\n`
}

const groupsOf = (document: Json, types: PythonTypes) => {
  const groups = new Map<string, Array<Method>>()
  for (const [path, methods] of Object.entries(document["paths"] as Json)) {
    for (const [http, operation] of Object.entries(methods as Json)) {
      if (!isObject(operation) || typeof operation["operationId"] !== "string") continue
      const [group = ""] = operation["operationId"].split(".")
      const method = Methods.methodOf(document, types, path, http, operation)
      groups.set(group, [...(groups.get(group) ?? []), method])
    }
  }
  return groups
}

const indented = (lines: ReadonlyArray<string>) =>
  lines.map((line) => (line === "" ? "" : `    ${line}`)).join("\n")

type Groups = ReadonlyMap<string, ReadonlyArray<Method>>

const classes = (groups: Groups, prefix: string, write: (method: Method) => ReadonlyArray<string>) =>
  [...groups].map(([group, methods]) => {
    const isAsync = prefix !== ""
    const set = isAsync
      ? [`def __init__(self, sync: ${classOf(group)}) -> None:`, "    self._sync = sync", ""]
      : ["def __init__(self, client: Transport) -> None:", "    self._client = client", ""]
    return `class ${prefix}${classOf(group)}:\n${indented([...set, ...methods.flatMap(write)])}`
  })

/** All groups of a client as attributes. `events` adds the methods that follow the feed (feed.py). */
const holder = (groups: Groups, prefix: string) => {
  const isAsync = prefix !== ""
  const set = [...groups.keys()].map(
    (group) => `self.${group} = ${prefix}${classOf(group)}(${isAsync ? `sync.${group}` : "client"})`
  )
  const head = isAsync
    ? "def __init__(self, sync: Groups) -> None:"
    : "def __init__(self, client: Transport) -> None:"
  return `class ${prefix}Groups:\n${indented([head, ...set.map((line) => `    ${line}`)])}\n`
}

const operations = (groups: Groups, types: PythonTypes) => {
  const text = [
    ...classes(groups, "", Methods.plain),
    holder(groups, ""),
    ...classes(groups, "Async", Methods.async),
    holder(groups, "Async")
  ].join("\n\n")
  const used = types.names.filter((name) => new RegExp(`\\b${name}\\b`, "u").test(text)).toSorted()
  return `${head("A method for each operation.")}${typing("Any AsyncIterator Dict Iterator List Literal Optional Union cast overload", text)}
from ._threads import in_thread, in_threads
from ._transport import UNSET, Transport, Unset, quoted
from ._types import (
${used.map((name) => `    ${name},`).join("\n")}
)

${text}`
}

const codes = () => {
  // The additional code is the client's own, for responses from something between it and the service.
  const all = [...new Set(Fault.classes.flatMap(Fault.codesOf)).add("unexpected_answer")].toSorted()
  const types = Fault.classes.map(Fault.typeOf)
  return `Code = Literal[\n${all.map((code) => `    "${code}",`).join("\n")}\n]\n"""Every code of an error: what a program tells errors apart by."""\n\nErrorType = Literal[${types.map((type) => `"${type}"`).join(", ")}]\n`
}

interface Webhook {
  readonly post: {
    readonly requestBody: { readonly content: { readonly "application/json": { readonly schema: Json } } }
  }
}

const definitions = memo(() => {
  const document = OpenApi.make("http://127.0.0.1:3000")
  const types = new PythonTypes((document["components"] as Json)["schemas"] as Json)
  const groups = groupsOf(document, types)
  types.of({ $ref: "#/components/schemas/DryRun" }, "DryRun")
  const webhooks = document["webhooks"] as Readonly<Record<string, Webhook>>
  const payloads = Object.values(webhooks).map((one) =>
    types.of(one.post.requestBody.content["application/json"].schema, "Event")
  )
  const event = `WebhookEvent = Union[${payloads.join(", ")}]\n"""The body of a delivery; \`event\` says which."""`
  return { types, groups, text: `${types.text}\n\n${event}\n\n\n${codes()}` }
})

const typesFile = () => {
  const { text } = definitions()
  return `${head("What the service takes and answers.")}${typing("Any Dict List Literal TypedDict Union", text)}\n\n${text}`
}

const operationsFile = () => {
  const { groups, types } = definitions()
  return operations(groups, types)
}

const folder = "client/python/src/sales_pipeline"

/** The generator of each file of the package. */
export const generated = {
  [`${folder}/_types.py`]: typesFile,
  [`${folder}/_operations.py`]: operationsFile
}

function memo<A>(make: () => A) {
  let found: A | undefined
  return () => (found ??= make())
}
