/**
 * Finds the totals for a period. They are stored per month and week in UTC. For other zones, totals per quarter of an hour are added or
 * subtracted for the difference at both ends.
 */
import * as DealTotals from "../../deals/rules/DealTotals.ts"
import * as TimeZone from "../../shared/time/TimeZone.ts"
import * as Period from "./Period.ts"

/** All totals with keys from `first` to `last`, added or subtracted. */
export interface Span {
  /** The series and the period, for example `won:2026-05`. */
  readonly name: string
  readonly sign: 1 | -1
  readonly first: string
  readonly last: string
}

/** Sorts after the ids at the end of a key. */
const lastSuffix = ":zzzz"

/** The totals of all owners or moves, which the rest of the key names. */
const keyRange = (name: string, key: string): Span => ({
  name,
  sign: 1,
  first: key,
  last: `${key}${lastSuffix}`
})

const singleKey = (name: string, key: string): Span => ({ name, sign: 1, first: key, last: key })

/** The difference between a date's start in the zone and in UTC. `sign` is 1 at the period's start and -1 at its end. */
const edge = (
  name: string,
  series: DealTotals.Series,
  date: string,
  zone: string,
  sign: 1 | -1
): ReadonlyArray<Span> => {
  const [own, utc] = [TimeZone.startOf(date, zone), Date.parse(date)]
  const [from, to] = own < utc ? [own, utc] : [utc, own]
  const [first, last] = [Period.quarterOf(from), Period.quarterBefore(to)]
  if (first > last) return []
  return [
    {
      name,
      sign: own < utc ? sign : sign === 1 ? -1 : 1,
      first: DealTotals.edgeKey(series, first),
      last: `${DealTotals.edgeKey(series, last)}${lastSuffix}`
    }
  ]
}

const spansBetween = (
  name: string,
  series: DealTotals.Series,
  from: string,
  to: string,
  zone: string
): ReadonlyArray<Span> =>
  zone === "UTC" ? [] : [...edge(name, series, from, zone, 1), ...edge(name, series, to, zone, -1)]

/** A month (`YYYY-MM`). */
export const ofMonth = (what: DealTotals.Monthly, month: string, zone: string): ReadonlyArray<Span> => {
  const name = `${what}:${month}`
  return [
    singleKey(name, DealTotals.monthKey(what, month)),
    ...spansBetween(name, what, `${month}-01`, `${Period.monthAfter(month, 1)}-01`, zone)
  ]
}

/** The week that starts on this Monday. */
export const ofWeek = (what: DealTotals.Weekly, monday: string, zone: string): ReadonlyArray<Span> => {
  const name = `${what}:${monday}`
  return [
    singleKey(name, DealTotals.weekKey(what, monday)),
    ...spansBetween(name, what, monday, Period.weekAfter(monday), zone)
  ]
}

/** The months from the first to the last, inclusive. */
export const monthsFrom = (first: string, last: string): ReadonlyArray<string> => {
  const months: Array<string> = []
  for (let month = first; month <= last; month = Period.monthAfter(month, 1)) months.push(month)
  return months
}

/** The sum of all months in the range, by owner or by move. */
export const ofMonths = (
  series: DealTotals.Owned | typeof DealTotals.moves,
  first: string,
  last: string,
  zone: string
): ReadonlyArray<Span> => [
  ...monthsFrom(first, last).map((month) => keyRange(series, DealTotals.monthKey(series, month))),
  ...spansBetween(series, series, `${first}-01`, `${Period.monthAfter(last, 1)}-01`, zone)
]
