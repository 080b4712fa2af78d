/**
 * Measures what quiet workspaces notice of a busy one: `node scripts/run.mjs scripts/bench/neighbours.ts`, with `DATABASE_URL`
 * for another server, and `--against` for another checkout of the service, which is measured in turns with this one.
 *
 * The quiet ones send at a fixed rate, well below what the service can do: alone; beside the same load again, from a crowd of
 * workspaces or from one; beside callers that never pause, from a crowd or from one; and beside one whose deals are
 * locked by someone who never commits, so that its writes are stuck. The crowd shows what the load alone costs, on processors
 * that all of it shares.
 */
import { PgClient } from "@effect/sql-pg"
import { NodeRuntime, NodeServices } from "@effect/platform-node"
import { Console, Effect, Redacted } from "effect"
import { parseArgs } from "node:util"
import { median } from "./Compare.ts"
import * as OpenLoop from "./neighbours/OpenLoop.ts"
import * as Tenants from "./neighbours/Tenants.ts"
import * as Server from "./Server.ts"
import * as Site from "./Site.ts"

const { values: options } = parseArgs({
  options: {
    rounds: { type: "string", default: "5" },
    seconds: { type: "string", default: "8" },
    rate: { type: "string", default: "48" },
    callers: { type: "string", default: "32" },
    against: { type: "string" },
    only: { type: "string" }
  }
})

const [seconds, rate, callers] = [Number(options.seconds), Number(options.rate), Number(options.callers)]

interface Beside {
  readonly url: string
  readonly end: number
  readonly tenants: Tenants.Tenants
}

/** What runs beside the quiet ones; returns the number of its requests that were answered in time. */
type Load = (beside: Beside) => Promise<OpenLoop.Outcome>

const openTo =
  (of: (tenants: Tenants.Tenants) => Tenants.Tenants["quiet"]): Load =>
  async ({ end, tenants, url }) => {
    const [all, outcome] = [of(tenants), OpenLoop.empty()]
    const each = { perSecond: rate / all.length, end }
    await Promise.all(all.map((one) => OpenLoop.open(url, Tenants.mix(one), each, outcome)))
    return outcome
  }

const closedTo =
  (of: (tenants: Tenants.Tenants) => Tenants.Tenants["quiet"], next = Tenants.mix): Load =>
  async ({ end, tenants, url }) => {
    const [all, outcome] = [of(tenants), OpenLoop.empty()]
    const each = { callers: callers / all.length, end }
    await Promise.all(all.map((one) => OpenLoop.closed(url, next(one), each, outcome)))
    return outcome
  }

const crowd = (tenants: Tenants.Tenants) => tenants.crowd
const busy = (tenants: Tenants.Tenants) => [tenants.busy]

/** Holds every deal of the busy workspace, as an operator's forgotten transaction would. */
const locked: Load = (beside) =>
  Effect.gen(function* () {
    const sql = yield* PgClient.PgClient
    const { workspace } = beside.tenants.busy.loaded
    const hold = Effect.gen(function* () {
      yield* sql`SELECT id FROM deals WHERE workspace_id = ${workspace.id} FOR UPDATE`
      return yield* Effect.promise(() => closedTo(busy, Tenants.moves)(beside))
    })
    return yield* sql.withTransaction(hold)
  }).pipe(Effect.provide(PgClient.layer({ url: Redacted.make(beside.tenants.url) })), Effect.runPromise)

const loads: Readonly<Record<string, Load>> = {
  alone: async () => OpenLoop.empty(),
  "the same again, from a crowd": openTo(crowd),
  "the same again, from one": openTo(busy),
  "callers without pause, from a crowd": closedTo(crowd),
  "callers without pause, from one": closedTo(busy),
  "callers of one whose deals are locked": locked
}

const chosen = Object.entries(loads).filter(
  ([name]) => options.only === undefined || name.includes(options.only)
)

const measure = async (url: string, tenants: Tenants.Tenants, load: Load) => {
  const end = performance.now() + seconds * 1000
  const outcome = OpenLoop.empty()
  const each = { perSecond: rate / tenants.quiet.length, end }
  const [beside] = await Promise.all([
    load({ url, end, tenants }),
    ...tenants.quiet.map((one) => OpenLoop.open(url, Tenants.mix(one), each, outcome))
  ])
  const failed = [...outcome.statuses].filter(([status]) => status !== 200).map(([, count]) => count)
  return {
    p50: OpenLoop.quantile(outcome.latencies, 0.5),
    p95: OpenLoop.quantile(outcome.latencies, 0.95),
    p99: OpenLoop.quantile(outcome.latencies, 0.99),
    answered: outcome.latencies.length,
    failed: failed.reduce((sum, count) => sum + count, 0),
    beside: (beside.statuses.get(200) ?? 0) / seconds
  }
}

type Measured = Awaited<ReturnType<typeof measure>>

const row = (name: string, rounds: ReadonlyArray<Measured>) => {
  const middle = (of: keyof Measured) => median(rounds.map((round) => round[of]))
  const sum = (of: keyof Measured) => rounds.reduce((total, round) => total + round[of], 0)
  const millis = (["p50", "p95", "p99"] as const).map((of) => middle(of).toFixed(1))
  return `| ${name} | ${millis.join(" | ")} | ${sum("failed")} of ${sum("answered")} | ${middle("beside").toFixed(0)} |`
}

const main = Effect.gen(function* () {
  const site = yield* Site.make(undefined, process.env["DATABASE_URL"])
  yield* Console.error("Loading workspaces")
  const tenants = yield* Tenants.make(site)
  const others = options.against === undefined ? [] : [{ name: options.against, directory: options.against }]
  const servers = yield* Effect.forEach([{ name: "service" }, ...others], (one) =>
    Server.service(site, tenants, one)
  )
  const results = servers.flatMap((server) =>
    chosen.map(([name, load]) => ({
      name: `${server.name}: ${name}`,
      load,
      server,
      rounds: [] as Array<Measured>
    }))
  )
  // The first round warms up.
  for (let round = 0; round <= Number(options.rounds); round += 1) {
    for (const { load, name, rounds, server } of results) {
      const measured = yield* Effect.promise(() => measure(server.url, tenants, load))
      yield* Console.error(`  ${round} ${name} ${JSON.stringify(measured)}`)
      if (round > 0) rounds.push(measured)
    }
  }
  yield* Console.log(
    `| beside | p50, ms | p95 | p99 | failed | requests/s beside |\n| --- | --- | --- | --- | --- | --- |`
  )
  for (const { name, rounds } of results) yield* Console.log(row(name, rounds))
})

main.pipe(Effect.scoped, Effect.provide(NodeServices.layer), NodeRuntime.runMain)
