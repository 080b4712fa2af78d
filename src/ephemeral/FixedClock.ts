/** A clock that stands still until it is set. Sleeps take real time. */
import { Clock, Effect } from "effect"

export interface FixedClock extends Clock.Clock {
  /** Unix milliseconds. */
  readonly set: (millis: number) => void
}

const system = Clock.Clock.defaultValue()

export const make = (start: number): FixedClock => {
  let millis = start
  return {
    currentTimeMillisUnsafe: () => millis,
    currentTimeMillis: Effect.sync(() => millis),
    currentTimeNanosUnsafe: () => BigInt(millis) * 1_000_000n,
    currentTimeNanos: Effect.sync(() => BigInt(millis) * 1_000_000n),
    monotonicTimeNanosUnsafe: () => system.monotonicTimeNanosUnsafe(),
    monotonicTimeNanos: system.monotonicTimeNanos,
    sleep: (duration) => system.sleep(duration),
    set: (to) => {
      millis = to
    }
  }
}
