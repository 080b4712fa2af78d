/** Sums of money as people read them. */
import type { Currency } from "../../schema/Field.ts"

/** Minor units as a decimal number of major ones, without a float between. */
const decimal = (minor: bigint, digits: number): string => {
  const text = String(minor).padStart(digits + 1, "0")
  return digits === 0 ? text : `${text.slice(0, -digits)}.${text.slice(-digits)}`
}

/** `$12,500.00`, `¥500`: with as many decimals as the currency has; `cents` is 0 or more. */
export const format = (cents: number | bigint, currency: Currency): string => {
  const number = new Intl.NumberFormat("en", { style: "currency", currency })
  const digits = number.resolvedOptions().maximumFractionDigits ?? 2
  return number.format(decimal(BigInt(cents), digits) as Intl.StringNumericLiteral)
}
