import { assert, describe, it } from "@effect/vitest"
import { Clock, Effect, Layer } from "effect"
import { TestClock } from "effect/testing"
import * as fc from "fast-check"
import { Ids } from "../../../layers/runtime/Ids.ts"
import { RateLimiter } from "../../../layers/rateLimits/RateLimiter.ts"
import { NaiveWindows } from "../../support/fakes/NaiveWindows.ts"
import * as Redis from "../../support/fakes/Redis.ts"

const span = 60_000

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
    const naive = new NaiveWindows()
    let now = yield* Clock.currentTimeMillis
    for (const { buckets, times, wait } of steps) {
      yield* TestClock.adjust(wait)
      now += wait
      for (let time = 0; time < times; time++) {
        assert.deepStrictEqual(yield* limiter.take(buckets), naive.take(now, buckets))
      }
    }
  })

const take = (key: string, limit: number) =>
  Effect.flatMap(RateLimiter, (limiter) => limiter.take([{ key, limit }]))

/** The Redis script on the test's clock, so that both count the same moments. */
const shared = Layer.unwrap(
  Effect.map(Redis.site, ({ prefix, url }) =>
    RateLimiter.layerRedis({ url, prefix, processes: 1, patience: 5_000, now: Clock.currentTimeMillis })
  )
).pipe(Layer.provide(Ids.layer))

const kinds: ReadonlyArray<{
  readonly name: string
  readonly layer: Layer.Layer<RateLimiter>
  readonly runs: number
  readonly skip: boolean
}> = [
  { name: "in one process", layer: RateLimiter.layerMemory(), runs: 60, skip: false },
  { name: "in Redis", layer: shared, runs: 15, skip: !Redis.isThere }
]

for (const { layer, name, runs, skip } of kinds) {
  describe.skipIf(skip)(`the rate limiter ${name}`, () => {
    it("agrees with the definition of a sliding window, whatever the requests", async () => {
      const property = fc.asyncProperty(fc.array(step, { maxLength: 20 }), (steps) =>
        Effect.runPromise(
          agrees(steps).pipe(Effect.provide(layer), Effect.provide(TestClock.layer()), Effect.scoped)
        )
      )
      await fc.assert(property, { numRuns: runs })
    })

    it.effect("lets through no more than the limit in any minute", () =>
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
      }).pipe(Effect.provide(layer))
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
      }).pipe(Effect.provide(layer))
    )

    it.effect("takes nothing from one bucket if the other refuses", () =>
      Effect.gen(function* () {
        const limiter = yield* RateLimiter
        const both = (key: string) =>
          limiter.take([
            { key, limit: 3 },
            { key: "workspace:1", limit: 4 }
          ])
        for (let time = 0; time < 3; time++) yield* both("one")
        const byKey = yield* both("one")
        assert.deepStrictEqual([byKey.refused, byKey.states[1]!.remaining], [0, 1])
        assert.strictEqual((yield* both("two")).refused, undefined)
        const byWorkspace = yield* both("two")
        assert.deepStrictEqual([byWorkspace.refused, byWorkspace.states[0]!.remaining], [1, 2])
      }).pipe(Effect.provide(layer))
    )

    it.effect("lets through exactly the limit of concurrent requests", () =>
      Effect.gen(function* () {
        const verdicts = yield* Effect.all(
          Array.from({ length: 100 }, () => take("k", 30)),
          { concurrency: "unbounded" }
        )
        assert.strictEqual(verdicts.filter(({ refused }) => refused === undefined).length, 30)
        assert.strictEqual(Math.min(...verdicts.map(({ states }) => states[0]!.remaining)), 0)
      }).pipe(Effect.provide(layer))
    )
  })
}

describe("the rate limiter in one process", () => {
  it.effect("never asks for more than a minute's patience, at whatever nanosecond a request comes", () =>
    Effect.gen(function* () {
      const { takeNow } = yield* RateLimiter
      const clock = yield* Clock.Clock
      const resets = Array.from({ length: 1_000 }, (_, index) => {
        const at = { ...clock, monotonicTimeNanosUnsafe: () => BigInt(index) * 8_123_456_789n }
        return takeNow!(at, [{ key: `k${index}`, limit: 1 }]).states[0]!.reset
      })
      assert.deepStrictEqual([...new Set(resets)], [60])
    }).pipe(Effect.provide(RateLimiter.layerMemory()))
  )
})

describe("the rate limiter of one of several processes", () => {
  it.effect("lets through its part of the limit, and at least one request", () =>
    Effect.gen(function* () {
      const passes = Effect.fnUntraced(function* (key: string, limit: number) {
        let count = 0
        while ((yield* take(key, limit)).refused === undefined) count++
        return count
      })
      assert.strictEqual(yield* passes("many", 10), 3)
      assert.strictEqual(yield* passes("few", 2), 1)
    }).pipe(Effect.provide(RateLimiter.layerMemory(3)))
  )
})
