/** Compares the service with a hand-written baseline, with itself as data grows, and with committed figures (docs/bench.md). */
import { NodeRuntime, NodeServices } from "@effect/platform-node"
import { Console, Effect } from "effect"
import { parseArgs } from "node:util"
import * as Allocated from "./Allocated.ts"
import * as Compare from "./Compare.ts"
import * as Guard from "./Guard.ts"
import { growing, scenarios } from "./Scenarios.ts"
import * as Server from "./Server.ts"
import * as Site from "./Site.ts"
import * as Starts from "./Starts.ts"
import * as Table from "./Table.ts"
import * as Usage from "./Usage.ts"

const { values: options } = parseArgs({
  options: {
    deals: { type: "string", default: "100000" },
    rounds: { type: "string", default: "5" },
    seconds: { type: "string", default: "2" },
    warm: { type: "string", default: "10" },
    connections: { type: "string", default: "16" },
    only: { type: "string" },
    keep: { type: "string" },
    against: { type: "string" },
    guard: { type: "boolean", default: false },
    renew: { type: "boolean", default: false },
    bytes: { type: "boolean", default: false },
    growth: { type: "boolean", default: false },
    large: { type: "string", default: "1000000" },
    starts: { type: "boolean", default: false }
  }
})

const chosen = Object.entries(options.growth ? growing : scenarios).filter(
  ([name]) => options.only === undefined || options.only.split(",").some((part) => name.includes(part))
)

const openFloor = ({ loaded, url }: Site.Filled) =>
  Server.open({
    name: "floor",
    entry: "scripts/bench/floor.ts",
    environment: { DATABASE_URL: url, WORKSPACE_ID: loaded.workspace.id, USER_ID: loaded.user.id }
  })

const compare = Effect.fnUntraced(function* (
  { postmaster }: Site.Site,
  contestants: readonly [Compare.Contestant, Compare.Contestant]
) {
  const plan: Compare.Plan = {
    rounds: Number(options.rounds),
    seconds: Number(options.seconds),
    warm: Number(options.warm),
    connections: Number(options.connections),
    postmaster
  }
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

const fill = Effect.fnUntraced(function* (site: Site.Site, deals: number) {
  yield* Console.error(`Loading ${deals} deals`)
  return yield* Site.fill(site, deals)
})

const compareWithFloor = Effect.fnUntraced(function* (site: Site.Site) {
  const data = yield* fill(site, Number(options.deals))
  const other =
    options.against === undefined
      ? openFloor(data)
      : Server.service(site, data, { name: options.against, directory: options.against })
  yield* Console.log(
    `\n${options.deals} deals, ${options.connections} connections, ${options.rounds} rounds\n`
  )
  yield* compare(site, [
    { server: yield* Server.service(site, data), subject: data },
    { server: yield* other, subject: data }
  ])
})

/** With `--bytes`, measures allocation alone, which needs no idle machine. */
const guard = Effect.fnUntraced(function* (site: Site.Site) {
  const data = yield* fill(site, options.bytes ? 2_000 : 20_000)
  const allocating = yield* Effect.replicateEffect(Server.service(site, data, { flags: Allocated.flags }), 2)
  const timing = options.bytes
    ? undefined
    : ([
        { server: yield* Server.service(site, data), subject: data },
        { server: yield* openFloor(data), subject: data }
      ] as const)
  const servers = { allocating: allocating.map((server) => ({ server, subject: data })), timing }
  if (!(yield* Effect.promise(() => Guard.run(servers, options.renew)))) process.exitCode = 1
})

const compareSizes = Effect.fnUntraced(function* (site: Site.Site) {
  const large = yield* fill(site, Number(options.large))
  const small = yield* fill(site, 10_000)
  yield* Console.log(`\nThe service on ${options.large} deals and on 10,000\n`)
  yield* compare(site, [
    { server: yield* Server.service(site, large, { name: options.large }), subject: large },
    { server: yield* Server.service(site, small, { name: "10000" }), subject: small }
  ])
})

const main = Effect.gen(function* () {
  if (options.starts) return yield* Console.log(yield* Effect.promise(Starts.measure))
  const site = yield* Site.make(options.keep, process.env["DATABASE_URL"])
  if (options.guard) return yield* guard(site)
  yield* options.growth ? compareSizes(site) : compareWithFloor(site)
})

main.pipe(Effect.scoped, Effect.provide(NodeServices.layer), NodeRuntime.runMain)
