/**
 * A clock that a workspace has for itself: a rehearsal's may be set, so that an agent can be tried on the day after
 * tomorrow. Only what the workspace's own data is about reads it; what keeps order and safety reads the real one.
 */
import { Clock, Effect } from "effect"

interface Shifted extends Clock.Clock {
  readonly real: Clock.Clock
}

const isShifted = (clock: Clock.Clock): clock is Shifted => "real" in clock

export const realOf = (clock: Clock.Clock): Clock.Clock => (isShifted(clock) ? clock.real : clock)

const shift = (real: Clock.Clock, offset: number): Shifted => {
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

/** Runs `effect` as if it were `offset` milliseconds later. */
export const ahead = <A, E, R>(offset: number, effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  offset === 0
    ? effect
    : Effect.flatMap(Clock.Clock, (clock) =>
        Effect.provideService(effect, Clock.Clock, shift(realOf(clock), offset))
      )

/** Runs `effect` on the real clock, wherever it is asked for. */
export const real = <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  Effect.withFiber((fiber) => {
    const clock = fiber.getRef(Clock.Clock)
    return isShifted(clock) ? Effect.provideService(effect, Clock.Clock, clock.real) : effect
  })

/** `at`, which is real, as a clock that is `offset` milliseconds ahead has it. */
export const moved = (at: string, offset: number): string => new Date(Date.parse(at) + offset).toISOString()
