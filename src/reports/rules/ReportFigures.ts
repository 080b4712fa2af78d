/** Parts of reports: amounts, days and bars. Cards run these in the browser, so they have no dependencies. */

import { english, type ReportWords } from "./ReportWords.ts"

/** The meaning of a colour. */
export type Tone = "accent" | "soft" | "good" | "warn" | "bad"

export interface Tile {
  readonly label: string
  readonly value: string
  readonly note: string
  readonly tone: Tone | null
  /** Like `shows` of a row. */
  readonly shows?: string
}

/** A row with a bar of width `share`, of which `part` has the full colour. Both are fractions of the row's width, 0 to 1. */
export interface Row {
  readonly label: string
  readonly value: string
  readonly note: string
  readonly share: number | null
  readonly part: number | null
  readonly tone: Tone
  /** Today's position on the way to a goal, as a fraction of the row's width. */
  readonly mark?: number
  /**
   * The deals counted in the figure: `board`, `stage <id>`, `region anchor`, `closed won` (in the report's months), `owner <id>` or `deal <id>`.
   */
  readonly shows?: string
}

export interface Group {
  readonly heading: string
  readonly rows: ReadonlyArray<Row>
}

/** A column chart over time. Each column has one bar per series, whose height is a fraction from 0 to 1. */
export interface Chart {
  readonly heading: string
  readonly top: string
  readonly series: ReadonlyArray<{ readonly name: string; readonly tone: Tone }>
  readonly columns: ReadonlyArray<{ readonly label: string; readonly shares: ReadonlyArray<number> }>
}

export interface View {
  readonly title: string
  readonly board: string
  readonly date: string
  readonly tiles: ReadonlyArray<Tile>
  /** Sentences about what the figures don't include. */
  readonly remarks: ReadonlyArray<string>
  readonly groups: ReadonlyArray<Group>
  readonly charts: ReadonlyArray<Chart>
}

/** The full amount. If it is longer than `most` characters, it is in whole units, or else abbreviated. */
export function money(cents: number, currency: string, most: number, words: ReportWords = english()): string {
  const style = { style: "currency", currency } as const
  const digits = new Intl.NumberFormat(words.numbers, style).resolvedOptions().maximumFractionDigits!
  const amount = Number(cents) / 10 ** digits
  const said = (options: Intl.NumberFormatOptions) =>
    new Intl.NumberFormat(words.numbers, { ...style, ...options }).format(amount)
  const ways = [said({ trailingZeroDisplay: "stripIfInteger" }), said({ maximumFractionDigits: 0 })]
  const short = said({ notation: "compact", maximumFractionDigits: 2 })
  return ways.find((way) => way.length <= most) ?? short
}

export function day(
  iso: string,
  month: "short" | "long",
  year: boolean,
  words: ReportWords = english(),
  timeZone = "UTC"
): string {
  const options: Intl.DateTimeFormatOptions = { day: "numeric", month, timeZone }
  if (year) options.year = "numeric"
  return new Intl.DateTimeFormat(words.dates, options).format(Date.parse(iso))
}

export function deals(count: number, words: ReportWords = english()): string {
  return words.deals(Number(count), Number(count).toLocaleString(words.numbers))
}

/** Totals of deals in currencies other than the board's; undefined if there are none. */
export type OtherCurrencies = ReadonlyArray<{ currency: string; count: number; cents: number }> | undefined

/** Text with the sums in other currencies, appended to the sum in the board's currency. */
export function besides(others: OtherCurrencies, words: ReportWords = english()): string {
  return (others ?? []).map(({ cents, currency }) => ` + ${money(cents, currency, 12, words)}`).join("")
}

/** A remark about the deals that a sum doesn't include, if there are any. */
export function foreign(
  what: string,
  others: OtherCurrencies,
  words: ReportWords = english()
): ReadonlyArray<string> {
  if (others === undefined || others.length === 0) return []
  const each = others.map(
    ({ cents, count, currency }) => `${deals(count, words)}, ${money(cents, currency, 40, words)}`
  )
  return [words.foreign(what, each.join("; "))]
}

/** Describes which of `count` open deals a sum covers, which is those in the board's currency. */
export function summed(
  count: number,
  currency: string,
  others: OtherCurrencies,
  words: ReportWords = english()
): string {
  const left = (others ?? []).reduce((sum, other) => sum + Number(other.count), 0)
  return left === 0 ? words.allOpen : words.inCurrency(deals(Number(count) - left, words), currency)
}

/** A remark about won deals without a date, if there are any. */
export function undated(count: number | undefined, words: ReportWords = english()): ReadonlyArray<string> {
  if (count === undefined || count === 0) return []
  return [words.undated(deals(count, words))]
}

export function most(values: ReadonlyArray<number>): number {
  return values.reduce((top, value) => Math.max(top, Number(value)), 0)
}

/** The width of a bar, 0 to 1. A bar above zero is wide enough to see. */
export function share(value: number, top: number): number {
  return Number(value) > 0 && top > 0 ? Math.min(1, Math.max(0.008, Number(value) / top)) : 0
}

export function tile(label: string, value: string, note: string, tone: Tone | null, shows?: string): Tile {
  return shows === undefined ? { label, value, note, tone } : { label, value, note, tone, shows }
}

export function paceTone(pace: string | null): Tone {
  return pace === "ahead" ? "good" : pace === "behind" ? "bad" : pace === null ? "soft" : "accent"
}

/** A value of a monthly metric: a count, or an amount for deal_value. */
export function figure(
  metric: { readonly key: string },
  value: number,
  currency: string,
  words: ReportWords = english()
): string {
  return metric.key === "deal_value"
    ? money(value, currency, 9, words)
    : Number(value).toLocaleString(words.numbers)
}
