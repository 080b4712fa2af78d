import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { make, ofProcess, patience } from "../../../layers/runtime/IdleMemoryRelease.ts"

const MiB = 1_048_576

/** A machine that is looked at every 10 s. */
const machine = () => {
  const state = { cpu: 0, now: 0, held: 120 * MiB, collections: 0 }
  const look = make({
    cpu: () => state.cpu,
    now: () => state.now,
    held: () => state.held,
    collect: () => {
      state.collections += 1
      state.held = 120 * MiB
    }
  })
  /** Ten seconds in which so much was worked and taken; whether something was collected. */
  const after = (cpu: number, taken: number, enough = patience) => {
    state.cpu += cpu
    state.now += 10_000
    state.held += taken * MiB
    const before = state.collections
    return Effect.map(look(enough), () => state.collections > before)
  }
  return { after, state }
}

describe("spare memory", () => {
  it.effect("is given back once the load is over, and not again", () =>
    Effect.gen(function* () {
      const { after } = machine()
      yield* after(50, 0, 1)
      assert.isFalse(yield* after(9_000, 300))
      assert.isFalse(yield* after(400, 0))
      assert.isFalse(yield* after(100, 0))
      assert.isFalse(yield* after(100, 0))
      assert.isTrue(yield* after(100, 0))
      assert.isFalse(yield* after(100, 0))
      assert.isFalse(yield* after(100, 20))
    })
  )

  it.effect("is kept for loads that come one after another, and what is compiled for them with it", () =>
    Effect.gen(function* () {
      const { after, state } = machine()
      for (let turn = 0; turn < 20; turn++) {
        yield* after(5_000, 30)
        yield* after(100, 0)
        yield* after(100, 0)
      }
      assert.strictEqual(state.collections, 0)
    })
  )

  it.effect("is given back after the start, of which much is garbage", () =>
    Effect.gen(function* () {
      assert.isTrue(yield* machine().after(100, 10, 1))
    })
  )

  it.effect("is kept while there is work, however much it takes", () =>
    Effect.gen(function* () {
      const { after, state } = machine()
      yield* after(50, 0, 1)
      for (let turn = 0; turn < 20; turn++) yield* after(500, 30)
      assert.strictEqual(state.collections, 1)
    })
  )

  it.effect("is given back as it grows slowly, too", () =>
    Effect.gen(function* () {
      const { after, state } = machine()
      yield* after(50, 0, 1)
      for (let turn = 0; turn < 20; turn++) yield* after(100, 10)
      assert.strictEqual(state.collections, 3)
    })
  )

  it.live("is what nothing holds any more", () =>
    Effect.gen(function* () {
      const [held, lost] = [{}, new WeakRef({})]
      const known = new WeakRef(held)
      // What was just made or looked at is held until the end of the turn.
      yield* Effect.promise(() => new Promise((done) => setImmediate(done)))
      ofProcess().collect()
      assert.deepStrictEqual([lost.deref(), known.deref()], [undefined, held])
    })
  )
})
