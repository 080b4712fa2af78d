/**
 * Ends waits that take too long: one fiber sleeps for all who wait equally long, where a timeout for each would start two,
 * and most waits end well. It ends once nobody waits.
 */
import { Clock, Context, Effect, type Fiber, Scheduler } from "effect"
import { Linked, Member } from "./Linked.ts"

class Wait extends Member {
  /** Milliseconds of the monotonic clock. */
  readonly until: number
  readonly end: () => void

  constructor(until: number, end: () => void) {
    super()
    this.until = until
    this.end = end
  }
}

export class Waits {
  /** By how long they wait, so that those of one set end in their order. */
  readonly #sets = new Map<number, Linked<Wait>>()

  /** Calls `end` after `patience` milliseconds; the result ends the wait before that. */
  add(fiber: Fiber.Fiber<unknown, unknown>, patience: number, end: () => void): () => void {
    const clock = fiber.getRef(Clock.Clock)
    const now = () => Number(clock.monotonicTimeNanosUnsafe()) / 1e6
    const known = this.#sets.get(patience)
    const waits = known ?? new Linked<Wait>()
    const wait = new Wait(now() + patience, end)
    waits.add(wait)
    if (known === undefined) {
      this.#sets.set(patience, waits)
      // No more of the request than what tells the time: it goes on for as long as others wait.
      const context = Context.make(Clock.Clock, clock).pipe(
        Context.add(Scheduler.Scheduler, fiber.getRef(Scheduler.Scheduler))
      )
      Effect.runForkWith(context)(this.#watch(patience, waits, now))
    }
    return () => waits.delete(wait)
  }

  #watch(patience: number, waits: Linked<Wait>, now: () => number): Effect.Effect<void> {
    return Effect.suspend(() => {
      const oldest = waits.first
      if (oldest === undefined) {
        this.#sets.delete(patience)
        return Effect.void
      }
      const left = oldest.until - now()
      const again = this.#watch(patience, waits, now)
      if (left > 0) return Effect.andThen(Effect.sleep(Math.ceil(left)), again)
      waits.delete(oldest)
      oldest.end()
      return again
    })
  }
}
