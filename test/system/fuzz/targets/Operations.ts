/** Every operation over REST, RPC and MCP, and the methods of MCP. */
import { all, routed } from "../../../../src/contract/Api.ts"
import * as Operation from "../../../../src/contract/Operation.ts"
import { toolList } from "../../../../src/surfaces/mcp/tools/Definitions.ts"
import * as Hostile from "../Hostile.ts"
import type { Random } from "../../rig/Random.ts"
import type { Site } from "../Site.ts"
import { bytes, caller, chunked, fill, json, oddHeaders, query, type Target } from "./Target.ts"

type Fields = Readonly<Record<string, unknown>>

const fieldResource: Readonly<Record<string, string>> = {
  boardId: "boards",
  stageId: "stages",
  toStageId: "stages",
  ownerId: "users",
  dealId: "deals",
  leadId: "leads",
  deal_id: "deals",
  lead_id: "leads"
}

/** An operation's example, with ids that exist. */
const example = (site: Site, operation: Operation.Any): Fields => {
  const isSent = (name: string) =>
    name in (operation.example ?? {}) || operation.input[name]!.ast.context?.isOptional !== true
  const named = Object.keys(operation.input).filter((name) => name in fieldResource && isSent(name))
  const ids = named.map((name) => [name, site.ids[fieldResource[name]!]])
  return { ...operation.example, ...Object.fromEntries(ids) }
}

const rest = (site: Site, operation: Operation.Routed): Target => ({
  name: `REST ${operation.id}`,
  shot: (random) => {
    const path = `/v1${fill(site, random, operation.http.path)}`
    const known = Object.keys(Operation.carriers(operation).rest)
    const headers = { ...caller(site, random), ...oddHeaders(random) }
    const { method } = operation.http
    if (operation.kind !== "write") return { method, path: `${path}?${query(random, known)}`, headers }
    const sent = Hostile.object(random, example(site, operation), known)
    return { method, path, headers: { ...json, ...headers, ...chunked(random) }, body: bytes(random, sent) }
  }
})

const rpc = (site: Site, operation: Operation.Any): Target => ({
  name: `RPC ${operation.id}`,
  shot: (random) => {
    const payload = Hostile.object(random, example(site, operation), Object.keys(operation.input))
    const headers = random.chance(0.9) ? "[]" : Hostile.json(random)
    const line = (id: number) =>
      `{"_tag":"Request","id":"${id}","tag":${JSON.stringify(operation.id)},"payload":${payload},"headers":${headers}}\n`
    const most = Math.ceil(1e6 / line(1).length)
    const count = random.chance(0.1) ? Math.min(random.pick([2, 20, 21, 4_000]), most) : 1
    const alike = random.chance(0.2)
    const sent = Array.from({ length: count }, (_, n) => line(alike ? 1 : n)).join("")
    return {
      method: "POST",
      path: "/rpc",
      headers: { "content-type": "application/ndjson", ...caller(site, random) },
      body: bytes(
        random,
        random.chance(0.05) ? random.pick(["{}\n", "[]\n", "\n", "1\n"]).repeat(300_000) : sent
      )
    }
  }
})

const message = (method: string, params: string) =>
  `{"jsonrpc":"2.0","id":1,"method":${JSON.stringify(method)},"params":${params}}`

const mcp = (site: Site, name: string, text: (random: Random) => string): Target => ({
  name: `MCP ${name}`,
  shot: (random) => ({
    method: "POST",
    path: "/mcp",
    headers: {
      ...json,
      accept: "application/json, text/event-stream",
      ...caller(site, random),
      ...(random.chance(0.1)
        ? { "mcp-protocol-version": random.pick(["2026-07-28", "x", "9".repeat(5_000)]) }
        : {})
    },
    body: bytes(random, text(random))
  })
})

const methods =
  "initialize tools/list resources/read resources/list prompts/get prompts/list server/discover subscriptions/listen completion/complete ping notifications/cancelled __proto__".split(
    " "
  )

const mcpTargets = (site: Site): ReadonlyArray<Target> => [
  ...toolList().map(({ inputSchema, name }) =>
    mcp(site, name, (random) => {
      const known = Object.keys(inputSchema.properties ?? {})
      const ids = known
        .filter((one) => one in fieldResource)
        .map((one) => [one, site.ids[fieldResource[one]!]])
      const args = Hostile.object(random, Object.fromEntries(ids), known)
      return message("tools/call", `{"name":${JSON.stringify(name)},"arguments":${args}}`)
    })
  ),
  ...methods.map((method) =>
    mcp(site, method, (random) => {
      const params = Hostile.object(random, { uri: "pipeline://guide", name: "x" }, [
        "uri",
        "name",
        "arguments",
        "_meta",
        "cursor",
        "protocolVersion"
      ])
      const made = message(method, random.chance(0.2) ? Hostile.json(random) : params)
      return random.chance(0.1) ? `[${made.slice(0, 1_000)},${Hostile.json(random)}]` : made
    })
  )
]

export const of = (site: Site): ReadonlyArray<Target> => [
  ...routed.map((operation) => rest(site, operation)),
  ...(all as ReadonlyArray<Operation.Any>).map((operation) => rpc(site, operation)),
  ...mcpTargets(site)
]
