import { assert, describe, it } from "@effect/vitest"
import { Deferred, Effect, Fiber } from "effect"
import { EventEmitter } from "node:events"
import { vi } from "vitest"
import { leftOf, within } from "../../../src/surfaces/http/Deadline.ts"

const late = () => Effect.succeed("late")

/** Never ends by itself, and records its interruption. */
const endless = (interrupted: Deferred.Deferred<void>) =>
  Effect.onInterrupt(Effect.never, () => Deferred.succeed(interrupted, undefined))

describe("a deadline", () => {
  it.live("lets through an answer in time, and a failure too", () =>
    Effect.gen(function* () {
      assert.strictEqual(yield* within(Effect.succeed("soon"), "1 minute", late), "soon")
      const slower = Effect.as(Effect.sleep("10 millis"), "slower")
      assert.strictEqual(yield* within(slower, "1 minute", late), "slower")
      assert.strictEqual(yield* Effect.flip(within(Effect.fail("wrong"), "1 minute", late)), "wrong")
    })
  )

  it.live("answers at the deadline and interrupts the work", () =>
    Effect.gen(function* () {
      const interrupted = yield* Deferred.make<void>()
      assert.strictEqual(yield* within(endless(interrupted), "10 millis", late), "late")
      yield* Deferred.await(interrupted)
    })
  )

  it.live("does not wait for work that can't be interrupted", () =>
    Effect.gen(function* () {
      assert.strictEqual(yield* within(Effect.uninterruptible(Effect.never), "10 millis", late), "late")
    })
  )

  it.live("interrupts the work when its caller is interrupted", () =>
    Effect.gen(function* () {
      const interrupted = yield* Deferred.make<void>()
      const caller = yield* Effect.forkChild(within(endless(interrupted), "1 minute", late), {
        startImmediately: true
      })
      yield* Fiber.interrupt(caller)
      yield* Deferred.await(interrupted)
    })
  )
})

describe("a request's remaining time", () => {
  const limits = { usual: 10_000, long: 30_000 }
  const at = (millis: number) => vi.spyOn(performance, "now").mockReturnValue(millis)

  it("counts from its last byte, and while it arrives from its first", () => {
    at(0)
    const source = Object.assign(new EventEmitter(), { complete: false })
    const [bare, arriving] = [
      leftOf(limits, undefined, { isLong: false }),
      leftOf(limits, source, { isLong: false })
    ]
    at(9_000)
    assert.deepStrictEqual([bare(), arriving()], [1_000, 21_000])
    source.complete = true
    source.emit("end")
    at(12_000)
    assert.deepStrictEqual([bare(), arriving()], [-2_000, 7_000])
    vi.restoreAllMocks()
  })

  it.live("counts from the arrival of a body that nobody reads yet", () =>
    Effect.gen(function* () {
      const source = Object.assign(new EventEmitter(), { complete: false })
      at(0)
      const left = leftOf(limits, source, { isLong: false })
      source.complete = true
      at(10)
      yield* Effect.promise(() => new Promise(setImmediate))
      at(9_000)
      assert.strictEqual(left(), 1_010)
      vi.restoreAllMocks()
    })
  )

  it("is longer once the request waits for other servers", () => {
    at(0)
    const patience = { isLong: false }
    const left = leftOf(limits, undefined, patience)
    patience.isLong = true
    at(12_000)
    assert.strictEqual(left(), 18_000)
    vi.restoreAllMocks()
  })

  it.live("is checked again before a request is given up", () =>
    Effect.gen(function* () {
      const remaining = [5, 5, 0]
      const asked = () => remaining.shift()!
      assert.strictEqual(yield* within(Effect.never, asked, late), "late")
      assert.isEmpty(remaining)
    })
  )
})
