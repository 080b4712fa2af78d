import { assert, describe, it } from "@effect/vitest"
import { Clock, Effect, Fiber } from "effect"
import { TestClock } from "effect/testing"
import { Waits } from "../../../layers/platform/Waits.ts"

/** Waits that note when they end, in milliseconds since the test began. */
const make = Effect.sync(() => {
  const waits = new Waits()
  const ended: Array<readonly [string, number]> = []
  const wait = (name: string, patience: number) =>
    Effect.withFiber<() => void>((fiber) => {
      const clock = fiber.getRef(Clock.Clock)
      return Effect.succeed(
        waits.add(fiber, patience, () => ended.push([name, clock.currentTimeMillisUnsafe()]))
      )
    })
  return { ended, wait }
})

describe("waits", () => {
  it.effect("end one by one when their time has come, however long others wait", () =>
    Effect.gen(function* () {
      const { ended, wait } = yield* make
      yield* wait("a", 2_500)
      yield* wait("short", 100)
      yield* TestClock.adjust("400 millis")
      yield* wait("b", 2_500)
      yield* TestClock.adjust("2099 millis")
      assert.deepStrictEqual(ended, [["short", 100]])
      yield* TestClock.adjust("1 millis")
      yield* TestClock.adjust("1 second")
      assert.deepStrictEqual(ended, [
        ["short", 100],
        ["a", 2_500],
        ["b", 2_900]
      ])
    })
  )

  it.effect("don't end if they ended well before, and others still do", () =>
    Effect.gen(function* () {
      const { ended, wait } = yield* make
      const served = yield* wait("served", 1_000)
      yield* TestClock.adjust("300 millis")
      yield* wait("stuck", 1_000)
      served()
      yield* TestClock.adjust("999 millis")
      assert.deepStrictEqual(ended, [])
      yield* TestClock.adjust("1 millis")
      assert.deepStrictEqual(ended, [["stuck", 1_300]])
    })
  )

  it.effect("are watched again after nobody waited for a while", () =>
    Effect.gen(function* () {
      const { ended, wait } = yield* make
      for (const at of [1_000, 11_000, 21_000]) {
        yield* wait(`at ${at}`, 1_000)
        yield* TestClock.adjust("10 seconds")
        assert.deepStrictEqual(ended.at(-1), [`at ${at}`, at])
      }
      assert.lengthOf(ended, 3)
    })
  )

  it.effect("don't end with the fiber that was the first to wait", () =>
    Effect.gen(function* () {
      const { ended, wait } = yield* make
      const fiber = yield* Effect.forkChild(Effect.andThen(wait("first", 1_000), Effect.never), {
        startImmediately: true
      })
      yield* wait("second", 1_000)
      yield* Fiber.interrupt(fiber)
      yield* TestClock.adjust("1 second")
      assert.deepStrictEqual(
        ended.map(([name]) => name),
        ["first", "second"]
      )
    })
  )
})
