/** Parses decimal amounts as programs, models and people write them. Ambiguous text is rejected. */
import { Result } from "effect"
import { Invalid } from "../../../schema/Fault.ts"
import type { Currency } from "../../../schema/Field.ts"
import * as Money from "../../shared/Money.ts"

/** The forms in which a caller may send an amount. */
interface AmountInput {
  readonly amount?: string
  readonly amountCents?: number | null
}

const plain = /^\d+(?:\.\d+)?$/u

export interface Reading {
  readonly cents: bigint
  /** Whether the text has more decimals than the currency. */
  readonly rounded: boolean
}

/** Converts digits with a decimal point to minor units, rounded half up. */
const minor = (text: string, digits: number): Reading => {
  const [units = "", decimals = ""] = text.split(".")
  const half = (decimals[digits] ?? "0") >= "5" ? 1n : 0n
  const cents = BigInt(units + decimals.slice(0, digits).padEnd(digits, "0")) + half
  return { cents, rounded: /[1-9]/u.test(decimals.slice(digits)) }
}

/** Digits grouped by commas. The number doesn't start with a zero. */
const withCommas = /^[1-9]\d*(?:,\d+)+(?:\.\d+)?$/u

/** Points as thousands separators, a decimal comma, or both. A program may have appended `.0`. */
const withPoints = /^(?:[1-9]\d{0,2}(?:\.\d{3})+|\d+(?=,))(?:,\d+(?:\.0+)?)?$/u

/** The possible meanings of a text: with a decimal point, and with a decimal comma. */
const readings = (text: string, digits: number): ReadonlyArray<Reading> => {
  const [before = "", after = ""] = text.replace(/,(\d+)\.0+$/u, ",$1").split(",")
  const found = [
    ...(plain.test(text) || withCommas.test(text) ? [minor(text.replaceAll(",", ""), digits)] : []),
    ...(withPoints.test(text) ? [minor(`${before.replaceAll(".", "")}.${after || "0"}`, digits)] : [])
  ]
  return found.filter(({ cents }, index) => found.findIndex((one) => one.cents === cents) === index)
}

export const maxAmount = BigInt(Number.MAX_SAFE_INTEGER)

/** The maximum length of an amount, as in `Field.Amount`. */
const maxLength = 40

const way =
  (currency: Currency) =>
  ({ cents, rounded }: Reading) =>
    `"${Money.typed(cents, currency)}"${rounded ? " (rounded)" : ""} for ${Money.format(cents, currency)}`

const problem = (text: string, currency: Currency): string => {
  const digits = Money.digits(currency)
  const has = digits === 0 ? "no decimals" : `${digits} decimals`
  if (!/^[\d.,]+$/u.test(text)) {
    return `must be digits with at most one decimal point, such as "${Money.typed(1_250_000, currency)}", without a currency sign, letters or spaces: it is in ${currency}`
  }
  const found = readings(text, digits)
  const ways = found.map(way(currency))
  if (ways.length > 1) {
    const why = found.some(({ rounded }) => rounded) ? `, and ${currency} has ${has}` : ""
    return `can be read in two ways${why}: write ${ways.join(", or ")}`
  }
  const [only = `for example "${Money.typed(1_250_000, currency)}"`] = ways
  return `must be digits with at most one decimal point, and ${currency} has ${has}: write ${only}`
}

/** Thousands separators that are nowhere used as a decimal mark. */
const spaces = /(?<=\d)[\s\u00a0\u202f'’](?=\d)/gu

/** Thousands grouped by one mark with the other as the decimal mark, or no groups. */
const groupedBy = {
  ",": /^(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?$/u,
  ".": /^(?:\d{1,3}(?:\.\d{3})+|\d+)(?:,\d+)?$/u
}

/** The possible meanings of a typed text. There is exactly one unless it is ambiguous. */
export const meanings = (typed: string, currency: Currency): ReadonlyArray<Reading> => {
  const text = typed.replaceAll(spaces, "")
  const found = Object.entries(groupedBy)
    .filter(([, shape]) => shape.test(text))
    .map(([mark]) => minor(text.replaceAll(mark, "").replace(",", "."), Money.digits(currency)))
  return found.filter(({ cents }, index) => found.findIndex((one) => one.cents === cents) === index)
}

/** The minor units of a decimal text. The error message continues a sentence that begins with the field. */
export const read = (text: string, currency: Currency): Result.Result<number, string> => {
  if (text.length > maxLength) return Result.fail(`must be at most ${maxLength} characters long`)
  const digits = Money.digits(currency)
  const exact = plain.test(text) && (text.split(".")[1] ?? "").length <= digits
  if (!exact) return Result.fail(problem(text, currency))
  const { cents } = minor(text, digits)
  return cents > maxAmount
    ? Result.fail(`must be at most ${Money.typed(maxAmount, currency)}`)
    : Result.succeed(Number(cents))
}

const refuse = (message: string) =>
  Result.fail(
    new Invalid({
      code: "invalid_body",
      message: `amount ${message}.`,
      meta: { issues: [{ path: "amount", message }] }
    })
  )

/** The minor units of either form; undefined if neither was sent. */
export const cents = ({ amount, amountCents }: AmountInput, currency: Currency) => {
  if (amount === undefined) return Result.succeed(amountCents)
  if (amountCents !== undefined) {
    return refuse("and amountCents say the same thing in two units: send one of them")
  }
  return Result.orElse(read(amount, currency), refuse)
}

/** The input with the amount in minor units only. */
export const settle = <A extends AmountInput>({ amount, amountCents, ...rest }: A, currency: Currency) =>
  Result.map(cents({ amount, amountCents } as AmountInput, currency), (cents) =>
    cents === undefined ? rest : { ...rest, amountCents: cents }
  )
