/**
 * Measures how long requests block the event loop, by route. It is the fibers' scheduler, which runs whenever a fiber resumes: the time
 * from then to the end of the callback blocks everyone else. A request resumes its fibers a few times; each costs two clock reads and one
 * microtask.
 */
import { Context, Effect, type Fiber, FiberSet, Layer, Scheduler } from "effect"
import { performance } from "node:perf_hooks"
import * as Series from "../../../../layers/metrics/Series.ts"
import { Exchange } from "../Exchange.ts"

export interface Blocked {
  /** `GET /v1/deals/:id`, or `background` for work outside of requests. */
  readonly route: string
  readonly requestId: string | undefined
  readonly millis: number
}

interface Measure {
  /** Milliseconds of a monotonic clock. */
  readonly now: () => number
  /** Milliseconds for which the event loop was idle. */
  readonly idle: () => number
  readonly onBlocked: (blocked: Blocked) => void
}

/** The clock and the listeners, which tests replace. */
export const Measure = Context.Reference<Measure>("pipeline/surfaces/EventLoop/Measure", {
  defaultValue: () => ({
    now: () => performance.now(),
    idle: () => performance.nodeTiming.idleTime,
    onBlocked: () => {}
  })
})

/** Shorter delays, in milliseconds, aren't recorded. */
const minDelay = 10

/** The budget in milliseconds; longer delays are logged. */
const budget = 50

/** Each route is logged at most once in this many milliseconds. */
const logInterval = 10_000

const blocked = Series.histogram(
  "event_loop_blocked_seconds",
  `Seconds for which a request kept all others waiting, by route; only what took ${minDelay / 1e3} s or more`,
  [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]
)

/** The number of fibers remembered per callback, a power of two. Some belong to no request, such as those of the driver. */
const historySize = 8

/** Runs after the current callback. `queueMicrotask` would create an asynchronous resource for each call. */
const settled = Promise.resolve()

type Entry = Context.Context<never> | Exchange["Service"] | undefined

const exchangeIn = (entry: Entry) =>
  entry === undefined ? undefined : Context.isContext(entry) ? Context.getOrUndefined(entry, Exchange) : entry

export class EventLoop extends Scheduler.MixedScheduler {
  private readonly measure: Measure
  private readonly report: (blocked: Blocked) => void
  private readonly seen: Array<Entry> = Array.from({ length: historySize }, () => undefined)
  private count = 0
  private began = 0
  private ended = 0
  private idle = 0
  /** True after the first request. Blocking during start-up delays nobody. */
  private isServing = false
  private readonly close: () => void

  constructor(measure: Measure, report: (blocked: Blocked) => void) {
    super()
    this.measure = measure
    this.report = report
    this.close = this.end.bind(this)
    this.ended = measure.now()
    this.idle = measure.idle()
  }

  override shouldYield(fiber: Fiber.Fiber<unknown, unknown>): boolean {
    const operations = fiber.currentOpCount
    if (operations === 1) this.begin(fiber.context)
    return operations >= fiber.cache.maxOpsBeforeYield
  }

  /** Records that the running fiber belongs to this request. */
  enter(exchange: Exchange["Service"]): void {
    this.isServing = true
    if (this.count > 0) this.seen[this.count++ % historySize] = exchange
  }

  private begin(context: Context.Context<never>): void {
    const now = this.measure.now()
    if (this.count > 0) this.account(now - this.began)
    this.seen[this.count++ % historySize] = context
    if (this.count === 1) {
      void settled.then(this.close)
      // The time between callbacks counts too: reading input for the request, before its fiber resumed.
      const gap = now - this.ended
      if (gap >= minDelay) this.account(gap - (this.measure.idle() - this.idle))
    }
    this.began = now
  }

  /** Attributes the time to the last fiber that belongs to a request. */
  private account(millis: number): void {
    if (millis < minDelay) return
    let exchange: Exchange["Service"] | undefined
    const oldest = Math.max(0, this.count - historySize)
    for (let at = this.count - 1; at >= oldest && exchange === undefined; at--) {
      exchange = exchangeIn(this.seen[at % historySize])
    }
    this.isServing ||= exchange !== undefined
    if (!this.isServing) return
    const { requestId, route } = exchange ?? {}
    this.report({
      route: route === undefined ? "background" : `${route.method} ${route.path}`,
      requestId,
      millis
    })
  }

  private end(): void {
    const now = this.measure.now()
    this.account(now - this.began)
    const last = Math.min(this.count, historySize)
    for (let at = 0; at < last; at++) this.seen[at] = undefined
    this.count = 0
    this.ended = now
    this.idle = this.measure.idle()
  }
}

/** Records the request of a fiber once its route is known. */
export const enter = ({ cache }: Fiber.Fiber<unknown, unknown>, exchange: Exchange["Service"]): void => {
  if (cache.scheduler instanceof EventLoop) cache.scheduler.enter(exchange)
}

/** Replaces the scheduler of the layers built on it. */
export const layer = Layer.effect(
  Scheduler.Scheduler,
  Effect.gen(function* () {
    const measure = yield* Measure
    const context = yield* Effect.context()
    const run = yield* FiberSet.makeRuntime()
    const logged = new Map<string, number>()
    const log = ({ millis, requestId, route }: Blocked) => {
      const now = performance.now()
      if (millis < budget || now - (logged.get(route) ?? -logInterval) < logInterval) return
      logged.set(route, now)
      const request = requestId === undefined ? "" : ` (${requestId})`
      run(Effect.logWarning(`${route} held the event loop for ${Math.round(millis)} ms${request}`))
    }
    return new EventLoop(measure, (one) => {
      blocked({ route: one.route }).updateUnsafe(one.millis / 1e3, context)
      log(one)
      measure.onBlocked(one)
    })
  })
)
