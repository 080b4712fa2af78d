/** The periods of reports: calendar months, weeks and days in UTC. */

const dayLength = 86_400_000

export interface Month {
  /** `YYYY-MM` */
  readonly name: string
  /** Today's day of the month. */
  readonly day: number
  readonly days: number
}

const leaps = (year: number) => year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0)

const lengths = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]

/** The calendar month of `now`. */
export const month = (now: string): Month => {
  const [year, number] = [Number(now.slice(0, 4)), Number(now.slice(5, 7))]
  const days = number === 2 && leaps(year) ? 29 : lengths[number - 1]!
  return { name: now.slice(0, 7), day: Number(now.slice(8, 10)), days }
}

/** Days since 1970-01-01, a Thursday. */
const dayNumber = (time: string): number => Math.floor(Date.parse(time.slice(0, 10)) / dayLength)

const dateOf = (day: number): string => new Date(day * dayLength).toISOString().slice(0, 10)

const mondayOf = (day: number): number => day - ((((day + 3) % 7) + 7) % 7)

/** The Monday on or before `time`, as `YYYY-MM-DD`. */
export const weekOf = (time: string): string => dateOf(mondayOf(dayNumber(time)))

/** The Mondays of the last `count` weeks; the last is that of `now`. */
export const weeks = (now: string, count: number): ReadonlyArray<string> => {
  const last = mondayOf(dayNumber(now))
  return Array.from({ length: count }, (_, index) => dateOf(last - 7 * (count - 1 - index)))
}

/** The date `days` days before `now`, as `YYYY-MM-DD`. */
export const daysBefore = (now: string, days: number): string => dateOf(dayNumber(now) - days)

/** The time `days` days before `now`, in ISO 8601. */
export const timeBefore = (now: string, days: number): string =>
  new Date(Date.parse(now) - days * dayLength).toISOString()

/** Whole days from `since` to `now`. */
export const age = (since: string, now: string): number =>
  Math.max(0, Math.floor((Date.parse(now) - Date.parse(since)) / dayLength))
