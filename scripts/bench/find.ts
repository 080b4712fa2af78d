/**
 * Measures the search over everything, as its page: `node scripts/run.mjs scripts/bench/find.ts`
 * (`DATABASE_URL` replaces the embedded server).
 */
import { NodeRuntime, NodeServices } from "@effect/platform-node"
import { Console, Effect } from "effect"
import { parseArgs } from "node:util"
import { median } from "./Compare.ts"
import { terms } from "./Rows.ts"
import * as Server from "./Server.ts"
import * as Site from "./Site.ts"

const { values: options } = parseArgs({
  options: { deals: { type: "string", default: "100000" }, rounds: { type: "string", default: "40" } }
})

/** Some that hardly any deal has, some that a third have, and both together. */
const searches = [
  ...Object.values(terms),
  `${terms.rare} mia`,
  `${terms.medium} mia`,
  `${terms.common} mia`,
  ...["mia chen", "example", "a", "zq", "settings", "nobody has this"]
]

const main = Effect.gen(function* () {
  const site = yield* Site.make(undefined, process.env["DATABASE_URL"])
  yield* Console.error(`Loading ${options.deals} deals`)
  const filled = yield* Site.fill(site, Number(options.deals))
  const server = yield* Server.service(site, filled, { name: "find" })
  const headers = { accept: "text/html", cookie: yield* Site.signedIn(site, filled) }
  const ask = async (q: string) => {
    const began = performance.now()
    const answer = await fetch(`${server.url}/find?${new URLSearchParams({ q })}`, { headers })
    const text = await answer.text()
    if (answer.status !== 200 || !text.includes('id="found"')) throw new Error(text)
    return performance.now() - began
  }
  const times = searches.map(() => [] as Array<number>)
  // In turns, so that other load on the machine slows all alike.
  for (let round = -5; round < Number(options.rounds); round++) {
    for (const [index, q] of searches.entries()) {
      const time = yield* Effect.promise(() => ask(q))
      if (round >= 0) times[index]!.push(time)
    }
  }
  for (const [index, q] of searches.entries()) {
    const sorted = times[index]!.toSorted((a, b) => a - b)
    const p95 = sorted[Math.floor(sorted.length * 0.95)] ?? 0
    yield* Console.log(
      `${q.padEnd(20)} p50 ${median(sorted).toFixed(1).padStart(7)} ms   p95 ${p95.toFixed(1).padStart(7)} ms`
    )
  }
})

main.pipe(Effect.scoped, Effect.provide(NodeServices.layer), NodeRuntime.runMain)
