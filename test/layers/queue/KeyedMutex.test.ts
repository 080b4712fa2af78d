import { assert, it } from "@effect/vitest"
import { Deferred, Effect, Fiber } from "effect"
import { TestClock } from "effect/testing"
import { KeyedMutex } from "../../../layers/queue/KeyedMutex.ts"

const late = Effect.succeed("late")

it.effect("those of a key run one after another, those of others at once", () =>
  Effect.gen(function* () {
    const queues = new KeyedMutex("5 seconds")
    const go = yield* Deferred.make<void>()
    const running = new Set<string>()
    const most = new Map<string, number>()
    const run = (key: string, id: string) =>
      queues.inTurn(
        key,
        Effect.gen(function* () {
          running.add(id)
          const now = [...running].filter((one) => one.startsWith(key)).length
          most.set(key, Math.max(most.get(key) ?? 0, now))
          yield* Deferred.await(go)
          yield* Effect.yieldNow
          running.delete(id)
          return id
        }),
        late
      )
    const ids = ["a1", "a2", "a3", "b1"]
    const fibers = yield* Effect.forEach(ids, (id) => Effect.forkChild(run(id[0]!, id)))
    yield* Effect.yieldNow
    assert.deepStrictEqual([...running], ["a1", "b1"])
    assert.strictEqual(queues.size, 2)
    yield* Deferred.succeed(go, undefined)
    assert.deepStrictEqual(yield* Fiber.joinAll(fibers), ids)
    assert.deepStrictEqual([...most.values()], [1, 1])
    assert.strictEqual(queues.size, 0)
  })
)

it.effect("who waits too long does something else, and who goes away leaves the others their turn", () =>
  Effect.gen(function* () {
    const queues = new KeyedMutex("5 seconds")
    const first = yield* Effect.forkChild(queues.inTurn("key", Effect.never, late))
    const second = yield* Effect.forkChild(queues.inTurn("key", Effect.succeed("second"), late))
    yield* TestClock.adjust("5 seconds")
    assert.strictEqual(yield* Fiber.join(second), "late")
    const third = yield* Effect.forkChild(queues.inTurn("key", Effect.never, late))
    const fourth = yield* Effect.forkChild(queues.inTurn("key", Effect.succeed("fourth"), late))
    const fifth = yield* Effect.forkChild(queues.inTurn("key", Effect.succeed("fifth"), late))
    yield* Effect.yieldNow
    yield* Fiber.interrupt(third)
    yield* Fiber.interrupt(first)
    assert.strictEqual(yield* Fiber.join(fourth), "fourth")
    assert.strictEqual(yield* Fiber.join(fifth), "fifth")
    assert.strictEqual(queues.size, 0)
    assert.strictEqual(yield* queues.inTurn("key", Effect.succeed("anew"), late), "anew")
  })
)
