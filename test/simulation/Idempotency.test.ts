/**
 * Simulates keyed writes of several processes on a database that loses connections and answers or stalls, while callers
 * leave and come back: the real code from src/invocation/Invoke.ts down to its statements.
 */
import { describe } from "@effect/vitest"
import { Caller } from "./support/Caller.ts"
import type { Chance } from "./support/Chance.ts"
import { Front } from "./support/Front.ts"
import type { Plan } from "./support/KeyedWrite.ts"
import { simulate } from "./support/simulate.ts"

const day = 24 * 60 * 60 * 1000

const planOf = (chance: Chance, key: string): Plan => ({
  key,
  name: `deal ${key}`,
  deals: chance.of([[], ["a"], ["a", "b"], ["b", "a"]]),
  ends: chance.of([["well"], ["well"], ["well", "conflict"], ["well", "conflict", "invalid", "dies"]]),
  isPrepared: chance.is(0.3)
})

describe("keyed writes", () => {
  simulate("Idempotency", "take effect once, and are answered as they were first", (world) => {
    const { chance } = world
    const front = new Front(world)
    const plans = (chance.is(0.6) ? ["k1"] : ["k1", "k2"]).map((key) => planOf(chance, key))
    const callers = Array.from({ length: chance.between(2, 7) }, (_, index) => {
      const plan = chance.of(plans)
      const isOther = chance.is(0.05)
      return new Caller(front, `caller ${index + 1}`, isOther ? { ...plan, name: "another deal" } : plan)
    })
    if (chance.is(0.4)) world.later(chance.between(1, 9_000), () => front.kill())
    world.run(600_000, () => callers.every(({ isDone }) => isDone))
    // By then every silent loss is noticed.
    world.pass(60_000)
    for (const { key } of plans) front.isKeptOnce(key)
    front.isAtRest()
    world.pass(day)
    front.isForgotten(plans[0]!)
  })
})
