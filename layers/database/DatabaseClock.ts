/**
 * The database's time, so that all nodes agree on leases, claims and timestamps. Between readings it advances with the monotonic clock,
 * which is unaffected by corrections of the machine's clock.
 */
import { Clock, Context, Effect } from "effect"
import { performance } from "node:perf_hooks"

/** Milliseconds by which clocks may differ, on top of the round trip, to count as equal. */
const tolerance = 20

export interface Reading {
  /** Unix time of the database, in milliseconds. */
  readonly server: number
  /** When the query was sent and the answer arrived, in milliseconds of the monotonic clock. */
  readonly asked: number
  readonly receivedAt: number
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
    calibrate: ({ asked, receivedAt: heard, server }) => {
      const halfTrip = (heard - asked) / 2
      const ownTime = timeAt(heard)
      const isRight = Math.abs(server + halfTrip - ownTime) <= tolerance + halfTrip
      base = { time: isRight ? ownTime : server + halfTrip, at: heard }
    }
  }
}

/** The clock to calibrate, if the process uses one. */
export const Calibrated = Context.Reference<Pick<DatabaseClock, "calibrate">>(
  "pipeline/layers/database/Calibrated",
  { defaultValue: () => ({ calibrate: () => {} }) }
)
