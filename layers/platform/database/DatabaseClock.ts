/**
 * The time as the database's clock has it, so that all nodes agree: leases, claims and stamps of one are understood by
 * the others, whatever the machine's own clock says. Between two readings it goes by the monotonic clock, which no
 * correction of the machine's time moves.
 */
import { Clock, Context, Effect } from "effect"
import { performance } from "node:perf_hooks"

/** How far apart two clocks count as one, in milliseconds, beside what the question took on its way. */
const tolerance = 20

export interface Reading {
  /** Unix time of the database, in milliseconds. */
  readonly server: number
  /** When it was asked, and when the answer came: milliseconds of the monotonic clock. */
  readonly asked: number
  readonly heard: number
}

export interface DatabaseClock extends Clock.Clock {
  readonly calibrate: (reading: Reading) => void
}

const system = Clock.Clock.defaultValue()

export const make = (): DatabaseClock => {
  let base: { readonly time: number; readonly at: number } | undefined
  const timeAt = (moment: number) => (base === undefined ? Date.now() : base.time + moment - base.at)
  const millis = () => Math.round(timeAt(performance.now()))
  return {
    currentTimeMillisUnsafe: millis,
    currentTimeMillis: Effect.sync(millis),
    currentTimeNanosUnsafe: () => system.currentTimeNanosUnsafe(),
    currentTimeNanos: system.currentTimeNanos,
    monotonicTimeNanosUnsafe: () => system.monotonicTimeNanosUnsafe(),
    monotonicTimeNanos: system.monotonicTimeNanos,
    sleep: (duration) => system.sleep(duration),
    calibrate: ({ asked, heard, server }) => {
      const half = (heard - asked) / 2
      const known = timeAt(heard)
      const isRight = Math.abs(server + half - known) <= tolerance + half
      base = { time: isRight ? known : server + half, at: heard }
    }
  }
}

/** The clock to set right, if the process goes by one. */
export const Calibrated = Context.Reference<Pick<DatabaseClock, "calibrate">>(
  "pipeline/layers/database/Calibrated",
  { defaultValue: () => ({ calibrate: () => {} }) }
)
