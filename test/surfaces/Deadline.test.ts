import { assert, describe, it } from "@effect/vitest"
import { Deferred, Effect, Fiber } from "effect"
import { within } from "../../src/surfaces/Deadline.ts"

const late = () => Effect.succeed("late")

/** Never ends by itself, and takes note of its interruption. */
const endless = (interrupted: Deferred.Deferred<void>) =>
  Effect.onInterrupt(Effect.never, () => Deferred.succeed(interrupted, undefined))

describe("a deadline", () => {
  it.live("lets an answer in time through, and a failure too", () =>
    Effect.gen(function* () {
      assert.strictEqual(yield* within(Effect.succeed("soon"), "1 minute", late), "soon")
      const slower = Effect.as(Effect.sleep("10 millis"), "slower")
      assert.strictEqual(yield* within(slower, "1 minute", late), "slower")
      assert.strictEqual(yield* Effect.flip(within(Effect.fail("wrong"), "1 minute", late)), "wrong")
    })
  )

  it.live("answers late and interrupts what is still at work", () =>
    Effect.gen(function* () {
      const interrupted = yield* Deferred.make<void>()
      assert.strictEqual(yield* within(endless(interrupted), "10 millis", late), "late")
      yield* Deferred.await(interrupted)
    })
  )

  it.live("does not wait for what cannot be interrupted", () =>
    Effect.gen(function* () {
      assert.strictEqual(yield* within(Effect.uninterruptible(Effect.never), "10 millis", late), "late")
    })
  )

  it.live("interrupts the work with its caller", () =>
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
