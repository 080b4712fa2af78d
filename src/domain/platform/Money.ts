/** Sums of money as people read them. */
import type { Currency } from "../../../schema/Field.ts"

/** Minor units as a decimal number of major ones, without a float between. */
const decimal = (minor: bigint, digits: number): string => {
  const text = String(minor).padStart(digits + 1, "0")
  return digits === 0 ? text : `${text.slice(0, -digits)}.${text.slice(-digits)}`
}

const formatOf = (currency: Currency, options: Intl.NumberFormatOptions = {}) => {
  const number = new Intl.NumberFormat("en", { style: "currency", currency, ...options })
  return { number, digits: number.resolvedOptions().maximumFractionDigits ?? 2 }
}

/** How many decimals a currency has: minor units are counted with them. */
export const digits = (currency: Currency): number => formatOf(currency).digits

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

/** `12500.00`: as an input field holds it, and `Amount.read` takes it. */
export const typed: Formatter = (cents, currency) => decimal(BigInt(cents), formatOf(currency).digits)
