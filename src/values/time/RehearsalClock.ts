/** How a rehearsal's clock is set: to a time, by a span, or back. */
import { Duration, Option, Result } from "effect"

/** How far from the real time it may be, either way. */
const mostYears = 10
const most = mostYears * 365.25 * 86_400_000

export interface Asked {
  readonly at?: string | undefined
  /** In milliseconds. */
  readonly forward?: number | undefined
  readonly reset?: boolean | undefined
}

/** The milliseconds of "14 days", "36 hours" and the like; none if it is no such text. */
export const spanOf = (text: string): Option.Option<number> =>
  /^\d{1,6} (?:second|minute|hour|day|week)s?$/u.test(text)
    ? Option.map(Duration.fromInput(text as Duration.Input), Duration.toMillis)
    : Option.none()

/** How far ahead the clock will be, in milliseconds, or what is wrong; `offset` is how far it is, `now` the real time. */
export const offsetOf = (
  { at, forward, reset }: Asked,
  offset: number,
  now: string
): Result.Result<number, string> => {
  const ways = [at !== undefined, forward !== undefined, reset === true].filter(Boolean).length
  if (ways !== 1) return Result.fail("Say one of these: a time, how far forward, or back to the real time.")
  const wanted =
    at !== undefined ? Date.parse(at) - Date.parse(now) : forward !== undefined ? offset + forward : 0
  return Math.abs(wanted) <= most
    ? Result.succeed(wanted)
    : Result.fail(`The clock may be at most ${mostYears} years from the real time.`)
}
