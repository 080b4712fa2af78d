/**
 * Measures get_deal over MCP, in both protocol revisions, against the same deal over REST, and export_report_image
 * drawn anew and from its cache: `npm run -s bench:mcp`, with `--keep <directory>` to load the deals only once.
 */
import { NodeRuntime, NodeServices } from "@effect/platform-node"
import { Console, Effect } from "effect"
import { parseArgs } from "node:util"
import { median } from "./Compare.ts"
import { drive, type Request } from "./Drive.ts"
import * as Server from "./Server.ts"
import * as Site from "./Site.ts"
import * as Usage from "./Usage.ts"

const { values: options } = parseArgs({
  options: {
    keep: { type: "string" },
    deals: { type: "string", default: "10000" },
    rounds: { type: "string", default: "7" },
    seconds: { type: "string", default: "2" },
    connections: { type: "string", default: "16" },
    images: { type: "string", default: "40" }
  }
})

const modern = "2026-07-28"

const meta = {
  "io.modelcontextprotocol/protocolVersion": modern,
  "io.modelcontextprotocol/clientCapabilities": {},
  "io.modelcontextprotocol/clientInfo": { name: "bench", version: "1.0.0" }
}

const call = (token: string, name: string, args: object, isModern: boolean): Request => ({
  method: "POST",
  path: "/mcp",
  headers: {
    authorization: `Bearer ${token}`,
    accept: "application/json, text/event-stream",
    "mcp-protocol-version": isModern ? modern : "2025-11-25",
    ...(isModern ? { "mcp-method": "tools/call", "mcp-name": name } : {})
  },
  body: {
    jsonrpc: "2.0",
    id: 1,
    method: "tools/call",
    params: { name, arguments: args, ...(isModern ? { _meta: meta } : {}) }
  },
  status: 200
})

interface Turn {
  readonly perSecond: number
  readonly cpu: number
}

const turn = async (server: Server.Server, next: () => Request, seconds = Number(options.seconds)) => {
  const before = Usage.cpu(server.pid)
  const load = { url: server.url, connections: Number(options.connections), seconds, next }
  const { perSecond, requests } = await drive(load)
  return { perSecond, cpu: (Usage.cpu(server.pid) - before) / requests } satisfies Turn
}

/** REST and the two MCP revisions take turns on the same deals. */
const throughput = async (server: Server.Server, { loaded, sample }: Site.Filled) => {
  const { token } = loaded.apiKey
  const headers = { authorization: `Bearer ${token}` }
  let index = 0
  const id = () => sample[index++ % sample.length]!.id
  const ways: Record<string, () => Request> = {
    "GET /v1/deals/{id}": () => ({ method: "GET", path: `/v1/deals/${id()}`, headers, status: 200 }),
    "get_deal, 2026-07-28": () => call(token, "get_deal", { id: id() }, true),
    "get_deal, 2025-11-25": () => call(token, "get_deal", { id: id() }, false)
  }
  const names = Object.keys(ways)
  const turns = new Map(names.map((name): [string, Array<Turn>] => [name, []]))
  for (const name of names) await turn(server, ways[name]!, 1)
  for (let round = 0; round < Number(options.rounds); round++) {
    for (const name of names) turns.get(name)!.push(await turn(server, ways[name]!))
  }
  const rest = turns.get(names[0]!)!
  return names.map((name) => {
    const of = turns.get(name)!
    const ratios = of.map(({ perSecond }, round) => perSecond / rest[round]!.perSecond)
    const perSecond = median(of.map((one) => one.perSecond)).toFixed(0)
    const cpu = median(of.map((one) => one.cpu)).toFixed(3)
    return `${name}: ${perSecond}/s, ${median(ratios).toFixed(2)} of REST, ${cpu} ms of processor time`
  })
}

const timed = async (server: Server.Server, request: Request) => {
  const begun = performance.now()
  const response = await fetch(server.url + request.path, {
    method: "POST",
    headers: { ...request.headers, "content-type": "application/json" },
    body: JSON.stringify(request.body)
  })
  const body: any = await response.json()
  if (body.result?.content?.[0]?.type !== "image") throw new Error(JSON.stringify(body).slice(0, 300))
  return performance.now() - begun
}

/** A new deal changes the picture, so it is drawn anew; the second request gets the cached picture. */
const images = async (server: Server.Server, { loaded, sample }: Site.Filled) => {
  const { token } = loaded.apiKey
  const drawn: Array<number> = []
  const kept: Array<number> = []
  const deal = sample[0]!
  for (let n = 0; n <= Number(options.images); n++) {
    await fetch(`${server.url}/v1/deals`, {
      method: "POST",
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
      body: JSON.stringify({ boardId: deal.board, name: `Picture ${n}`, amountCents: 1_000_000 * (n + 1) })
    })
    const report = n % 2 === 0 ? "dealboard_summary" : "weighted_pipeline"
    const request = call(token, "export_report_image", { report, boardId: deal.board }, true)
    const first = await timed(server, request)
    if (n === 0) console.log(`The first picture, which starts the thread: ${first.toFixed(0)} ms`)
    else drawn.push(first)
    kept.push(await timed(server, request))
  }
  return [
    `export_report_image, drawn: p50 ${median(drawn).toFixed(0)} ms`,
    `export_report_image, kept: p50 ${median(kept).toFixed(1)} ms`
  ]
}

const main = Effect.gen(function* () {
  const site = yield* Site.make(options.keep, process.env["DATABASE_URL"])
  yield* Console.error(`Loading ${options.deals} deals`)
  const filled = yield* Site.fill(site, Number(options.deals))
  const server = yield* Server.service(site, filled)
  for (const line of yield* Effect.promise(() => throughput(server, filled))) yield* Console.log(line)
  for (const line of yield* Effect.promise(() => images(server, filled))) yield* Console.log(line)
})

main.pipe(Effect.scoped, Effect.provide(NodeServices.layer), NodeRuntime.runMain)
