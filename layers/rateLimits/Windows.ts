/** Rate-limit windows in the memory of one process, exact to the millisecond. */
import { Clock, Effect } from "effect"
import * as Loop from "../runtime/Loop.ts"
import { type LimitBucket, namesOf, span, type State, type Verdict } from "./LimitBucket.ts"

/** The monotonic clock, because setting back the wall clock would extend the windows. */
const millisOf = (clock: Clock.Clock) => Number(clock.monotonicTimeNanosUnsafe()) / 1_000_000

const withMonotonicTime = <A>(use: (now: number) => A) =>
  Effect.withFiber<A>((fiber) => Effect.succeed(use(millisOf(fiber.getRef(Clock.Clock)))))

/** Times of the last minute's requests, oldest first, in a growing ring buffer. */
class Window {
  private times = new Float64Array(16)
  private head = 0
  count = 0

  expire(now: number): void {
    while (this.count > 0 && this.left(now) <= 0) {
      this.head = (this.head + 1) % this.times.length
      this.count--
    }
  }

  push(now: number): void {
    if (this.count === this.times.length) this.grow()
    this.times[(this.head + this.count) % this.times.length] = now
    this.count++
  }

  state(limit: number, now: number): State {
    const reset = this.count === 0 ? 0 : Math.ceil(this.left(now) / 1000)
    return { limit, remaining: Math.max(0, limit - this.count), reset }
  }

  /**
   * Milliseconds until the oldest request expires. The age is computed first, because `time + span - now` can round to more than the span.
   */
  private left(now: number): number {
    return span - (now - this.times[this.head]!)
  }

  private grow(): void {
    const times = new Float64Array(this.times.length * 2)
    times.set(this.times.subarray(this.head))
    times.set(this.times.subarray(0, this.head), this.times.length - this.head)
    this.times = times
    this.head = 0
  }
}

/** Windows by key, removed when empty. */
export const make = Effect.gen(function* () {
  const windows = new Map<string, Window>()

  const windowOf = (name: string) => {
    const known = windows.get(name)
    if (known !== undefined) return known
    const made = new Window()
    windows.set(name, made)
    return made
  }

  const takeNow = (clock: Clock.Clock, buckets: ReadonlyArray<LimitBucket>): Verdict => {
    const now = millisOf(clock)
    const bucketWindows = namesOf(buckets).map(windowOf)
    for (const window of bucketWindows) window.expire(now)
    const full = bucketWindows.findIndex((window, index) => window.count >= buckets[index]!.limit)
    if (full < 0) for (const window of bucketWindows) window.push(now)
    const states = bucketWindows.map((window, index) => window.state(buckets[index]!.limit, now))
    return { refused: full < 0 ? undefined : full, states }
  }

  const take = (buckets: ReadonlyArray<LimitBucket>) =>
    Effect.withFiber<Verdict>((fiber) => Effect.succeed(takeNow(fiber.getRef(Clock.Clock), buckets)))

  /** Counts a request that Redis allowed. */
  const count = (buckets: ReadonlyArray<LimitBucket>) =>
    withMonotonicTime((now) => {
      for (const window of namesOf(buckets).map(windowOf)) {
        window.expire(now)
        window.push(now)
      }
    })

  const forgetIdle = withMonotonicTime((now) => {
    for (const [name, window] of windows) {
      window.expire(now)
      if (window.count === 0) windows.delete(name)
    }
  })
  yield* Effect.forkScoped(Loop.forever("Forgetting idle rate limits", () => forgetIdle, { every: span }))

  return { take, takeNow, count }
})
