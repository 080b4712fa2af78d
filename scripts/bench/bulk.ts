/**
 * Measures a bulk of deals over MCP, by ids and by a filter, against a call for each deal, and changes_since:
 * `node scripts/run.mjs scripts/bench/bulk.ts`, with `--keep <directory>` to load the deals only once.
 */
import { NodeRuntime, NodeServices } from "@effect/platform-node"
import { Console, Effect } from "effect"
import { parseArgs } from "node:util"
import { median } from "./Compare.ts"
import * as Server from "./Server.ts"
import * as Site from "./Site.ts"

const { values: options } = parseArgs({
  options: {
    keep: { type: "string" },
    deals: { type: "string", default: "10000" },
    count: { type: "string", default: "200" },
    rounds: { type: "string", default: "7" }
  }
})

const count = Number(options.count)

const caller = (server: Server.Server, token: string) => {
  const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" }
  const send = async (method: string, path: string, body?: unknown): Promise<any> => {
    const answer = await fetch(server.url + path, {
      method,
      headers: { ...headers, accept: "application/json, text/event-stream" },
      ...(body === undefined ? {} : { body: JSON.stringify(body) })
    })
    return answer.json()
  }
  const tool = async (name: string, args: object): Promise<any> => {
    const request = { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name, arguments: args } }
    const { result } = await send("POST", "/mcp", request)
    if (result?.isError !== undefined || result === undefined) throw new Error(JSON.stringify(result))
    return result.structuredContent
  }
  return { send, tool }
}

const timed = async (run: () => Promise<unknown>) => {
  const begun = performance.now()
  await run()
  return performance.now() - begun
}

const measure = async (server: Server.Server, { loaded, sample }: Site.Filled) => {
  const { send, tool } = caller(server, loaded.apiKey.token)
  const boardId = sample[0]!.board
  const stages: ReadonlyArray<{ id: string; region: string }> = await send(
    "GET",
    `/v1/boards/${boardId}/stages`
  )
  const [one, other] = stages.filter(({ region }) => region === "early" || region === "anchor")
  const label = `bench-${Date.now()}`
  const ids: Array<string> = []
  for (let n = 0; n < count; n++) {
    const deal = { boardId, name: `Bulk ${n}`, amountCents: 100_000, labels: [label], stageId: one!.id }
    ids.push((await send("POST", "/v1/deals", deal)).id)
  }
  const each = async (name: string, args: object) => {
    for (const id of ids) await tool(name, { id, ...args })
  }
  let flag = 0
  const next = () => ({ addLabels: [`x${++flag}`], removeLabels: [`x${flag - 1}`] })
  let at = 0
  const elsewhere = () => ({ toStageId: [other, one][at++ % 2]!.id })
  const { nextCursor } = await tool("changes_since", {})
  const ways: Record<string, () => Promise<unknown>> = {
    [`${count} calls of update_deal`]: () => each("update_deal", { amountCents: 100_000 + ++flag }),
    "bulk_update_deals by ids": () => tool("bulk_update_deals", { ids, ...next() }),
    "bulk_update_deals by filter": () => tool("bulk_update_deals", { filter: { label }, ...next() }),
    [`${count} calls of move_deal`]: () => each("move_deal", elsewhere()),
    "bulk_move_deals by ids": () => tool("bulk_move_deals", { ids, ...elsewhere() }),
    "bulk_move_deals by filter": () => tool("bulk_move_deals", { filter: { label }, ...elsewhere() }),
    "changes_since, the newest": () => tool("changes_since", {}),
    "changes_since, from a cursor": () => tool("changes_since", { cursor: nextCursor })
  }
  const times = new Map(Object.keys(ways).map((name): [string, Array<number>] => [name, []]))
  for (let round = 0; round <= Number(options.rounds); round++) {
    for (const [name, way] of Object.entries(ways)) {
      const took = await timed(way)
      if (round > 0) times.get(name)!.push(took)
    }
  }
  let singles = 0
  return [...times].map(([name, all]) => {
    const p50 = median(all)
    const isBulk = name.startsWith("bulk")
    if (name.includes("calls")) singles = p50
    return `${name}: p50 ${p50.toFixed(1)} ms${isBulk ? `, 1/${(singles / p50).toFixed(0)} of the single calls` : ""}`
  })
}

const main = Effect.gen(function* () {
  const site = yield* Site.make(options.keep, process.env["DATABASE_URL"])
  yield* Console.error(`Loading ${options.deals} deals`)
  const filled = yield* Site.fill(site, Number(options.deals))
  const server = yield* Server.service(site, filled)
  for (const line of yield* Effect.promise(() => measure(server, filled))) yield* Console.log(line)
})

main.pipe(Effect.scoped, Effect.provide(NodeServices.layer), NodeRuntime.runMain)
