/**
 * Converts the amounts of spreadsheets to the plain decimals that operations take. An amount has at most one currency sign or code, one
 * kind of group separator and one decimal separator. Any other or ambiguous text stays as it is, so that the operation refuses it.
 */
import { Currency } from "../../../schema/Field.ts"

/** The currencies that a sign or code can mean. */
const signs: Readonly<Record<string, ReadonlyArray<Currency>>> = {
  ...Object.fromEntries(Currency.literals.map((code) => [code.toLowerCase(), [code]])),
  $: ["USD", "CAD", "AUD"],
  us$: ["USD"],
  c$: ["CAD"],
  ca$: ["CAD"],
  a$: ["AUD"],
  au$: ["AUD"],
  "€": ["EUR"],
  "£": ["GBP"],
  "¥": ["JPY"],
  "￥": ["JPY"],
  "₹": ["INR"],
  rs: ["INR"],
  "rs.": ["INR"]
}

const space = "[\\s\\u00a0\\u202f\\u2009]"
const sign = "\\p{L}{0,3}\\.?\\p{Sc}?"
const shape = new RegExp(`^(${sign})${space}*(\\d(?:[\\d.,'’]|${space}(?=\\d))*)${space}*(${sign})$`, "u")

/** Spaces and apostrophes separate thousands, and never decimals. */
const spaced = /^\d{1,3}(?:([\s\u00a0\u202f\u2009'’])\d{3})(?:\1\d{3})*(?:[.,]\d+)?$/u

/** Splits an amount into its currencies and its number; undefined if it is no amount. */
const partsOf = (text: string) => {
  const [, before = "", number = "", after = ""] = shape.exec(text.trim()) ?? []
  if (number === "" || (before !== "" && after !== "")) return undefined
  const name = `${before}${after}`.toLowerCase()
  const currencies = name === "" ? [] : signs[name]
  if (currencies === undefined) return undefined
  const isSpaced = /[^\d.,]/u.test(number)
  if (isSpaced && !spaced.test(number)) return undefined
  return { currencies, isSpaced, number: number.replaceAll(/[^\d.,]/gu, "") }
}

/** Groups of three digits, or of two as in India. The other mark separates decimals. */
const groupedBy = {
  ",": /^\d{1,3}(?:,\d{3})+(?:\.\d+)?$|^\d{1,2}(?:,\d{2})+,\d{3}(?:\.\d+)?$/u,
  ".": /^\d{1,3}(?:\.\d{3})+(?:,\d+)?$/u
}

const other = { ",": ".", ".": "," } as const
type Mark = keyof typeof other

/** The possible decimal separators of a number. */
const marksOf = (number: string, isSpaced: boolean): ReadonlyArray<Mark> =>
  ([".", ","] as const).filter(
    (mark) =>
      new RegExp(`^\\d+(?:[${mark}]\\d+)?$`, "u").test(number) ||
      (!isSpaced && groupedBy[other[mark]].test(number))
  )

const isPlain = (number: string) => /^\d+$/u.test(number)

/** A single mark before the last three digits can separate thousands or decimals. */
const isAmbiguous = (number: string, isSpaced: boolean) =>
  !isSpaced && /^[1-9]\d{0,2}[.,]\d{3}$/u.test(number)

/** The decimal separator of an unambiguous amount. */
export const decimalSeparatorOf = (text: string): Mark | undefined => {
  const parts = partsOf(text)
  if (parts === undefined || isPlain(parts.number) || isAmbiguous(parts.number, parts.isSpaced))
    return undefined
  const marks = marksOf(parts.number, parts.isSpaced)
  return marks.length === 1 ? marks[0] : undefined
}

export interface Reading {
  /** A plain decimal, or the text if it isn't understood. */
  readonly amount: string
  /** The currency of the sign or code. Of several with the same sign, `home` takes precedence. */
  readonly currency?: string
}

/** `home` is the currency of the board, and `decimal` the separator of ambiguous amounts. */
export const read = (text: string, decimal: Mark | undefined, home?: string): Reading => {
  const parts = partsOf(text)
  if (parts === undefined) return { amount: text }
  const { currencies, isSpaced, number } = parts
  const mark = isPlain(number)
    ? "."
    : (decimalSeparatorOf(text) ?? (isAmbiguous(number, isSpaced) ? decimal : undefined))
  if (mark === undefined) return { amount: number }
  const amount = number.replaceAll(other[mark], "").replace(mark, ".")
  if (currencies.length === 0) return { amount }
  const named = currencies.find((one) => one === home) ?? currencies[0]!
  return { amount, currency: named }
}
