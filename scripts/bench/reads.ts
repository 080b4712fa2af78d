/**
 * Measures what reads cost the database, as processor time of PostgreSQL for each request, in one large workspace:
 * `node scripts/run.mjs scripts/bench/reads.ts` (Linux, embedded server). What costs much is `costly` in its implementation.
 */
import { PgClient } from "@effect/sql-pg"
import { NodeRuntime, NodeServices } from "@effect/platform-node"
import { Console, Effect, Redacted } from "effect"
import { parseArgs } from "node:util"
import { drive } from "./Drive.ts"
import { addLeads } from "./LeadRows.ts"
import { terms } from "./Rows.ts"
import * as Server from "./Server.ts"
import * as Site from "./Site.ts"
import * as Usage from "./Usage.ts"

const { values: options } = parseArgs({
  options: {
    deals: { type: "string", default: "100000" },
    seconds: { type: "string", default: "2" },
    keep: { type: "string" },
    only: { type: "string" }
  }
})

/** Paths within the workspace: of a deal, its first board, and that board's first stage. */
const paths = (deal: string, board: string, stage: string) => [
  "/v1/me",
  `/v1/deals/${deal}`,
  `/v1/deals/${deal}?include=notes,activity`,
  "/v1/deals?limit=25",
  "/v1/deals?limit=100",
  `/v1/deals?stageId=${stage}&limit=25`,
  "/v1/deals?sort=-amount",
  "/v1/deals?sort=-quiet&status=all",
  "/v1/deals?ownerId=me&sort=-amount",
  "/v1/deals?amountMin=5000000&sort=-quiet",
  ...Object.values(terms).flatMap((term) => [`/v1/deals?q=${term}`, `/v1/deals?search=${term}+mia`]),
  "/v1/deals?search=mia&sort=-amount&status=all",
  "/v1/deals?search=zzzz+mia",
  "/v1/leads?limit=25",
  "/v1/leads?q=firm7",
  "/v1/leads?q=lead",
  "/v1/leads?q=zz",
  `/v1/boards/${board}`,
  `/v1/boards/${board}/lanes`,
  "/v1/match?email=nobody%40firm7.example",
  `/v1/reports/weighted-pipeline?board_id=${board}`,
  `/v1/reports/this-month?board_id=${board}`,
  `/v1/reports/deal-progress?board_id=${board}`,
  "/v1/reports/summary",
  "/v1/events?limit=100",
  "/v1/audit-log?limit=100",
  "/v1/usage"
]

const main = Effect.gen(function* () {
  const site = yield* Site.make(options.keep, undefined)
  yield* Console.error(`Loading ${options.deals} deals and leads`)
  const filled = yield* Site.fill(site, Number(options.deals))
  const client = PgClient.layer({ url: Redacted.make(filled.url), maxConnections: 1 })
  yield* Effect.provide(addLeads(filled, Number(options.deals)), client)
  const { url } = yield* Server.service(site, filled)
  const { apiKey, boards } = filled.loaded
  const [board] = boards
  const headers = { authorization: `Bearer ${apiKey.token}` }
  yield* Console.log("| read | ms of PostgreSQL | p50, ms |\n| --- | --- | --- |")
  for (const path of paths(filled.sample[0]!.id, board!.id, board!.stages[0]!.id)) {
    if (options.only !== undefined && !path.includes(options.only)) continue
    const status = yield* Effect.promise(() => fetch(url + path, { headers }).then((answer) => answer.status))
    const load = {
      url,
      connections: 1,
      seconds: Number(options.seconds),
      next: () => ({ method: "GET", path, headers, status })
    }
    const before = Usage.cpuOfTree(site.postmaster!)
    const { p50, requests } = yield* Effect.promise(() => drive(load))
    const each = (Usage.cpuOfTree(site.postmaster!) - before) / requests
    yield* Console.log(
      `| ${path}${status === 200 ? "" : ` (${status})`} | ${each.toFixed(2)} | ${p50.toFixed(1)} |`
    )
  }
})

main.pipe(Effect.scoped, Effect.provide(NodeServices.layer), NodeRuntime.runMain)
