/** Formats amounts of money for people. */
import type { Currency } from "../../schema/Field.ts"
import { once } from "./Memo.ts"

/** Converts minor units to a decimal number without floating point. */
const decimal = (minor: bigint, digits: number): string => {
  const text = String(minor).padStart(digits + 1, "0")
  return digits === 0 ? text : `${text.slice(0, -digits)}.${text.slice(-digits)}`
}

const formats = (options: Intl.NumberFormatOptions) =>
  once((currency) => new Intl.NumberFormat("en", { style: "currency", currency, ...options }))

const decimals = once(
  (currency) =>
    new Intl.NumberFormat("en", { style: "currency", currency }).resolvedOptions().maximumFractionDigits ?? 2
)

/** The number of decimals of a currency. */
export const digits = (currency: Currency): number => decimals(currency)

type Formatter = (cents: number | bigint, currency: Currency) => string

const formatter = (options: Intl.NumberFormatOptions): Formatter => {
  const formatOf = formats(options)
  return (cents, currency) =>
    formatOf(currency).format(decimal(BigInt(cents), digits(currency)) as Intl.StringNumericLiteral)
}

/** For example `$12,500.00` and `¥500`, with all decimals of the currency. `cents` isn't negative. */
export const format = formatter({})

/** For example `$12,500` and `$12,500.50`: exact, without decimals if they are zero. */
export const short = formatter({ trailingZeroDisplay: "stripIfInteger" })

/** For example `12500.00`, for an input field. `Amount.read` parses it. */
export const typed: Formatter = (cents, currency) => decimal(BigInt(cents), digits(currency))
