/**
 * A clock per workspace. A rehearsal's clock can be set, to test an agent on a future date. Only the workspace's own data uses it; ordering
 * and security use the real clock.
 */
import { Clock, Effect } from "effect"

interface OffsetClock extends Clock.Clock {
  readonly real: Clock.Clock
}

const isShifted = (clock: Clock.Clock): clock is OffsetClock => "real" in clock

export const realOf = (clock: Clock.Clock): Clock.Clock => (isShifted(clock) ? clock.real : clock)

const shift = (real: Clock.Clock, offset: number): OffsetClock => {
  const millis = () => real.currentTimeMillisUnsafe() + offset
  const nanos = BigInt(offset) * 1_000_000n
  return {
    real,
    currentTimeMillisUnsafe: millis,
    currentTimeMillis: Effect.sync(millis),
    currentTimeNanosUnsafe: () => real.currentTimeNanosUnsafe() + nanos,
    currentTimeNanos: Effect.map(real.currentTimeNanos, (now) => now + nanos),
    monotonicTimeNanosUnsafe: () => real.monotonicTimeNanosUnsafe(),
    monotonicTimeNanos: real.monotonicTimeNanos,
    sleep: (duration) => real.sleep(duration)
  }
}

/** Runs `effect` with a clock that is `offset` milliseconds ahead. */
export const ahead = <A, E, R>(offset: number, effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  offset === 0
    ? effect
    : Effect.flatMap(Clock.Clock, (clock) =>
        Effect.provideService(effect, Clock.Clock, shift(realOf(clock), offset))
      )

/** Runs `effect` with the real clock. */
export const real = <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  Effect.withFiber((fiber) => {
    const clock = fiber.getRef(Clock.Clock)
    return isShifted(clock) ? Effect.provideService(effect, Clock.Clock, clock.real) : effect
  })

/** Converts the real time `at` to that of a clock that is `offset` milliseconds ahead. */
export const moved = (at: string, offset: number): string => new Date(Date.parse(at) + offset).toISOString()
