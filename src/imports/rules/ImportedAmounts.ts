/**
 * Converts amounts in spreadsheets to plain decimals. An amount has at most one currency sign or code, one kind of group separator and one
 * decimal separator. Ambiguous and other text is kept, so that the operation rejects it.
 */
import { Currency } from "../../../schema/Field.ts"

/** The currencies that a sign or code can stand for. */
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

/** Spaces and apostrophes only separate thousands. */
const spaced = /^\d{1,3}(?:([\s\u00a0\u202f\u2009'’])\d{3})(?:\1\d{3})*(?:[.,]\d+)?$/u

/** Splits an amount into its currencies and its number; undefined if it isn't an amount. */
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

/** Groups of three digits, or of two as in India. The other mark is the decimal separator. */
const groupedBy = {
  ",": /^\d{1,3}(?:,\d{3})+(?:\.\d+)?$|^\d{1,2}(?:,\d{2})+,\d{3}(?:\.\d+)?$/u,
  ".": /^\d{1,3}(?:\.\d{3})+(?:,\d+)?$/u
}

const otherMark = { ",": ".", ".": "," } as const
type Mark = keyof typeof otherMark

/** The possible decimal separators of a number. */
const marksOf = (number: string, isSpaced: boolean): ReadonlyArray<Mark> =>
  ([".", ","] as const).filter(
    (mark) =>
      new RegExp(`^\\d+(?:[${mark}]\\d+)?$`, "u").test(number) ||
      (!isSpaced && groupedBy[otherMark[mark]].test(number))
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
  /** A plain decimal, or the original text if it can't be parsed. */
  readonly amount: string
  /** The currency of the sign or code. `home` takes precedence if several currencies share the sign. */
  readonly currency?: string
}

/** `home` is the board's currency, and `decimal` the separator for ambiguous amounts. */
export const read = (text: string, decimal: Mark | undefined, home?: string): Reading => {
  const parts = partsOf(text)
  if (parts === undefined) return { amount: text }
  const { currencies, isSpaced, number } = parts
  const mark = isPlain(number)
    ? "."
    : (decimalSeparatorOf(text) ?? (isAmbiguous(number, isSpaced) ? decimal : undefined))
  if (mark === undefined) return { amount: number }
  const amount = number.replaceAll(otherMark[mark], "").replace(mark, ".")
  if (currencies.length === 0) return { amount }
  const named = currencies.find((one) => one === home) ?? currencies[0]!
  return { amount, currency: named }
}
