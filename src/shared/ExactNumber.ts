/** Decides whether a number in JSON can be represented as a double. */

const zero = 48

/** The digits without leading and trailing zeros, and the exponent of the last digit. */
const decimalOf = (source: string) => {
  const [mantissa = "", power = "0"] = source.toLowerCase().split("e")
  const [whole = "", fraction = ""] = mantissa.replace("-", "").split(".")
  const digits = `${whole}${fraction}`
  let [start, end] = [0, digits.length]
  while (start < end && digits.charCodeAt(start) === zero) start++
  while (end > start && digits.charCodeAt(end - 1) === zero) end--
  return { digits: digits.slice(start, end), power: Number(power) - fraction.length + digits.length - end }
}

/** The maximum number of digits of a double. A longer number can't be compared, and no double equals it. */
const maxDigits = 100

/** Whether the double, with the text's number of digits, equals the text. */
export const isKept = (source: string): boolean => {
  const value = Number(source)
  if (String(value) === source) return true
  const { digits, power } = decimalOf(source)
  if (digits === "") return true
  if (!Number.isFinite(value) || digits.length > maxDigits) return false
  const read = decimalOf(value.toPrecision(digits.length))
  return read.digits === digits && read.power === power
}

/** Marks a number that can't be represented, so that only its row of an import fails. No stored text contains it. */
export const marker = "\u0000"

const marked = /^\0(-?\d[\d.eE+-]*)$/u

/** The digits after the marker; undefined without a marker. */
export const lostIn = (text: string): string | undefined => marked.exec(text)?.[1]

export const problem = (source: string): string =>
  `holds ${source.slice(0, 40)}, which has more digits than a JSON number keeps; send a number of at most 15 digits, or text where the field takes text`
