/** Compares the service with a hand-written baseline, with another checkout, and with committed figures (docs/bench.md). */
import { NodeRuntime, NodeServices } from "@effect/platform-node"
import { Console, Effect } from "effect"
import { parseArgs } from "node:util"
import * as Compare from "./Compare.ts"
import * as Guard from "./Guard.ts"
import { scenarios } from "./Scenarios.ts"
import * as Site from "./Site.ts"

const { values: options } = parseArgs({
  options: {
    deals: { type: "string", default: "100000" },
    rounds: { type: "string", default: "5" },
    seconds: { type: "string", default: "2" },
    warm: { type: "string", default: "10" },
    connections: { type: "string", default: "16" },
    only: { type: "string" },
    against: { type: "string" },
    guard: { type: "boolean", default: false },
    renew: { type: "boolean", default: false },
    bytes: { type: "boolean", default: false }
  }
})

const compare = Effect.fnUntraced(function* (site: Site.Site, pair: Compare.Pair) {
  const { only } = options
  const chosen = Object.entries(scenarios).filter(
    ([name]) => only === undefined || only.split(",").some((part) => name.includes(part))
  )
  const sizes = [options.rounds, options.seconds, options.warm, options.connections].map(Number)
  const [rounds, seconds, warm, connections] = sizes as [number, number, number, number]
  const plan = { rounds, seconds, warm, connections, postmaster: site.postmaster }
  yield* Console.log(`\n${options.deals} deals, ${connections} connections, ${rounds} rounds\n`)
  yield* Console.log(yield* Effect.promise(() => Compare.table(plan, chosen, pair)))
})

const guard = Effect.fnUntraced(function* (site: Site.Site) {
  const data = yield* Site.fill(site, 2_000)
  const allocating = yield* Effect.replicateEffect(Site.service(data, "service", { flags: Guard.flags }), 2)
  if (!(yield* Effect.promise(() => Guard.run(allocating, options.renew)))) process.exitCode = 1
})

const main = Effect.gen(function* () {
  const site = yield* Site.make
  if (options.guard) return yield* guard(site)
  const data = yield* Site.fill(site, Number(options.deals))
  const { against } = options
  const other = against === undefined ? Site.floor(data) : Site.service(data, against, { code: against })
  return yield* compare(site, [yield* Site.service(data), yield* other])
})

main.pipe(Effect.scoped, Effect.provide(NodeServices.layer), NodeRuntime.runMain)
