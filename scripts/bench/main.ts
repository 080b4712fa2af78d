/** Measures the service against a hand-written baseline, and against itself as data grows (docs/bench.md). */
import { NodeRuntime, NodeServices } from "@effect/platform-node"
import { Console, Effect } from "effect"
import { parseArgs } from "node:util"
import * as Allocated from "./Allocated.ts"
import * as Citus from "./Citus.ts"
import * as Compare from "./Compare.ts"
import * as Guard from "./Guard.ts"
import { behindImports, growing, onCluster, scenarios } from "./Scenarios.ts"
import * as Rest from "./Rest.ts"
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
    warm: { type: "string", default: "10" },
    connections: { type: "string", default: "16" },
    only: { type: "string" },
    keep: { type: "string" },
    against: { type: "string" },
    redis: { type: "string" },
    workers: { type: "string" },
    citus: { type: "string" },
    guard: { type: "boolean", default: false },
    renew: { type: "boolean", default: false },
    bytes: { type: "boolean", default: false },
    rest: { type: "boolean", default: false },
    answers: { type: "string", default: "500000" },
    growth: { type: "boolean", default: false },
    large: { type: "string", default: "1000000" },
    starts: { type: "boolean", default: false }
  }
})

const alone = Number(options.imported) > 0 ? behindImports : scenarios
const asked = options.citus !== undefined ? onCluster : options.growth ? growing : alone

const chosen = Object.entries(asked).filter(
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
  warm: Number(options.warm),
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

/** Compares with the committed figures, or writes them; with `--bytes` those of bytes only, which needs no idle machine. */
const guard = Effect.fnUntraced(function* (site: Site.Site) {
  const data = yield* filled(site, options.bytes ? 2_000 : 20_000)
  const subject = { loaded: data.loaded, sample: data.sample }
  const allocating = yield* Effect.replicateEffect(Server.service(site, data, { flags: Allocated.flags }), 2)
  const timing = options.bytes
    ? undefined
    : ([
        { server: yield* Server.service(site, data), subject },
        { server: yield* floor(data), subject }
      ] as const)
  const servers = { allocating: allocating.map((server) => ({ server, subject })), timing }
  if (!(yield* Effect.promise(() => Guard.run(servers, options.renew)))) process.exitCode = 1
})

/** Compares the service with a setting and without it. */
const againstItself = Effect.fnUntraced(function* (
  site: Site.Site,
  names: readonly [string, string],
  setting: Readonly<Record<string, string>>
) {
  const data = yield* filled(site, Number(options.deals))
  const subject = { loaded: data.loaded, sample: data.sample }
  yield* Console.log(`\n${names.join(" and ")}: ${options.deals} deals\n`)
  yield* compare(site, [
    { server: yield* Server.service(site, data, { name: names[0] }, setting), subject },
    { server: yield* Server.service(site, data, { name: names[1] }), subject }
  ])
})

const growth = Effect.fnUntraced(function* (site: Site.Site) {
  const large = yield* filled(site, Number(options.large))
  const small = yield* filled(site, 10_000)
  yield* Console.log(`\nThe service on ${options.large} deals and on 10,000\n`)
  yield* compare(site, [
    {
      server: yield* Server.service(site, large, { name: options.large }),
      subject: { ...large, cookie: yield* Site.signedIn(site, large) }
    },
    {
      server: yield* Server.service(site, small, { name: "10000" }),
      subject: { ...small, cookie: yield* Site.signedIn(site, small) }
    }
  ])
})

/** Measures the memory that a load leaves. */
const rest = Effect.fnUntraced(function* (site: Site.Site) {
  const { loaded, sample, ...data } = yield* filled(site, 20_000)
  const server = yield* Server.service(site, data)
  const load = { answers: Number(options.answers), connections: Number(options.connections) }
  yield* Console.log(yield* Effect.promise(() => Rest.measure(server, { loaded, sample }, load)))
})

const main = Effect.gen(function* () {
  if (options.starts) return yield* Console.log(yield* Effect.promise(Starts.measure))
  if (options.citus !== undefined) {
    const site = yield* Site.make(undefined, options.citus)
    return yield* Citus.compare(site, planOn(site), chosen, Number(options.deals))
  }
  const site = yield* Site.make(options.keep, process.env["DATABASE_URL"])
  if (options.guard) return yield* guard(site)
  if (options.rest) return yield* rest(site)
  const { redis, workers } = options
  if (redis !== undefined) {
    return yield* againstItself(site, ["limits in Redis", "in process"], { REDIS_URL: redis })
  }
  if (workers !== undefined) {
    return yield* againstItself(site, [`${workers} workers`, "one"], { WORKERS: workers })
  }
  yield* options.growth ? growth(site) : againstFloor(site, Number(options.deals))
})

main.pipe(Effect.scoped, Effect.provide(NodeServices.layer), NodeRuntime.runMain)
