import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber, Logger, Random } from "effect"
import { TestClock } from "effect/testing"
import * as Loop from "../../../layers/runtime/Loop.ts"
import { type Loop as Told, Loops } from "../../../layers/runtime/Loops.ts"

/** Collects log messages. */
const heard = () => {
  const lines: Array<string> = []
  const logger = Logger.make(({ message }) => void lines.push([message].flat().map(String)[0]!))
  return { lines, layer: Logger.layer([logger]) }
}

/** Turns that fail or die as planned; later turns succeed. */
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
      const [failed, again] = ["Counting: failed; retrying until it works", "Counting: works again"]
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

  it.effect("is told of by its name: its turns, its failures, and whether it works", () =>
    Effect.gen(function* () {
      const { layer } = heard()
      const loops = Loops.make()
      const { turn } = planned(["works", "fails", "dies", "works"])
      const loop = Loop.forever("Counting", () => turn, { every: "1 second", longest: "1 second" })
      const fiber = yield* loop.pipe(
        Effect.provideService(Loops, loops),
        Effect.provide(layer),
        Effect.forkChild
      )
      yield* TestClock.adjust("1 second")
      const told = (more: Omit<Told, "name">) => [{ name: "Counting", ...more }]
      const at = (seconds: number) => `1970-01-01T00:00:${String(seconds).padStart(2, "0")}.000Z`
      const well = { state: "working", since: at(0), turns: 1, failures: 0, lastFailure: null } as const
      assert.deepStrictEqual(yield* loops.all, told(well))
      yield* TestClock.adjust("1 second")
      const lastFailure = { at: at(2), reason: "no" }
      const failing = { state: "failing", since: at(2), turns: 2, failures: 1, lastFailure } as const
      assert.deepStrictEqual(yield* loops.all, told(failing))
      yield* TestClock.adjust("30 seconds")
      const [again] = yield* loops.all
      assert.deepInclude(again, { state: "working", failures: 2 })
      assert.strictEqual(again!.lastFailure!.reason, "bug")
      assert.isAbove(Date.parse(again!.since), Date.parse(again!.lastFailure!.at))
      yield* Fiber.interrupt(fiber)
      assert.deepStrictEqual(yield* loops.all, [])
    })
  )

  it.effect("is told of together with others of its name, which work while all of them do", () =>
    Effect.gen(function* () {
      const { layer } = heard()
      const loops = Loops.make()
      const run = (turn: Effect.Effect<unknown, string>) =>
        Loop.forever("Listening", () => turn).pipe(Effect.provideService(Loops, loops), Effect.provide(layer))
      yield* Effect.forkChild(run(Effect.never))
      const failing = yield* Effect.forkChild(run(Effect.fail("no")))
      yield* TestClock.adjust("100 millis")
      assert.deepInclude((yield* loops.all)[0], { state: "failing", turns: 2, failures: 1 })
      yield* Fiber.interrupt(failing)
      assert.deepInclude((yield* loops.all)[0], { state: "working", turns: 2, failures: 1 })
    })
  )

  it.effect("leaves its log to the work that says its failures itself, but for defects", () =>
    Effect.gen(function* () {
      const { layer, lines } = heard()
      const { turn } = planned(["fails", "works", "fails", "dies", "fails", "works"])
      const options = { every: "1 second", pause: 0, isQuiet: true } as const
      yield* Effect.forkChild(
        Effect.provide(
          Loop.forever("Counting", () => turn, options),
          layer
        )
      )
      yield* TestClock.adjust("2 seconds")
      assert.deepStrictEqual(lines, [])
      yield* TestClock.adjust("10 seconds")
      assert.deepStrictEqual(lines, ["Counting: failed; retrying until it works", "Counting: works again"])
    })
  )
})
