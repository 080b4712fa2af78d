import { assert, describe, it } from "@effect/vitest"
import { Cause, Effect, Exit, Fiber, Option } from "effect"
import { TestClock } from "effect/testing"
import * as fc from "fast-check"
import { type Bounds, FairSemaphore } from "../../../layers/queue/FairSemaphore.ts"

class Late {
  readonly isOwn: boolean

  constructor(isOwn: boolean) {
    this.isOwn = isOwn
  }
}

const make = (bounds: Bounds) => {
  const turns = new FairSemaphore(bounds)
  const served: Array<string> = []
  const running = new Map<string, number>()
  const count = (key: string, by: number) => running.set(key, (running.get(key) ?? 0) + by)

  /** Asks for a place, and keeps it for `millis`. */
  const ask = (key: string, millis: number, patience = 60_000, isSlow = false) =>
    turns.run(
      key,
      Effect.suspend(() => {
        served.push(key)
        count(key, 1)
        return Effect.ensuring(
          Effect.sleep(millis),
          Effect.sync(() => count(key, -1))
        )
      }),
      patience,
      (isOwn) => Effect.fail(new Late(isOwn)),
      isSlow
    )
  const fork = (key: string, millis: number, patience?: number, isSlow?: boolean) =>
    Effect.forkChild(ask(key, millis, patience, isSlow), { startImmediately: true })
  const isEmpty = () => assert.deepStrictEqual([turns.running, turns.waiting, turns.size], [0, 0, 0])
  return { turns, served, running, ask, fork, isEmpty }
}

const many = (count: number, fork: Effect.Effect<Fiber.Fiber<void, Late>>) =>
  Effect.forEach(Array.from({ length: count }), () => fork)

describe("turns", () => {
  it.effect("go to those who wait one after another, however much one of them asks for", () =>
    Effect.gen(function* () {
      const { fork, isEmpty, served } = make({ places: 2, share: 2 })
      yield* many(20, fork("busy", 10))
      yield* many(2, fork("a", 10))
      yield* fork("b", 10)
      yield* TestClock.adjust("30 millis")
      assert.deepStrictEqual(served.slice(0, 7), ["busy", "busy", "busy", "a", "b", "busy", "a"])
      yield* TestClock.adjust("1 second")
      assert.lengthOf(served, 23)
      isEmpty()
    })
  )

  it.effect("leave places free beyond one's share", () =>
    Effect.gen(function* () {
      const { ask, fork, running, turns } = make({ places: 6, share: 4 })
      const fibers = yield* many(50, fork("stuck", 1e9))
      assert.strictEqual(running.get("stuck"), 4)
      assert.strictEqual(turns.waiting, 46)
      const healthy = yield* Effect.forkChild(Effect.forEach([1, 2, 3], () => ask("healthy", 5)))
      yield* TestClock.adjust("15 millis")
      assert.isDefined(healthy.pollUnsafe())
      yield* Fiber.interruptAll(fibers)
      assert.deepStrictEqual([turns.running, turns.waiting, turns.size], [0, 0, 0])
    })
  )

  it.effect("are fewer for all who get no answers, together", () =>
    Effect.gen(function* () {
      const { ask, fork, running, turns } = make({ places: 7, share: 4, doubtful: 3 })
      for (const key of ["a", "b", "c"]) yield* fork(key, 1e9)
      yield* TestClock.adjust("200 millis")
      yield* many(10, fork("a", 1e9))
      yield* many(10, fork("b", 1e9))
      assert.deepStrictEqual([turns.running, turns.waiting, running.get("a")], [3, 20, 1])
      const healthy = yield* Effect.forkChild(
        Effect.forEach(Array.from({ length: 4 }), () => ask("healthy", 5), { concurrency: 4 })
      )
      yield* TestClock.adjust("5 millis")
      assert.isTrue(Exit.isSuccess(healthy.pollUnsafe()!))
    })
  )

  it.effect("are as many as ever for those who get answers, if one of theirs takes long", () =>
    Effect.gen(function* () {
      const { fork, running } = make({ places: 7, share: 4, doubtful: 1 })
      yield* fork("a", 900)
      yield* TestClock.adjust("200 millis")
      yield* fork("b", 900)
      yield* TestClock.adjust("150 millis")
      // Both are in doubt, as much as may be.
      yield* fork("a", 5)
      assert.strictEqual(running.get("a"), 1)
      yield* TestClock.adjust("550 millis")
      // The place that came to its end went to the one who waited, who has had an answer now.
      yield* TestClock.adjust("5 millis")
      yield* many(4, fork("a", 5))
      assert.strictEqual(running.get("a"), 4)
    })
  )

  it.effect("are as many as ever for those whose work is known to be slow", () =>
    Effect.gen(function* () {
      const { fork, running, turns } = make({ places: 7, share: 4, doubtful: 1 })
      yield* many(3, fork("a", 1e9, 60_000, true))
      yield* TestClock.adjust("2 seconds")
      yield* fork("a", 1e9)
      assert.strictEqual(running.get("a"), 4)
      // Beside those, what isn't known to be slow puts it in doubt.
      yield* TestClock.adjust("200 millis")
      yield* fork("b", 1e9)
      yield* TestClock.adjust("200 millis")
      yield* fork("b", 1e9)
      assert.deepStrictEqual([running.get("b"), turns.waiting], [1, 1])
    })
  )

  it.effect("are refused at once where all that one may have is stuck", () =>
    Effect.gen(function* () {
      const { ask, fork, running, turns } = make({ places: 7, share: 4, doubtful: 7 })
      yield* many(3, fork("a", 1e9))
      yield* TestClock.adjust("1 second")
      yield* fork("a", 1e9)
      yield* TestClock.adjust("1500 millis")
      // The fourth may still be answered.
      const kept = yield* fork("a", 5, 2_500)
      yield* TestClock.adjust("1 second")
      assert.isTrue((yield* Effect.flip(ask("a", 5))).isOwn)
      assert.deepStrictEqual([kept.pollUnsafe(), running.get("a"), turns.waiting], [undefined, 4, 1])
      yield* fork("b", 1e9)
      assert.strictEqual(running.get("b"), 1)
    })
  )

  it.effect("are one at a time for who got no answer to the end, until there is one", () =>
    Effect.gen(function* () {
      const { ask, fork, isEmpty, running, turns } = make({ places: 7, share: 4, doubtful: 3 })
      const failing = (millis: number) =>
        turns.run("a", Effect.delay(Effect.die("no answer"), millis), 60_000, () => Effect.never)
      const dying = yield* Effect.forkChild(Effect.exit(failing(7_000)))
      yield* TestClock.adjust("7 seconds")
      assert.isDefined(dying.pollUnsafe())
      yield* many(3, fork("a", 3_000, 2_500))
      assert.deepStrictEqual([running.get("a"), turns.waiting], [1, 2])
      yield* TestClock.adjust("2500 millis")
      assert.isTrue((yield* Effect.flip(ask("a", 5))).isOwn)
      yield* TestClock.adjust("500 millis")
      yield* many(4, fork("a", 5))
      assert.strictEqual(running.get("a"), 4)
      // Who comes no more is forgotten.
      yield* Effect.forkChild(Effect.exit(failing(7_000)))
      yield* TestClock.adjust("1 minute")
      assert.strictEqual(turns.size, 1)
      yield* fork("b", 5)
      yield* TestClock.adjust("5 millis")
      isEmpty()
    })
  )

  it.effect("say whether one's own share is what is waited for, after too long a wait", () =>
    Effect.gen(function* () {
      const { fork, isEmpty, turns } = make({ places: 2, share: 1 })
      const stuck = [yield* fork("a", 1e9), yield* fork("b", 1e9)]
      const own = yield* fork("a", 1, 2_500)
      const others = yield* fork("c", 1, 2_500)
      yield* TestClock.adjust("2500 millis")
      const lateOf = (fiber: typeof own) =>
        Option.getOrThrow(Option.flatMap(Exit.getCause(fiber.pollUnsafe()!), Cause.findErrorOption)).isOwn
      assert.deepStrictEqual([lateOf(own), lateOf(others)], [true, false])
      assert.strictEqual(turns.waiting, 0)
      yield* Fiber.interruptAll(stuck)
      isEmpty()
    })
  )

  it.effect("are nobody's who has gone", () =>
    Effect.gen(function* () {
      const { fork, isEmpty, served } = make({ places: 1, share: 1 })
      const first = yield* fork("a", 100)
      const gone = yield* fork("b", 100)
      yield* fork("c", 100)
      yield* Fiber.interrupt(gone)
      yield* Fiber.interrupt(first)
      yield* TestClock.adjust("100 millis")
      assert.deepStrictEqual(served, ["a", "c"])
      isEmpty()
    })
  )

  const request = fc.record({
    key: fc.constantFrom("a", "b", "c", "d", "e"),
    at: fc.integer({ min: 0, max: 400 }),
    millis: fc.integer({ min: 1, max: 1_500 }),
    /** Its caller goes away then. */
    goneAfter: fc.option(fc.integer({ min: 0, max: 300 }))
  })
  const bounds = fc
    .record({ places: fc.integer({ min: 1, max: 6 }), share: fc.integer({ min: 1, max: 6 }) })
    .chain(({ places, share }) =>
      fc.record({
        places: fc.constant(places),
        share: fc.constant(Math.min(places, share)),
        doubtful: fc.integer({ min: 1, max: places })
      })
    )

  it("serve everyone who stays, within the bounds, and keep nothing, whatever comes", () =>
    fc.assert(
      fc.asyncProperty(bounds, fc.array(request, { maxLength: 60 }), (given, requests) =>
        Effect.runPromise(
          Effect.gen(function* () {
            const { ask, isEmpty, running, turns } = make(given)
            const send = ({ at, goneAfter, key, millis }: (typeof requests)[number]) => {
              const asked = ask(key, millis, 1e9)
              return Effect.delay(
                goneAfter === null ? asked : Effect.asVoid(Effect.timeoutOption(asked, goneAfter)),
                at
              )
            }
            const fibers = yield* Effect.forEach(requests, (one) => Effect.forkChild(send(one)))
            const hold = () => {
              assert.isAtMost(turns.running, given.places)
              for (const count of running.values()) assert.isAtMost(count, given.share)
            }
            for (let step = 0; step < 200; step += 1) {
              yield* TestClock.adjust("10 millis")
              hold()
            }
            // Nobody has more than 60 requests of 1.5 s before it.
            yield* TestClock.adjust("100 seconds")
            assert.isTrue(fibers.every((fiber) => fiber.pollUnsafe()?._tag === "Success"))
            isEmpty()
          }).pipe(Effect.provide(TestClock.layer()))
        )
      ),
      { numRuns: 100 }
    ))
})
