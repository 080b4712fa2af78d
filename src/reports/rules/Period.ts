/** The periods of reports: calendar months, weeks and days in UTC, or in the local time of a zone (`TimeZone.local`). */

const dayLength = 86_400_000
const hour = 3_600_000

/** A time, and the local time in a zone. */
export interface Now {
  readonly at: string
  readonly zone: string
  readonly local: string
}

export interface Month {
  /** `YYYY-MM` */
  readonly name: string
  /** Today's day of the month. */
  readonly day: number
  readonly days: number
}

const leaps = (year: number) => year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0)

const lengths = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]

/** The calendar month of a time string. */
export const month = (now: string): Month => {
  const [year, number] = [Number(now.slice(0, 4)), Number(now.slice(5, 7))]
  const days = number === 2 && leaps(year) ? 29 : lengths[number - 1]!
  return { name: now.slice(0, 7), day: Number(now.slice(8, 10)), days }
}

/** The month (`YYYY-MM`) that is `count` months later. */
export const monthAfter = (name: string, count: number): string => {
  const months = Number(name.slice(0, 4)) * 12 + Number(name.slice(5, 7)) - 1 + count
  return `${String(Math.floor(months / 12)).padStart(4, "0")}-${String((months % 12) + 1).padStart(2, "0")}`
}

/** Days since 1970-01-01, a Thursday. */
const dayNumber = (time: string): number => Math.floor(Date.parse(time.slice(0, 10)) / dayLength)

const dateOf = (day: number): string => new Date(day * dayLength).toISOString().slice(0, 10)

const mondayOf = (day: number): number => day - ((((day + 3) % 7) + 7) % 7)

/** The Monday on or before `time`, in the form `YYYY-MM-DD`. */
export const weekOf = (time: string): string => dateOf(mondayOf(dayNumber(time)))

export const dayAfter = (date: string): string => dateOf(dayNumber(date) + 1)

/** The following Monday. */
export const weekAfter = (monday: string): string => dateOf(dayNumber(monday) + 7)

/** The Mondays of the last `count` weeks, ending with the week of `now`. */
export const weeks = (now: string, count: number): ReadonlyArray<string> => {
  const last = mondayOf(dayNumber(now))
  return Array.from({ length: count }, (_, index) => dateOf(last - 7 * (count - 1 - index)))
}

/** Whether the time may fall in another month in some zone. Zones are up to 14 hours ahead of UTC and 12 behind. */
export const isNearMonth = (time: string): boolean => {
  const { day, days } = month(time)
  const hours = Number(time.slice(11, 13))
  return (day === 1 && hours < 12) || (day === days && hours >= 10)
}

/** Like `isNearMonth`, for weeks. */
export const isNearMonday = (time: string): boolean => {
  const day = dayNumber(time)
  const hours = Number(time.slice(11, 13))
  const weekday = day - mondayOf(day)
  return (weekday === 0 && hours < 12) || (weekday === 6 && hours >= 10)
}

const quarter = hour / 4

/** The quarter of an hour of a time, `YYYY-MM-DDTHH:MM`. Since 1972 all zone offsets are whole quarters of an hour. */
export const quarterOf = (time: number): string =>
  new Date(Math.floor(time / quarter) * quarter).toISOString().slice(0, 16)

/** The last quarter of an hour before a time. */
export const quarterBefore = (time: number): string => quarterOf(Math.floor(time / quarter) * quarter - 1)

/** The date `days` days before `now`, in the form `YYYY-MM-DD`. */
export const daysBefore = (now: string, days: number): string => dateOf(dayNumber(now) - days)

/** The time `days` days before `now`, in ISO 8601. */
export const timeBefore = (now: string, days: number): string =>
  new Date(Date.parse(now) - days * dayLength).toISOString()

/** Whole days from `since` to `now`. */
export const age = (since: string, now: string): number =>
  Math.max(0, Math.floor((Date.parse(now) - Date.parse(since)) / dayLength))
