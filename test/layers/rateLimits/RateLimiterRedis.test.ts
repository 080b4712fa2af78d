import { assert, describe, it } from "@effect/vitest"
import { Clock, Context, Duration, Effect, Layer, Logger, Redacted, Schedule } from "effect"
import { TestClock } from "effect/testing"
import { Ids } from "../../../layers/runtime/Ids.ts"
import { RateLimiter } from "../../../layers/rateLimits/RateLimiter.ts"
import * as Redis from "../../support/fakes/Redis.ts"

type Limiter = RateLimiter["Service"]
type Options = Parameters<typeof RateLimiter.layerRedis>[0]

/** One process's limiter, while the scope is open; on a busy machine slow answers must not count as an outage. */
const make = (options: Options) =>
  Effect.map(
    Layer.build(RateLimiter.layerRedis({ patience: 5_000, ...options }).pipe(Layer.provide(Ids.layer))),
    (context) => Context.get(context, RateLimiter)
  )

const passes = (limiter: Limiter, key: string, limit: number) =>
  Effect.map(limiter.take([{ key, limit }]), ({ refused }) => refused === undefined)

const passed = (limiter: Limiter, key: string, limit: number, times: number) =>
  Effect.map(
    Effect.forEach(Array.from({ length: times }), () => passes(limiter, key, limit), {
      concurrency: "unbounded"
    }),
    (all) => all.filter(Boolean).length
  )

/** Whether Redis counts the requests, and not only this process. */
const isShared = Effect.fnUntraced(function* ({ client, prefix }: Site, limiter: Limiter) {
  const key = `probe-${Math.random()}`
  yield* passes(limiter, key, 1)
  return (yield* Effect.promise(() => client.exists(prefix + key))) === 1
})

type Site = Effect.Success<typeof Redis.site>

const within = <E>(what: string, holds: Effect.Effect<boolean, E>) =>
  holds.pipe(
    Effect.repeat({ until: (is) => is, schedule: Schedule.spaced("20 millis") }),
    Effect.timeoutOrElse({ duration: "10 seconds", orElse: () => Effect.die(new Error(`never: ${what}`)) })
  )

/** Collects log lines. */
const logged = () => {
  const lines: Array<string> = []
  const layer = Logger.layer([Logger.make(({ message }) => lines.push(String(message)))])
  return { lines, layer }
}

const twoOnProxies = Effect.gen(function* () {
  const site = yield* Redis.site
  const [one, two] = [yield* Redis.proxied, yield* Redis.proxied]
  const options = { prefix: site.prefix, processes: 1 }
  const first = yield* make({ ...options, url: one.url })
  const second = yield* make({ ...options, url: two.url })
  return { site, one, two, first, second }
})

describe.skipIf(!Redis.isThere)("rate limits in Redis", () => {
  it.live("hold two processes to one limit, exactly, under 200 requests at once", () =>
    Effect.gen(function* () {
      const { site, first, second } = yield* twoOnProxies
      const counts = yield* Effect.all([passed(first, "k", 60, 100), passed(second, "k", 60, 100)], {
        concurrency: 2
      })
      assert.strictEqual(counts[0] + counts[1], 60)
      assert.strictEqual(yield* Effect.promise(() => site.client.lLen(`${site.prefix}k`)), 60)
    }).pipe(Effect.scoped)
  )

  it.live(
    "store no more than the limit for a key, on one node of a cluster, and no longer than a minute",
    () =>
      Effect.gen(function* () {
        const site = yield* Redis.site
        const limiter = yield* make({ ...site, processes: 1 })
        const ask = limiter.take([
          { key: "key:k", limit: 5 },
          { key: "workspace:w", limit: 8 }
        ])
        for (let time = 0; time < 12; time++) yield* ask
        const keys = (yield* Effect.promise(() => site.client.keys(`${site.prefix}*{w}*`))).toSorted()
        assert.deepStrictEqual(keys, [`${site.prefix}workspace:{w}`, `${site.prefix}{w}:key:k`])
        for (const key of keys) {
          assert.strictEqual(yield* Effect.promise(() => site.client.lLen(key)), 5)
          const left = yield* Effect.promise(() => site.client.pTTL(key))
          assert.isTrue(left > 50_000 && left <= 60_000, `${key} expires in ${left} ms`)
        }
      }).pipe(Effect.scoped)
  )

  it.effect("use the clock of Redis, whatever the clocks of the processes say", () =>
    Effect.gen(function* () {
      const site = yield* Redis.site
      const [first, second] = [yield* make({ ...site, processes: 1 }), yield* make({ ...site, processes: 1 })]
      assert.strictEqual(yield* passed(first, "k", 3, 2), 2)
      yield* TestClock.adjust("1 hour")
      assert.strictEqual(yield* passed(second, "k", 3, 2), 1)
      const { states } = yield* first.take([{ key: "k", limit: 3 }])
      assert.isTrue(states[0]!.reset > 50 && states[0]!.reset <= 60)
    }).pipe(Effect.scoped)
  )

  it.live("send the whole script again if Redis has lost it", () =>
    Effect.gen(function* () {
      const site = yield* Redis.site
      const { layer, lines } = logged()
      const limiter = yield* Effect.provide(make({ ...site, processes: 1 }), layer)
      assert.strictEqual(yield* passed(limiter, "k", 3, 1), 1)
      yield* Effect.promise(() => site.client.scriptFlush())
      assert.strictEqual(yield* passed(limiter, "k", 3, 5), 2)
      assert.isTrue(yield* isShared(site, limiter))
      assert.deepStrictEqual(lines, [])
    }).pipe(Effect.scoped)
  )

  it.live(
    "are counted by each process, at its part, while Redis is away, and shared again once it is back",
    () =>
      Effect.gen(function* () {
        const { layer, lines } = logged()
        const { first, one, second, site, two } = yield* Effect.provide(twoOnProxies, layer)
        assert.strictEqual((yield* passed(first, "k", 4, 3)) + (yield* passed(second, "k", 4, 3)), 4)

        // The first process started before the second, and learns of it when Redis is back.
        one.cut()
        yield* within(
          "the first is alone",
          Effect.map(isShared(site, first), (is) => !is)
        )
        one.restore()
        yield* within("the first is back", isShared(site, first))
        const [told] = lines
        assert.match(told!, /^Redis at 127\.0\.0\.1:\d+ is away \(.+\): this process counts by itself/u)

        lines.length = 0
        one.cut()
        two.cut()
        for (const limiter of [first, second]) {
          const verdicts = yield* Effect.forEach(Array.from({ length: 30 }), () =>
            limiter.take([{ key: "away", limit: 21 }])
          )
          assert.strictEqual(verdicts.filter(({ refused }) => refused === undefined).length, 10)
          assert.deepStrictEqual(verdicts[0]!.states, [{ limit: 10, remaining: 9, reset: 60 }])
        }
        yield* within(
          "both say so",
          Effect.sync(() => lines.length === 2)
        )
        for (const line of lines) assert.match(line, /is away .*each of 2 processes counts its share/u)

        one.restore()
        two.restore()
        yield* within(
          "both are back",
          Effect.map(isShared(site, second), (is) => is && lines.length === 4)
        )
        assert.strictEqual((yield* passed(first, "after", 4, 4)) + (yield* passed(second, "after", 4, 4)), 4)
      }).pipe(Effect.scoped)
  )

  it.live("delay only the requests that find Redis silent first", () =>
    Effect.gen(function* () {
      const { layer, lines } = logged()
      const site = yield* Redis.site
      const proxy = yield* Redis.proxied
      const made = make({ url: proxy.url, prefix: site.prefix, processes: 2, patience: 50 })
      const limiter = yield* Effect.provide(made, layer)
      yield* passes(limiter, "k", 10)
      proxy.silence()
      const [first] = yield* Effect.timed(passed(limiter, "silent", 10, 50))
      assert.isBelow(Duration.toMillis(first), 500)
      const [rest, count] = yield* Effect.timed(passed(limiter, "then", 10, 1_000))
      assert.isBelow(Duration.toMillis(rest), 500)
      assert.strictEqual(count, 5)
      // What Redis let pass before counts.
      assert.strictEqual(yield* passed(limiter, "k", 10, 10), 4)
      assert.isTrue(yield* limiter.isAlone)
      assert.match(lines.join("\n"), /^Redis at \S+ is away \(no answer within 50 ms\)[^\n]*$/u)
      proxy.restore()
      yield* within("it is back", isShared(site, limiter))
    }).pipe(Effect.scoped)
  )

  it.live("start without Redis, and share once it is there", () =>
    Effect.gen(function* () {
      const { layer, lines } = logged()
      const site = yield* Redis.site
      const proxy = yield* Redis.proxied
      proxy.cut()
      const made = make({ url: proxy.url, prefix: site.prefix, processes: 2 })
      const limiter = yield* Effect.provide(made, layer)
      assert.strictEqual(yield* passed(limiter, "k", 10, 10), 5)
      yield* within(
        "it has failed twice",
        Effect.sync(() => proxy.refused() > 2)
      )
      assert.strictEqual(lines.length, 1)
      proxy.restore()
      yield* within("it is there", isShared(site, limiter))
      assert.strictEqual(lines.length, 2)
    }).pipe(Effect.scoped)
  )

  it.live("start with an invalid address, and log it", () =>
    Effect.gen(function* () {
      const { layer, lines } = logged()
      const url = Redacted.make("redis://:secret@127.0.0.1:70000")
      const limiter = yield* Effect.provide(make({ url, processes: 1 }), layer)
      assert.strictEqual(yield* passed(limiter, "k", 3, 5), 3)
      assert.match(lines.join("\n"), /^Redis at \S+ is away \(.*Invalid URL.*\)[^\n]*$/u)
      assert.notInclude(lines.join("\n"), "secret")
    }).pipe(Effect.scoped)
  )

  it.live("no longer count a process that has ended", () =>
    Effect.gen(function* () {
      const site = yield* Redis.site
      const count = Effect.promise(() => site.client.zCard(`${site.prefix}nodes`))
      yield* make({ ...site, processes: 1 })
      yield* Effect.scoped(
        Effect.gen(function* () {
          yield* make({ ...site, processes: 1 })
          assert.strictEqual(yield* count, 2)
        })
      )
      assert.strictEqual(yield* count, 1)
    }).pipe(Effect.scoped)
  )

  it.effect("no longer count a process that was silent for 15 s", () =>
    Effect.gen(function* () {
      const site = yield* Redis.site
      const nodes = `${site.prefix}nodes`
      const options = { ...site, processes: 1, now: Clock.currentTimeMillis }
      yield* Effect.promise(() => site.client.zAdd(nodes, { score: 0, value: "killed" }))
      const count = Effect.promise(() => site.client.zCard(nodes))
      yield* TestClock.setTime(14_999)
      yield* make(options)
      assert.strictEqual(yield* count, 2)
      yield* TestClock.setTime(15_000)
      yield* make(options)
      assert.strictEqual(yield* count, 2)
    }).pipe(Effect.scoped)
  )
})
