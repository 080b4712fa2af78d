/** Sums of money as people read them and type them in. */
import type { Currency } from "../../schema/Field.ts"

/** Minor units as a decimal number of major ones, without a float between. */
const decimal = (minor: bigint, digits: number): string => {
  const text = String(minor).padStart(digits + 1, "0")
  return digits === 0 ? text : `${text.slice(0, -digits)}.${text.slice(-digits)}`
}

const formatOf = (currency: Currency, options: Intl.NumberFormatOptions = {}) => {
  const number = new Intl.NumberFormat("en", { style: "currency", currency, ...options })
  return { number, digits: number.resolvedOptions().maximumFractionDigits ?? 2 }
}

type Formatter = (cents: number | bigint, currency: Currency) => string

const formatter =
  (options: Intl.NumberFormatOptions): Formatter =>
  (cents, currency) => {
    const { digits, number } = formatOf(currency, options)
    return number.format(decimal(BigInt(cents), digits) as Intl.StringNumericLiteral)
  }

/** `$12,500.00`, `¥500`: with as many decimals as the currency has; `cents` is 0 or more. */
export const format = formatter({})

/** `$12,500`, and `$12,500.50`: as exact, without decimals that say nothing. */
export const short = formatter({ trailingZeroDisplay: "stripIfInteger" })

/** `12500.00`: as an input field holds it, and `parse` takes it. */
export const typed: Formatter = (cents, currency) => decimal(BigInt(cents), formatOf(currency).digits)

/** The currency's sign or code, which people may type before or after the number. */
const signs = (currency: Currency): ReadonlyArray<string> => {
  const part = (currencyDisplay: "symbol" | "narrowSymbol") =>
    formatOf(currency, { currencyDisplay })
      .number.formatToParts(0)
      .find(({ type }) => type === "currency")?.value ?? currency
  return [part("symbol"), currency, part("narrowSymbol")]
}

const without = (text: string, sign: string): string =>
  text.startsWith(sign) ? text.slice(sign.length) : text.endsWith(sign) ? text.slice(0, -sign.length) : text

/** Digits, in groups or not: by thousands, or as India counts. */
const whole = /^(?:\d+|\d{1,3}(?:,\d{3})+|\d{1,2}(?:,\d{2})+,\d{3})$/u

/**
 * The minor units of a sum typed in major ones: `12500`, `12,500.5`, `$12,500.00`. Undefined for what is no such
 * sum, or has more decimals than the currency: a guess at `12.500` or `12,50` could be wrong a thousandfold.
 */
export const parse = (text: string, currency: Currency): number | undefined => {
  const bare = text.replaceAll(/\s/gu, "").toUpperCase()
  const sign = signs(currency).find((one) => bare.startsWith(one) || bare.endsWith(one))
  const [units = "", decimals, ...rest] = (sign === undefined ? bare : without(bare, sign)).split(".")
  const { digits } = formatOf(currency)
  const hasDecimals = decimals !== undefined
  if (rest.length > 0 || !whole.test(units)) return undefined
  if (hasDecimals && (digits === 0 || !/^\d+$/u.test(decimals) || decimals.length > digits)) return undefined
  const minor = BigInt(units.replaceAll(",", "") + (decimals ?? "").padEnd(digits, "0"))
  return minor <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(minor) : undefined
}
