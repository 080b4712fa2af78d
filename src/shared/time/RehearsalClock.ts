/** Sets a rehearsal's clock to a time, forward by a span, or back to the real time. */
import { Duration, Option, Result } from "effect"

/** The maximum difference from the real time in years, in either direction. */
const maxYears = 10
const maxOffset = maxYears * 365.25 * 86_400_000

interface ClockInput {
  readonly at?: string | undefined
  /** In milliseconds. */
  readonly forward?: number | undefined
  readonly reset?: boolean | undefined
}

/** Parses "14 days", "36 hours" and the like to milliseconds; none for other text. */
export const spanOf = (text: string): Option.Option<number> =>
  /^\d{1,6} (?:second|minute|hour|day|week)s?$/u.test(text)
    ? Option.map(Duration.fromInput(text as Duration.Input), Duration.toMillis)
    : Option.none()

/** The new difference from the real time in milliseconds, or the error. `offset` is the current one, and `now` the real time. */
export const offsetOf = (
  { at, forward, reset }: ClockInput,
  offset: number,
  now: string
): Result.Result<number, string> => {
  const ways = [at !== undefined, forward !== undefined, reset === true].filter(Boolean).length
  if (ways !== 1) return Result.fail("Say one of these: a time, how far forward, or back to the real time.")
  const wanted =
    at !== undefined ? Date.parse(at) - Date.parse(now) : forward !== undefined ? offset + forward : 0
  return Math.abs(wanted) <= maxOffset
    ? Result.succeed(wanted)
    : Result.fail(`The clock may be at most ${maxYears} years from the real time.`)
}
