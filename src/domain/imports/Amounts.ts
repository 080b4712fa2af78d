/**
 * Amounts as spreadsheets write them, in the plain decimals that operations take. Only a full grammar is read: an optional
 * sign or code of a currency at one end, digits in groups of one kind, decimals after one mark. What is anything else, or
 * can be read in two ways, is left as it is: the operation refuses it, and says how to write it.
 */
import { Currency } from "../../../schema/Field.ts"

/** The currencies that a sign or code may stand for. */
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

/** Spaces and apostrophes between thousands: nowhere a mark of decimals. */
const spaced = /^\d{1,3}(?:([\s\u00a0\u202f\u2009'’])\d{3})(?:\1\d{3})*(?:[.,]\d+)?$/u

/** The text without its currency; undefined if it isn't an amount. */
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

/** Digits in groups by `mark`, as in the West or in India, with decimals after the other mark. */
const groupedBy = {
  ",": /^\d{1,3}(?:,\d{3})+(?:\.\d+)?$|^\d{1,2}(?:,\d{2})+,\d{3}(?:\.\d+)?$/u,
  ".": /^\d{1,3}(?:\.\d{3})+(?:,\d+)?$/u
}

const other = { ",": ".", ".": "," } as const
type Mark = keyof typeof other

/** The mark of decimals that makes sense of digits; several if they can be read in two ways. */
const marksOf = (number: string, isSpaced: boolean): ReadonlyArray<Mark> =>
  ([".", ","] as const).filter(
    (mark) =>
      new RegExp(`^\\d+(?:[${mark}]\\d+)?$`, "u").test(number) ||
      (!isSpaced && groupedBy[other[mark]].test(number))
  )

const isPlain = (number: string) => /^\d+$/u.test(number)

/** A lone mark before three digits may divide thousands or decimals, unless nothing could be grouped before it. */
const isAmbiguous = (number: string, isSpaced: boolean) =>
  !isSpaced && /^[1-9]\d{0,2}[.,]\d{3}$/u.test(number)

/** The mark of decimals that a text makes certain. */
export const certain = (text: string): Mark | undefined => {
  const parts = partsOf(text)
  if (parts === undefined || isPlain(parts.number) || isAmbiguous(parts.number, parts.isSpaced))
    return undefined
  const marks = marksOf(parts.number, parts.isSpaced)
  return marks.length === 1 ? marks[0] : undefined
}

export interface Reading {
  /** In plain decimals, or the text if it is refused. */
  readonly amount: string
  /** The currency that the text names; of a sign that several share, `home` if that is one of them. */
  readonly currency?: string
}

/** `home` is the currency of the board, and `decimal` the mark of decimals where a text doesn't say. */
export const read = (text: string, decimal: Mark | undefined, home?: string): Reading => {
  const parts = partsOf(text)
  if (parts === undefined) return { amount: text }
  const { currencies, isSpaced, number } = parts
  const mark = isPlain(number)
    ? "."
    : (certain(text) ?? (isAmbiguous(number, isSpaced) ? decimal : undefined))
  if (mark === undefined) return { amount: number }
  const amount = number.replaceAll(other[mark], "").replace(mark, ".")
  if (currencies.length === 0) return { amount }
  const named = currencies.find((one) => one === home) ?? currencies[0]!
  return { amount, currency: named }
}
