import { assert, describe, it } from "@effect/vitest"
import { Cache, Deferred, Effect, Fiber } from "effect"
import * as CacheInvalidation from "../../../layers/records/CacheInvalidation.ts"

describe("forgetting", () => {
  it.effect("reads anew what the news is about, what failed and what was being read; the others stay", () =>
    Effect.gen(function* () {
      const reads: Array<string> = []
      const slow = yield* Deferred.make<void>()
      const cache = yield* Cache.make({
        capacity: 10,
        lookup: (key: string) =>
          Effect.gen(function* () {
            reads.push(key)
            if (key === "unknown") return yield* Effect.fail("unknown")
            if (key === "slow") yield* Deferred.await(slow)
            return { id: `id of ${key}` }
          })
      })
      const get = (key: string) => Effect.ignore(Cache.get(cache, key))
      const late = yield* Effect.forkChild(get("slow"), { startImmediately: true })
      for (const key of ["a", "b", "unknown"]) yield* get(key)
      yield* CacheInvalidation.forget(cache, ({ id }) => id === "id of a")
      yield* Deferred.succeed(slow, undefined)
      yield* Fiber.join(late)
      reads.length = 0
      for (const key of ["a", "b", "unknown", "slow"]) yield* get(key)
      assert.deepStrictEqual(reads, ["a", "unknown", "slow"])
    })
  )
})
