import { assert, it } from "@effect/vitest"
import { Effect, Fiber, Layer, Logger } from "effect"
import { type Blocked, layer, Measure } from "../../../src/surfaces/http/server/EventLoop.ts"
import { Exchange } from "../../../src/surfaces/http/Exchange.ts"

/** Runs fibers on a clock that only the test moves; returns what was heard and logged. */
const watched = async (run: (clock: { now: number; idle: number }) => Effect.Effect<unknown>) => {
  const clock = { now: 0, idle: 0 }
  const heard: Array<Blocked> = []
  const logged: Array<string> = []
  const measure = {
    now: () => clock.now,
    idle: () => clock.idle,
    onBlocked: (one: Blocked) => heard.push(one)
  }
  const logger = Logger.make(({ message }) => void logged.push(String(message)))
  const scheduler = layer.pipe(
    Layer.provideMerge(Layer.merge(Layer.succeed(Measure, measure), Logger.layer([logger])))
  )
  const program = Effect.gen(function* () {
    // A fiber of its own, which begins on this scheduler.
    yield* Effect.forkChild(Effect.suspend(() => run(clock))).pipe(Effect.flatMap(Fiber.join))
    yield* Effect.yieldNow
  })
  await Effect.runPromise(Effect.provide(program, scheduler))
  return { heard, logged }
}

const route = { method: "GET", path: "/v1/deals/:id", surface: "rest" }

const ofRequest = (id: string) => Effect.provideService(Exchange, { requestId: id, headers: {}, route })

/** Ends what the fiber does in one go. */
const wait = Effect.promise(() => new Promise<void>((resolve) => setImmediate(resolve)))

it("what a request does in one go is told by its route, and logged above 50 ms", async () => {
  const { heard, logged } = await watched((clock) =>
    Effect.gen(function* () {
      yield* wait
      clock.now += 60
      yield* wait
      clock.now += 20
      yield* wait
      clock.now += 5
      yield* wait
    }).pipe(ofRequest("req_1"))
  )
  const name = "GET /v1/deals/:id"
  assert.deepStrictEqual(heard, [
    { route: name, requestId: "req_1", millis: 60 },
    { route: name, requestId: "req_1", millis: 20 }
  ])
  assert.deepStrictEqual(logged, [`${name} held the event loop for 60 ms (req_1)`])
})

it("a route is logged once in a while, and heard of each time", async () => {
  const { heard, logged } = await watched((clock) =>
    Effect.gen(function* () {
      for (let time = 0; time < 3; time++) {
        yield* wait
        clock.now += 70
      }
      yield* wait
    }).pipe(ofRequest("req_2"))
  )
  assert.lengthOf(heard, 3)
  assert.lengthOf(logged, 1)
})

it("time in which the loop waited is nobody's, and the rest before a fiber goes on is its own", async () => {
  const { heard } = await watched((clock) =>
    Effect.gen(function* () {
      yield* wait
      yield* Effect.promise(
        () =>
          new Promise<void>((resolve) => {
            setTimeout(() => {
              clock.now += 1_030
              clock.idle += 1_000
              resolve()
            })
          })
      )
      yield* wait
    }).pipe(ofRequest("req_3"))
  )
  assert.deepStrictEqual(
    heard.map(({ millis, requestId }) => [requestId, millis]),
    [["req_3", 30]]
  )
})

it("work without a request is background work, once there was a request", async () => {
  const busy = (clock: { now: number }, millis: number) =>
    Effect.andThen(
      wait,
      Effect.sync(() => (clock.now += millis))
    )
  const { heard, logged } = await watched((clock) =>
    Effect.gen(function* () {
      yield* busy(clock, 150)
      yield* ofRequest("req_4")(Effect.andThen(busy(clock, 20), wait))
      yield* busy(clock, 15)
      yield* wait
    })
  )
  assert.deepStrictEqual(
    heard.map(({ millis, requestId }) => [requestId, millis]),
    [
      ["req_4", 20],
      [undefined, 15]
    ]
  )
  assert.deepStrictEqual(logged, [])
})
