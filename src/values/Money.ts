/** Formats amounts of money for people. */
import type { Currency } from "../../schema/Field.ts"
import { once } from "./Memo.ts"

/** Minor units as a decimal number of major units, without floating point. */
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

/** How many decimals a currency has, so how many minor units make a major unit. */
export const digits = (currency: Currency): number => decimals(currency)

type Formatter = (cents: number | bigint, currency: Currency) => string

const formatter = (options: Intl.NumberFormatOptions): Formatter => {
  const formatOf = formats(options)
  return (cents, currency) =>
    formatOf(currency).format(decimal(BigInt(cents), digits(currency)) as Intl.StringNumericLiteral)
}

/** `$12,500.00`, `¥500`: with all the decimals of the currency; `cents` is not negative. */
export const format = formatter({})

/** `$12,500` and `$12,500.50`: exact, without decimals if they are zero. */
export const short = formatter({ trailingZeroDisplay: "stripIfInteger" })

/** `12500.00`: for an input field; `Amount.read` reads it back. */
export const typed: Formatter = (cents, currency) => decimal(BigInt(cents), digits(currency))
