/** Measures the service against a hand-written baseline, and against itself as data grows (docs/bench.md). */
import { NodeRuntime, NodeServices } from "@effect/platform-node"
import { Console, Effect } from "effect"
import { parseArgs } from "node:util"
import * as Citus from "./Citus.ts"
import * as Compare from "./Compare.ts"
import * as Guard from "./Guard.ts"
import { onCluster, scenarios } from "./Scenarios.ts"
import * as Server from "./Server.ts"
import * as Site from "./Site.ts"
import * as Starts from "./Starts.ts"
import * as Table from "./Table.ts"
import * as Usage from "./Usage.ts"

const { values: options } = parseArgs({
  options: {
    deals: { type: "string", default: "100000" },
    imported: { type: "string", default: "0" },
    rounds: { type: "string", default: "5" },
    seconds: { type: "string", default: "2" },
    connections: { type: "string", default: "16" },
    only: { type: "string" },
    keep: { type: "string" },
    against: { type: "string" },
    redis: { type: "string" },
    citus: { type: "string" },
    guard: { type: "boolean", default: false },
    renew: { type: "boolean", default: false },
    growth: { type: "boolean", default: false },
    starts: { type: "boolean", default: false }
  }
})

const chosen = Object.entries(options.citus === undefined ? scenarios : onCluster).filter(
  ([name]) => options.only === undefined || options.only.split(",").some((part) => name.includes(part))
)

const floor = ({ loaded, url }: Site.Filled) =>
  Server.open({
    name: "floor",
    entry: "scripts/bench/floor.ts",
    environment: { DATABASE_URL: url, WORKSPACE_ID: loaded.workspace.id, USER_ID: loaded.user.id }
  })

const planOn = ({ postmaster }: Site.Site): Compare.Plan => ({
  rounds: Number(options.rounds),
  seconds: Number(options.seconds),
  connections: Number(options.connections),
  postmaster
})

const compare = Effect.fnUntraced(function* (
  site: Site.Site,
  contestants: readonly [Compare.Contestant, Compare.Contestant]
) {
  const plan = planOn(site)
  const [a, b] = contestants
  const results: Array<Compare.Comparison> = []
  for (const [name, scenario] of chosen) {
    yield* Console.error(`  ${name}`)
    results.push(yield* Effect.promise(() => Compare.compare(plan, name, scenario, contestants)))
  }
  yield* Console.log(Table.comparisons([a.server.name, b.server.name], results))
  const memory = contestants.map(({ server }) => `${server.name} ${Usage.memory(server.pid).toFixed(0)} MiB`)
  yield* Console.log(`\nMemory after the load: ${memory.join(", ")}`)
})

const filled = Effect.fnUntraced(function* (site: Site.Site, deals: number) {
  yield* Console.error(`Loading ${deals} deals`)
  return yield* Site.fill(site, deals, Number(options.imported))
})

const againstFloor = Effect.fnUntraced(function* (site: Site.Site, deals: number) {
  const data = yield* filled(site, deals)
  const other =
    options.against === undefined
      ? floor(data)
      : Server.service(site, data, { name: options.against, directory: options.against })
  const subject = { loaded: data.loaded, sample: data.sample }
  yield* Console.log(`\n${deals} deals, ${options.connections} connections, ${options.rounds} rounds\n`)
  yield* compare(site, [
    { server: yield* Server.service(site, data), subject },
    { server: yield* other, subject }
  ])
})

/** Compares with the committed figures, or writes them. */
const guard = Effect.fnUntraced(function* (site: Site.Site) {
  const data = yield* filled(site, 20_000)
  const subject = { loaded: data.loaded, sample: data.sample }
  const service = { server: yield* Server.service(site, data), subject }
  const base = { server: yield* floor(data), subject }
  if (!(yield* Effect.promise(() => Guard.run(service, base, options.renew)))) process.exitCode = 1
})

/** Measures the cost of rate limits shared through Redis. */
const againstItself = Effect.fnUntraced(function* (site: Site.Site, deals: number, redis: string) {
  const data = yield* filled(site, deals)
  const subject = { loaded: data.loaded, sample: data.sample }
  yield* Console.log(`\nRate limits in Redis and in process: ${deals} deals\n`)
  yield* compare(site, [
    { server: yield* Server.service(site, data, { name: "redis" }, { REDIS_URL: redis }), subject },
    { server: yield* Server.service(site, data, { name: "process" }), subject }
  ])
})

const growth = Effect.fnUntraced(function* (site: Site.Site) {
  const large = yield* filled(site, 1_000_000)
  const small = yield* filled(site, 10_000)
  yield* Console.log(`\nThe service on 1,000,000 deals and on 10,000\n`)
  yield* compare(site, [
    { server: yield* Server.service(site, large, { name: "1000000" }), subject: large },
    { server: yield* Server.service(site, small, { name: "10000" }), subject: small }
  ])
})

const main = Effect.gen(function* () {
  if (options.starts) return yield* Console.log(yield* Effect.promise(Starts.measure))
  if (options.citus !== undefined) {
    const site = yield* Site.make(undefined, options.citus)
    return yield* Citus.compare(site, planOn(site), chosen, Number(options.deals))
  }
  const site = yield* Site.make(options.keep, process.env["DATABASE_URL"])
  if (options.guard) return yield* guard(site)
  if (options.redis !== undefined) {
    return yield* againstItself(site, Number(options.deals), options.redis)
  }
  yield* options.growth ? growth(site) : againstFloor(site, Number(options.deals))
})

main.pipe(Effect.scoped, Effect.provide(NodeServices.layer), NodeRuntime.runMain)
