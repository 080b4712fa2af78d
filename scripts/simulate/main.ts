/**
 * What 10,000 workspaces with 100 million deals need, from measured costs (docs/scaling.md):
 *
 *     npm run simulate                        at 1, 10, 100 and 1,000 times today's load; --json, --times 5,50
 *     npm run simulate -- --load FILE         another load than load.json; --workspaces, --deals change its size alone
 *     npm run simulate -- --measure           measures the costs on this machine, and prints them; --to FILE keeps them
 *     npm run simulate -- --check             holds the model against real runs at two sizes; fails if it is off
 *
 * --measure and --check take --seconds for each step, and --database with --postmasters (ids of the servers' first
 * processes) for a server of your own; with --given its database is used as it is and must be empty.
 */
import { NodeRuntime, NodeServices } from "@effect/platform-node"
import { Console, Effect } from "effect"
import { writeFileSync } from "node:fs"
import { parseArgs } from "node:util"
import * as Check from "./Check.ts"
import * as Inputs from "./Inputs.ts"
import * as Ladder from "./Ladder.ts"
import * as Measure from "./Measure.ts"
import * as Model from "./Model.ts"
import * as Report from "./Report.ts"
import type * as Stand from "./Stand.ts"

const { values: options } = parseArgs({
  options: {
    measure: { type: "boolean", default: false },
    check: { type: "boolean", default: false },
    json: { type: "boolean", default: false },
    given: { type: "boolean", default: false },
    seconds: { type: "string", default: "4" },
    times: { type: "string", default: "1,10,100,1000" },
    costs: { type: "string" },
    load: { type: "string" },
    workspaces: { type: "string" },
    deals: { type: "string" },
    database: { type: "string" },
    postmasters: { type: "string", default: "" },
    to: { type: "string" }
  }
})

const where: Stand.Where = {
  database: options.database,
  postmasters: options.postmasters.split(",").filter(Boolean).map(Number),
  given: options.given
}

const seconds = Number(options.seconds)

const command = ["npm run simulate --", ...process.argv.slice(2)].join(" ")

const load = (): Inputs.Load => {
  const read = Inputs.load(options.load)
  return {
    ...read,
    workspaces: Number(options.workspaces ?? read.workspaces),
    deals: Number(options.deals ?? read.deals)
  }
}

const measure = Effect.gen(function* () {
  const costs = yield* Measure.measure(where, seconds, command)
  const text = `${JSON.stringify(costs, null, 2)}\n`
  if (options.to === undefined) return yield* Console.log(text)
  writeFileSync(options.to, text)
})

const check = Effect.gen(function* () {
  const rows: Array<Check.Row> = []
  for (const size of Check.sizes) {
    rows.push(...(yield* Effect.scoped(Check.run(where, Inputs.costs(options.costs), load(), seconds, size))))
  }
  yield* Console.log(options.json ? JSON.stringify(rows, null, 2) : Check.text(rows))
  if (!rows.every(Check.isWithin)) process.exitCode = 1
})

const simulate = Effect.gen(function* () {
  const costs = Inputs.costs(options.costs)
  const onCluster = Inputs.onCluster(costs)
  const times = options.times.split(",").map(Number)
  const forecasts = times.map((one) => Model.forecast(costs, load(), one, onCluster))
  const ladder = Ladder.climb(costs, load(), onCluster)
  yield* Console.log(
    options.json
      ? JSON.stringify({ load: load(), measured: costs.measured, forecasts, ladder }, null, 2)
      : Report.text(forecasts, costs, load(), ladder)
  )
})

const main = options.measure ? measure : options.check ? check : simulate

main.pipe(Effect.scoped, Effect.provide(NodeServices.layer), NodeRuntime.runMain)
