/** Checks the rate windows of one process against their definition, for random requests and clock changes. */
import { describe } from "@effect/vitest"
import { Context } from "effect"
import { type LimitBucket, RateLimiter, type Verdict } from "../../layers/rateLimits/RateLimiter.ts"
import { NaiveWindows } from "../support/fakes/NaiveWindows.ts"
import type { Chance } from "./support/Chance.ts"
import { Node } from "./support/Node.ts"
import { simulate } from "./support/simulate.ts"

const waits = (chance: Chance) =>
  chance.of([0, 0, chance.between(1, 900), chance.between(1, 25_000), 59_999, 60_000, 60_001, 130_000])

/** The buckets of one request: a credential's and its workspace's, only a workspace's, or an address's. */
const asked = (chance: Chance, limits: ReadonlyMap<string, number>): ReadonlyArray<LimitBucket> => {
  const of = (key: string) => ({ key, limit: limits.get(key)! })
  return chance.of([
    () => [of(chance.of(["key:1", "key:2"])), of("workspace:1")],
    () => [of("workspace:1")],
    () => [of("address:1")]
  ])()
}

const limitsOf = (chance: Chance) => {
  const limit = () => chance.of([1, 2, 3, 17, chance.between(1, 40)])
  return new Map(["key:1", "key:2", "workspace:1", "address:1"].map((key) => [key, limit()] as const))
}

const ranked = (verdicts: ReadonlyArray<Verdict>) => verdicts.map((one) => JSON.stringify(one)).sort()

describe("rate windows", () => {
  simulate("RateWindows", "let through what their definition lets through", (world) => {
    const { chance } = world
    const node = new Node(world, "the process")
    const { take } = Context.get(node.build(RateLimiter.layerMemory()), RateLimiter)
    const naive = new NaiveWindows()
    const limits = limitsOf(chance)
    for (let turn = chance.between(3, 14); turn > 0; turn--) {
      world.pass(waits(chance))
      if (chance.is(0.1)) node.skew = chance.between(-3_600_000, 3_600_000)
      const buckets = asked(chance, limits)
      const requests = Array.from({ length: chance.between(1, 8) }, () => take(buckets))
      const answers = ranked(node.all(requests))
      const expected = ranked(requests.map(() => naive.take(world.elapsed, buckets)))
      world.tell(() => `${requests.length} requests of ${JSON.stringify(buckets)}: ${answers.join(" ")}`)
      world.expect(String(answers) === String(expected), () => `By the definition: ${expected.join(" ")}`)
    }
  })
})
