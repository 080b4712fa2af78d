/** Simulates a job on several nodes that die, stop and lose the database: the real scheduler, runner and claims. */
import { describe } from "@effect/vitest"
import { every, Office } from "./support/Office.ts"
import { simulate } from "./support/simulate.ts"

describe("the ticks of a job", () => {
  simulate("Jobs", "are each done, by one node at a time, and again only after a mishap", (world) => {
    const { chance } = world
    const begin = world.now
    const office = new Office(world)
    for (let turn = chance.between(0, 3); turn > 0; turn--) {
      const happens = chance.of([() => office.hire(), () => office.kill(), () => office.dismiss()])
      world.later(chance.between(0, 3 * every), happens)
    }
    world.pass(3 * every)
    office.clearUp()
    world.pass(2 * every)
    const last = world.now - every
    for (let tick = office.isReliable ? begin : last; tick <= last; tick += every) office.isDone(tick)
  })
})
