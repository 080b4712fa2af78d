/** Simulates nodes that die and receivers that fail or hang: the real courier on a model of its queue. */
import { describe } from "@effect/vitest"
import { Couriers } from "./support/Couriers.ts"
import { simulate } from "./support/simulate.ts"

describe("webhooks", () => {
  simulate("Courier", "arrive, at most two at a time, whoever dies or hangs", (world) => {
    const { chance } = world
    const couriers = new Couriers(world)
    for (let left = chance.between(1, 8); left > 0; left--) {
      world.later(chance.between(0, chance.of([10, 8_000])), () => couriers.post())
    }
    if (chance.is(0.4)) world.later(chance.between(0, 9_000), () => couriers.kill())
    world.pass(10_000)
    couriers.clearUp()
    world.run(130_000, () => couriers.areDone)
    couriers.haveArrived()
    couriers.close()
  })
})
