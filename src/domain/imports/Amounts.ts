/**
 * Amounts as spreadsheets write them, in the plain decimals that operations take. What can be read in two ways is left as
 * it is: the operation refuses it, and says how to write it.
 */

const grouped = /^\d{1,3}(?:([.,])\d{3})(?:\1\d{3})*$/u

/** Digits and separators alone: without signs of currencies, letters, spaces and apostrophes. */
const bare = (text: string): string => text.replaceAll(/[\p{L}\p{Sc}\s'’]+/gu, "")

/** The separator of decimals that a text makes certain. */
const certain = (text: string): "." | "," | undefined => {
  const [dot, comma] = [text.lastIndexOf("."), text.lastIndexOf(",")]
  if (dot < 0 && comma < 0) return undefined
  if (dot >= 0 && comma >= 0) return dot > comma ? "." : ","
  const sign = dot >= 0 ? "." : ","
  const several = text.indexOf(sign) !== text.lastIndexOf(sign)
  if (several) return sign === "." ? "," : "."
  return text.length - text.indexOf(sign) === 4 ? undefined : sign
}

/** The separator that a column's values agree on. */
export const decimalOf = (values: ReadonlyArray<string>): "." | "," | undefined => {
  const found = new Set(values.flatMap((value) => certain(bare(value)) ?? []))
  return found.size === 1 ? [...found][0] : undefined
}

export const plain = (text: string, decimal: "." | "," | undefined): string => {
  const digits = bare(text)
  if (!/^\d[\d.,]*$/u.test(digits)) return text
  const separator = certain(digits) ?? decimal
  if (separator === undefined) return grouped.test(digits) ? text : digits
  const [whole = "", ...rest] = digits.split(separator)
  if (rest.length > 1) return text
  const units = whole.replaceAll(/[.,]/gu, "")
  return rest.length === 0 ? units : `${units}.${rest[0]!}`
}
