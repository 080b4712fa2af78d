import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import * as fc from "fast-check"
import { type Bucket, RateLimiter, type Verdict } from "../../layers/RateLimiter.ts"

const span = 60_000

/** The definition, as slow as it reads: every request that went through, of each bucket. */
class Naive {
  private readonly passed = new Map<string, Array<number>>()

  take(now: number, buckets: ReadonlyArray<Bucket>): Verdict {
    const within = (key: string) => (this.passed.get(key) ?? []).filter((at) => at > now - span)
    const full = buckets.findIndex(({ key, limit }) => within(key).length >= limit)
    if (full < 0) for (const { key } of buckets) this.passed.set(key, [...within(key), now])
    return {
      refused: full < 0 ? undefined : full,
      states: buckets.map(({ key, limit }) => {
        const times = within(key)
        const reset = times.length === 0 ? 0 : Math.ceil((times[0]! + span - now) / 1000)
        return { limit, remaining: Math.max(0, limit - times.length), reset }
      })
    }
  }
}

const step = fc.record({
  wait: fc.oneof(
    fc.constant(0),
    fc.integer({ min: 1, max: 20_000 }),
    fc.constantFrom(59_999, 60_000, 60_001)
  ),
  buckets: fc.uniqueArray(
    fc.record({ key: fc.constantFrom("a", "b", "w"), limit: fc.integer({ min: 1, max: 40 }) }),
    { minLength: 1, maxLength: 2, selector: ({ key }) => key }
  ),
  times: fc.integer({ min: 1, max: 30 })
})

type Step = typeof step extends fc.Arbitrary<infer A> ? A : never

const agrees = (steps: ReadonlyArray<Step>) =>
  Effect.gen(function* () {
    const limiter = yield* RateLimiter
    const naive = new Naive()
    let now = 0
    for (const { buckets, times, wait } of steps) {
      yield* TestClock.adjust(wait)
      now += wait
      for (let time = 0; time < times; time++) {
        assert.deepStrictEqual(yield* limiter.take(buckets), naive.take(now, buckets))
      }
    }
  }).pipe(Effect.provide([RateLimiter.layer, TestClock.layer()]), Effect.scoped)

const take = (key: string, limit: number) =>
  Effect.flatMap(RateLimiter, (limiter) => limiter.take([{ key, limit }]))

describe("the rate limiter", () => {
  it("agrees with the definition of a sliding window, whatever is asked when", async () => {
    const property = fc.asyncProperty(fc.array(step, { maxLength: 20 }), (steps) =>
      Effect.runPromise(agrees(steps))
    )
    await fc.assert(property, { numRuns: 60 })
  })

  it.effect("lets through no more than the limit in whatever minute one looks at", () =>
    Effect.gen(function* () {
      const passed: Array<number> = []
      for (let now = 0; now < 200_000; now += 700) {
        const { refused } = yield* take("k", 50)
        if (refused === undefined) passed.push(now)
        yield* TestClock.adjust(700)
      }
      for (const from of passed) {
        assert.isAtMost(passed.filter((at) => at >= from && at < from + span).length, 50)
      }
      assert.isAtLeast(passed.length, 150)
    }).pipe(Effect.provide(RateLimiter.layer))
  )

  it.effect("frees a place 60 s after it was taken, to the millisecond", () =>
    Effect.gen(function* () {
      yield* take("k", 2)
      yield* TestClock.adjust(10_000)
      yield* take("k", 2)
      const { refused, states } = yield* take("k", 2)
      assert.deepStrictEqual([refused, states], [0, [{ limit: 2, remaining: 0, reset: 50 }]])
      yield* TestClock.adjust(49_999)
      assert.strictEqual((yield* take("k", 2)).refused, 0)
      yield* TestClock.adjust(1)
      assert.strictEqual((yield* take("k", 2)).refused, undefined)
      assert.strictEqual((yield* take("k", 2)).refused, 0)
    }).pipe(Effect.provide(RateLimiter.layer))
  )

  it.effect("takes nothing of one bucket where the other refuses", () =>
    Effect.gen(function* () {
      const limiter = yield* RateLimiter
      const both = (key: string) =>
        limiter.take([
          { key, limit: 3 },
          { key: "workspace", limit: 4 }
        ])
      for (let time = 0; time < 3; time++) yield* both("one")
      const byKey = yield* both("one")
      assert.deepStrictEqual([byKey.refused, byKey.states[1]!.remaining], [0, 1])
      assert.strictEqual((yield* both("two")).refused, undefined)
      const byWorkspace = yield* both("two")
      assert.deepStrictEqual([byWorkspace.refused, byWorkspace.states[0]!.remaining], [1, 2])
    }).pipe(Effect.provide(RateLimiter.layer))
  )
})
