/**
 * The parts of reports: amounts, days and bars. Cards run these functions in the browser, so they use only each other and
 * the language.
 */

/** The meaning of a colour. */
export type Tone = "accent" | "soft" | "good" | "warn" | "bad"

export interface Tile {
  readonly label: string
  readonly value: string
  readonly note: string
  readonly tone: Tone | null
}

/** A row with a bar of width `share`, of which `part` is in full colour. Both are shares of the row's width, 0 to 1. */
export interface Row {
  readonly label: string
  readonly value: string
  readonly note: string
  readonly share: number | null
  readonly part: number | null
  readonly tone: Tone
}

/** An amount in full; if that is longer than `most` characters, in whole units, else abbreviated. */
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

/** Deals in other currencies than the board's, as reports list them; undefined if there are none. */
export type Others = ReadonlyArray<{ currency: string; count: number; cents: number }> | undefined

/** Text to follow a sum: the sums in other currencies. */
export function besides(others: Others): string {
  return (others ?? []).map(({ cents, currency }) => ` + ${money(cents, currency, 12)}`).join("")
}

/** A remark on the deals that a sum leaves out, if there are any. */
export function foreign(what: string, others: Others): ReadonlyArray<string> {
  if (others === undefined || others.length === 0) return []
  const each = others.map(({ cents, count, currency }) => `${deals(count)}, ${money(cents, currency, 40)}`)
  return [`${what} in other currencies, counted but not in the sums: ${each.join("; ")}.`]
}

/** Which of `count` open deals a sum covers: not those in other currencies. */
export function summed(count: number, currency: string, others: Others): string {
  const left = (others ?? []).reduce((sum, other) => sum + Number(other.count), 0)
  return left === 0 ? "all open deals" : `${deals(Number(count) - left)} in ${currency}`
}

/** A remark on won deals without a date, if there are any. */
export function undated(count: number | undefined): ReadonlyArray<string> {
  if (count === undefined || count === 0) return []
  return [
    `Won without a date, because an edit and not a move set their stage, so in no month: ${deals(count)}.`
  ]
}

export function most(values: ReadonlyArray<number>): number {
  return values.reduce((top, value) => Math.max(top, Number(value)), 0)
}

/** The width of a bar, 0 to 1; a bar for more than zero is wide enough to see. */
export function share(value: number, top: number): number {
  return Number(value) > 0 && top > 0 ? Math.min(1, Math.max(0.008, Number(value) / top)) : 0
}

export function tile(label: string, value: string, note: string, tone: Tone | null): Tile {
  return { label, value, note, tone }
}

export function paceTone(pace: string | null): Tone {
  return pace === "ahead" ? "good" : pace === "behind" ? "bad" : pace === null ? "soft" : "accent"
}

/** A value of a monthly metric: a count, or an amount for deal_value. */
export function figure(metric: { readonly key: string }, value: number, currency: string): string {
  return metric.key === "deal_value" ? money(value, currency, 9) : Number(value).toLocaleString("en-US")
}

/** Every function above, to be sent to the browser as source. */
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
