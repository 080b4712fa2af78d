/** Formats numbers, amounts and times for a language. Formatters are expensive to create, so each is created once. */
import type { Currency } from "../../../../schema/Field.ts"
import * as Money from "../../../shared/Money.ts"
import { lazy, once } from "../../../shared/Memo.ts"

/** The plural forms of a word; each language has `other`. */
export type Forms = { readonly other: string } & Partial<Record<Intl.LDMLPluralRule, string>>

/** Sums from this many major units on are shown in compact form. */
const compactFrom = 10_000_000n

const dayStyle = { day: "numeric", month: "short", year: "numeric" } as const
const minuteStyle = { ...dayStyle, hour: "2-digit", minute: "2-digit", hourCycle: "h23" } as const

/** `tag` is the language, `region` the format of its dates if that differs, and then come its quotation marks. */
export const make = (tag: string, region = tag, [open, close] = ["“", "”"]) => {
  const whole = lazy(() => new Intl.NumberFormat(tag))
  const rules = lazy(() => new Intl.PluralRules(tag))
  const list = lazy(() => new Intl.ListFormat(tag))
  const money = (options: Intl.NumberFormatOptions) =>
    once((currency) => new Intl.NumberFormat(tag, { style: "currency", currency, ...options }))
  const full = money({})
  const short = money({ trailingZeroDisplay: "stripIfInteger" })
  const compact = money({ notation: "compact", maximumFractionDigits: 1 })
  const days = once((timeZone) => new Intl.DateTimeFormat(region, { ...dayStyle, timeZone }))
  const minutes = once((timeZone) => new Intl.DateTimeFormat(region, { ...minuteStyle, timeZone }))
  const months = lazy(
    () => new Intl.DateTimeFormat(region, { month: "short", year: "numeric", timeZone: "UTC" })
  )
  const times = once(
    (timeZone) =>
      new Intl.DateTimeFormat(region, { hour: "2-digit", minute: "2-digit", hourCycle: "h23", timeZone })
  )
  const decimal = lazy(
    () =>
      whole()
        .formatToParts(-12_345.6)
        .find(({ type }) => type === "decimal")?.value ?? "."
  )

  const format = (of: (currency: string) => Intl.NumberFormat, cents: number | bigint, currency: Currency) =>
    of(currency).format(Money.typed(cents, currency) as Intl.StringNumericLiteral)

  return {
    tag,
    number: (value: number): string => whole().format(value),
    /** `12 deals`: the number with the matching plural form. */
    plural: (count: number, forms: Forms): string =>
      `${whole().format(count)} ${forms[rules().select(count)] ?? forms.other}`,
    /** Only the plural form. */
    form: (count: number, forms: Forms): string => forms[rules().select(count)] ?? forms.other,
    quoted: (text: string): string => `${open}${text}${close}`,
    list: (texts: ReadonlyArray<string>): string => list().format(texts),
    /** The amount with all decimals of the currency. */
    money: (cents: number | bigint, currency: Currency): string => format(full, cents, currency),
    /** Exact, without decimals if they are zero. */
    short: (cents: number | bigint, currency: Currency): string => format(short, cents, currency),
    /** `€12.3M` for large sums; undefined for those that are short enough. */
    compact: (cents: number | bigint, currency: Currency): string | undefined =>
      BigInt(cents) < compactFrom * 10n ** BigInt(Money.digits(currency))
        ? undefined
        : format(compact, cents, currency),
    /** An amount for an input field: `12500,00`. */
    typed: (cents: number | bigint, currency: Currency): string =>
      Money.typed(cents, currency).replace(".", decimal()),
    decimal,
    day: (iso: string, zone: string): string => days(zone).format(Date.parse(iso)),
    /** `May 2026`, of `2026-05` */
    month: (month: string): string => months().format(Date.parse(`${month}-01`)),
    minute: (iso: string, zone: string): string => minutes(zone).format(Date.parse(iso)),
    /** `14:00` */
    time: (iso: string, zone: string): string => times(zone).format(Date.parse(iso))
  }
}

export type Locale = ReturnType<typeof make>
