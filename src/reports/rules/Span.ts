/**
 * Which totals a period is read from. Totals are kept by months and weeks of UTC; those of a zone are these, and what was
 * between their beginning and UTC's, at both ends, by quarters of an hour.
 */
import * as DealTotals from "../../deals/rules/DealTotals.ts"
import * as TimeZone from "../../values/time/TimeZone.ts"
import * as Period from "./Period.ts"

/** All totals with keys from `first` to `last`, which count for or against the period. */
export interface Span {
  /** What they are the totals of, and when: `won:2026-05`. */
  readonly name: string
  readonly sign: 1 | -1
  readonly first: string
  readonly last: string
}

/** After all that may follow in a key: ids. */
const end = ":zzzz"

/** What the keys go on with tells whose total it is. */
const many = (name: string, key: string): Span => ({ name, sign: 1, first: key, last: `${key}${end}` })

const one = (name: string, key: string): Span => ({ name, sign: 1, first: key, last: key })

/** What the zone's period has and UTC's has not, or the other way, where both begin on the same date; `sign` if it ends there. */
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
      last: `${DealTotals.edgeKey(series, last)}${end}`
    }
  ]
}

const between = (
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
    one(name, DealTotals.monthKey(what, month)),
    ...between(name, what, `${month}-01`, `${Period.monthAfter(month, 1)}-01`, zone)
  ]
}

/** The week that begins on a Monday. */
export const ofWeek = (what: DealTotals.Weekly, monday: string, zone: string): ReadonlyArray<Span> => {
  const name = `${what}:${monday}`
  return [
    one(name, DealTotals.weekKey(what, monday)),
    ...between(name, what, monday, Period.weekAfter(monday), zone)
  ]
}

/** The months from one to another, both counted. */
export const monthsFrom = (first: string, last: string): ReadonlyArray<string> => {
  const months: Array<string> = []
  for (let month = first; month <= last; month = Period.monthAfter(month, 1)) months.push(month)
  return months
}

/** All months from one to another together, by owner or by the stages that deals went between. */
export const ofMonths = (
  series: DealTotals.Owned | typeof DealTotals.moves,
  first: string,
  last: string,
  zone: string
): ReadonlyArray<Span> => [
  ...monthsFrom(first, last).map((month) => many(series, DealTotals.monthKey(series, month))),
  ...between(series, series, `${first}-01`, `${Period.monthAfter(last, 1)}-01`, zone)
]
