import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber, Logger, Random } from "effect"
import { TestClock } from "effect/testing"
import * as Loop from "../../../layers/platform/Loop.ts"

/** What is logged, in words, where this runs. */
const heard = () => {
  const lines: Array<string> = []
  const logger = Logger.make(({ message }) => void lines.push([message].flat().map(String)[0]!))
  return { lines, layer: Logger.layer([logger]) }
}

/** Turns that fail or die by plan; afterwards they work. */
const planned = (plan: ReadonlyArray<"works" | "fails" | "dies">) => {
  const times: Array<string> = []
  const turn = Effect.suspend((): Effect.Effect<void, string> => {
    const next = plan[times.length] ?? "works"
    times.push(next)
    return next === "works" ? Effect.void : next === "fails" ? Effect.fail("no") : Effect.die("bug")
  })
  return { times, turn }
}

describe("a loop", () => {
  it.effect("survives failures and defects, and logs only the first and the recovery", () =>
    Effect.gen(function* () {
      const { layer, lines } = heard()
      const { times, turn } = planned(["works", "fails", "dies", "fails", "works", "dies", "works"])
      const loop = Loop.forever("Counting", () => turn, { every: "1 second" })
      const fiber = yield* Effect.forkChild(Effect.provide(loop, layer))
      yield* TestClock.adjust("60 seconds")
      assert.isAbove(times.length, 20)
      const [failed, again] = ["Counting: failed, and is tried again until it works", "Counting: works again"]
      assert.deepStrictEqual(lines, [failed, again, failed, again])
      yield* Fiber.interrupt(fiber)
      const turns = times.length
      yield* TestClock.adjust("60 seconds")
      assert.strictEqual(times.length, turns)
    })
  )

  it.effect("waits longer after each failure, and half a minute at most", () =>
    Effect.gen(function* () {
      const { layer } = heard()
      const { times, turn } = planned(Array.from({ length: 1000 }, () => "fails" as const))
      const loop = Loop.forever("Counting", () => turn).pipe(Effect.provide(layer), Random.withSeed("even"))
      yield* Effect.forkChild(loop)
      yield* TestClock.adjust("8 seconds")
      assert.include([3, 4], times.length)
      yield* TestClock.adjust("10 minutes")
      assert.isAbove(times.length, 15)
      assert.isBelow(times.length, 32)
    })
  )

  it.effect("counts an endless turn as working once it says so", () =>
    Effect.gen(function* () {
      const { layer, lines } = heard()
      let turns = 0
      const turn = (works: Effect.Effect<void>) =>
        turns++ === 0 ? Effect.fail("no") : Effect.andThen(works, Effect.never)
      yield* Effect.forkChild(Effect.provide(Loop.forever("Listening", turn), layer))
      yield* TestClock.adjust("10 seconds")
      assert.strictEqual(lines.at(-1), "Listening: works again")
    })
  )
})
