/**
 * Measures each order and filter of the list of deals against the plain list: `node scripts/run.mjs scripts/bench/lists.ts`
 * (`DATABASE_URL` replaces the embedded server; `--explain` also prints the plans).
 */
import { NodeRuntime, NodeServices } from "@effect/platform-node"
import { Console, Effect } from "effect"
import { SqlClient } from "effect/sql"
import { parseArgs } from "node:util"
import * as DealLists from "../../layers/deals/DealLists.ts"
import { median } from "./Compare.ts"
import * as Server from "./Server.ts"
import * as Site from "./Site.ts"

const { values: options } = parseArgs({
  options: {
    deals: { type: "string", default: "100000" },
    rounds: { type: "string", default: "40" },
    explain: { type: "boolean", default: false }
  }
})

const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10)

const nobody = "0190a0b0-c0d0-7000-8000-00000000abcd"

/** The plain list first. */
const queries: ReadonlyArray<Readonly<Record<string, string>>> = [
  {},
  ...["created", "updated", "-updated", "amount", "-amount", "quiet", "-quiet"].map((sort) => ({ sort })),
  ...["-updated", "-amount", "-quiet"].map((sort) => ({ sort, status: "all" })),
  ...["-amount", "-quiet"].map((sort) => ({ sort, status: "won" })),
  { quietDays: "30" },
  { quietDays: "200" },
  { quietDays: "330" },
  { quietDays: "200", amountMin: "4900000" },
  { createdBefore: daysAgo(300), sort: "-updated" },
  { updatedSince: daysAgo(1), sort: "-quiet" },
  { quietDays: "30", sort: "-amount" },
  { quietDays: "360", sort: "-amount" },
  { amountMin: "5000000" },
  { amountMin: "5009900" },
  { amountMin: "1000000", amountMax: "1000100" },
  { amountMin: "2000000", sort: "-amount" },
  { createdAfter: daysAgo(7) },
  { createdBefore: daysAgo(300) },
  { createdAfter: daysAgo(30), sort: "-amount" },
  { updatedSince: daysAgo(1) },
  { updatedSince: daysAgo(1), sort: "-updated" },
  { closedAfter: daysAgo(30) },
  { closedAfter: daysAgo(330), closedBefore: daysAgo(329) },
  { ownerId: "me" },
  { ownerId: "me", sort: "-amount" },
  { ownerId: nobody },
  { label: "inbound" },
  { label: "tenth" },
  { label: "tenth", sort: "-amount" },
  { label: "fiftieth" },
  { label: "fiftieth", sort: "-amount" },
  { label: "rare" },
  { label: "rare", sort: "-amount" },
  { label: "none" },
  { search: "ren", sort: "-amount" },
  { search: "zyx", sort: "-amount" },
  { search: "zyx", quietDays: "30", label: "inbound" }
]

/** Adds labels that three deals have, two in a hundred, and one in ten. */
const furnish = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`UPDATE deals SET labels = labels || ARRAY[CASE WHEN right(id::text, 1) < '2' THEN 'tenth' ELSE 'fiftieth' END]
    WHERE right(id::text, 1) < '2' OR right(id::text, 2) IN ('2a', '3b', '4c', '5d', '6e')`
  yield* sql`UPDATE deals SET labels = '{rare}'
    WHERE id IN (SELECT id FROM deals WHERE status = 'open' ORDER BY reverse(id::text) LIMIT 3)`
  yield* sql`VACUUM (ANALYZE) deals`
})

const numbers = new Set(["amountMin", "amountMax", "quietDays"])

const explain = Effect.fnUntraced(function* (
  workspaceId: string,
  ownerId: string,
  query: Record<string, string>
) {
  const sql = yield* SqlClient.SqlClient
  const sent = Object.entries(query).map(([name, value]) => [name, numbers.has(name) ? Number(value) : value])
  const isClosed = Object.keys(query).some((name) => name.startsWith("closed"))
  const filters = {
    status: isClosed ? "all" : "open",
    ...Object.fromEntries(sent),
    ...(query["ownerId"] === "me" ? { ownerId } : {})
  } as DealLists.Filters
  const order = DealLists.order(sql, filters.sort)
  const conditions = DealLists.conditions(sql, filters, workspaceId, new Date().toISOString())
  for (const place of order.places(undefined)) {
    const rows = yield* sql<{
      "QUERY PLAN": string
    }>`EXPLAIN (ANALYZE, COSTS OFF, BUFFERS) SELECT d.* FROM deals d
      WHERE ${sql.and([...conditions, ...place])} ORDER BY ${order.within} LIMIT 26`.unprepared
    yield* Console.log(rows.map((row) => `    ${row["QUERY PLAN"]}`).join("\n"))
  }
})

const main = Effect.gen(function* () {
  const site = yield* Site.make(undefined, process.env["DATABASE_URL"])
  yield* Console.error(`Loading ${options.deals} deals`)
  const { loaded, url } = yield* Site.fill(site, Number(options.deals))
  const inside = <A, E>(effect: Effect.Effect<A, E, SqlClient.SqlClient>) =>
    Effect.provide(effect, Site.repositories(url, site.directory))
  yield* inside(furnish)
  const server = yield* Server.service(site, { url }, { name: "lists" })
  const headers = { authorization: `Bearer ${loaded.apiKey.token}` }
  const times = queries.map(() => [] as Array<number>)
  const ask = async (query: Readonly<Record<string, string>>) => {
    const began = performance.now()
    const answer = await fetch(`${server.url}/v1/deals?${new URLSearchParams(query)}`, { headers })
    const text = await answer.text()
    if (answer.status !== 200) throw new Error(text)
    return performance.now() - began
  }
  // In turns, so that other load on the machine slows all alike.
  for (let round = -5; round < Number(options.rounds); round++) {
    for (const [index, query] of queries.entries()) {
      const time = yield* Effect.promise(() => ask(query))
      if (round >= 0) times[index]!.push(time)
    }
  }
  const plain = median(times[0]!)
  for (const [index, query] of queries.entries()) {
    const p50 = median(times[index]!)
    const name = new URLSearchParams(query).toString() || "plain"
    yield* Console.log(
      `${name.padEnd(60)} ${p50.toFixed(2).padStart(8)} ms ${(p50 / plain).toFixed(1).padStart(6)} ×`
    )
    if (options.explain) yield* inside(explain(loaded.workspace.id, loaded.user.id, query))
  }
})

main.pipe(Effect.scoped, Effect.provide(NodeServices.layer), NodeRuntime.runMain)
