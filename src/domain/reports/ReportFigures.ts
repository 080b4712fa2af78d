/**
 * The pieces reports are made of: amounts, days and bars, as people read them. Cards run these functions in the
 * browser, so they use nothing but each other and the language.
 */

/** What a colour means. */
export type Tone = "accent" | "soft" | "good" | "warn" | "bad"

export interface Tile {
  readonly label: string
  readonly value: string
  readonly note: string
  readonly tone: Tone | null
}

/** A bar: as long as `share` of its row, the first `part` of it in full colour. */
export interface Row {
  readonly label: string
  readonly value: string
  readonly note: string
  readonly share: number | null
  readonly part: number | null
  readonly tone: Tone
}

/** An amount in full; where that is longer than `most` characters, in whole units, or else in short. */
export function money(cents: number, currency: string, most: number): string {
  const style = { style: "currency", currency } as const
  const digits = new Intl.NumberFormat("en-US", style).resolvedOptions().maximumFractionDigits!
  const amount = Number(cents) / 10 ** digits
  const said = (options: Intl.NumberFormatOptions) =>
    new Intl.NumberFormat("en-US", { ...style, ...options }).format(amount)
  const ways = [said({ trailingZeroDisplay: "stripIfInteger" }), said({ maximumFractionDigits: 0 })]
  const short = said({ notation: "compact", maximumFractionDigits: 2 })
  return ways.find((way) => way.length <= most) ?? short
}

export function day(iso: string, month: "short" | "long", year: boolean): string {
  const options: Intl.DateTimeFormatOptions = { day: "numeric", month, timeZone: "UTC" }
  if (year) options.year = "numeric"
  return new Intl.DateTimeFormat("en-GB", options).format(Date.parse(iso))
}

export function deals(count: number): string {
  return `${Number(count).toLocaleString("en-US")} ${count === 1 ? "deal" : "deals"}`
}

/** Deals in one of the other currencies, as reports list them; there may be no list. */
export type Others = ReadonlyArray<{ currency: string; count: number; cents: number }> | undefined

/** What stands after a sum that leaves other currencies out. */
export function besides(others: Others): string {
  return (others ?? []).map(({ cents, currency }) => ` + ${money(cents, currency, 12)}`).join("")
}

/** A remark on the deals a sum leaves out; none if there are none. */
export function foreign(what: string, others: Others): ReadonlyArray<string> {
  if (others === undefined || others.length === 0) return []
  const each = others.map(({ cents, count, currency }) => `${deals(count)}, ${money(cents, currency, 40)}`)
  return [`${what} in other currencies, counted but in no sum: ${each.join("; ")}.`]
}

/** Which of `count` deals a sum is of: not all of them, if some are in other currencies. */
export function summed(count: number, currency: string, others: Others): string {
  const left = (others ?? []).reduce((sum, other) => sum + Number(other.count), 0)
  return left === 0 ? "all open deals" : `${deals(Number(count) - left)} in ${currency}`
}

/** A remark on won deals that no month counts; none if there are none. */
export function undated(count: number | undefined): ReadonlyArray<string> {
  if (count === undefined || count === 0) return []
  return [`Won without a date, since an edit and not a move made them so, and in no month: ${deals(count)}.`]
}

export function most(values: ReadonlyArray<number>): number {
  return values.reduce((top, value) => Math.max(top, Number(value)), 0)
}

/** How long a bar is; one that stands for anything can be seen. */
export function share(value: number, top: number): number {
  return Number(value) > 0 && top > 0 ? Math.min(1, Math.max(0.008, Number(value) / top)) : 0
}

export function tile(label: string, value: string, note: string, tone: Tone | null): Tile {
  return { label, value, note, tone }
}

export function paceTone(pace: string | null): Tone {
  return pace === "ahead" ? "good" : pace === "behind" ? "bad" : pace === null ? "soft" : "accent"
}

/** A figure of the month: a count, or an amount for deal_value. */
export function figure(metric: { readonly key: string }, value: number, currency: string): string {
  return metric.key === "deal_value" ? money(value, currency, 9) : Number(value).toLocaleString("en-US")
}

/** Everything above that runs, for whoever must carry it elsewhere. */
export const functions = [
  money,
  day,
  deals,
  besides,
  foreign,
  summed,
  undated,
  most,
  share,
  tile,
  paceTone,
  figure
]
