/** Numbers as JSON writes them, and whether a double keeps them. */

const zero = 48

/** Digits without zeros at either end, and the power of ten of the last. */
const decimalOf = (source: string) => {
  const [mantissa = "", power = "0"] = source.toLowerCase().split("e")
  const [whole = "", fraction = ""] = mantissa.replace("-", "").split(".")
  const digits = `${whole}${fraction}`
  let [start, end] = [0, digits.length]
  while (start < end && digits.charCodeAt(start) === zero) start++
  while (end > start && digits.charCodeAt(end - 1) === zero) end--
  return { digits: digits.slice(start, end), power: Number(power) - fraction.length + digits.length - end }
}

/** The most digits that a double is written with: what is longer can't be compared, and no double keeps it. */
const most = 100

/** True if the double, written with the text's number of digits, equals the text. */
export const isKept = (source: string): boolean => {
  const value = Number(source)
  if (String(value) === source) return true
  const { digits, power } = decimalOf(source)
  if (digits === "") return true
  if (!Number.isFinite(value) || digits.length > most) return false
  const read = decimalOf(value.toPrecision(digits.length))
  return read.digits === digits && read.power === power
}

/** Before the digits of a number that isn't kept, where it fails a row of an import alone. No text that is stored has it. */
export const marker = "\u0000"

const marked = /^\0(-?\d[\d.eE+-]*)$/u

/** The digits behind the marker; undefined if there is none. */
export const lostIn = (text: string): string | undefined => marked.exec(text)?.[1]

export const problem = (source: string): string =>
  `holds ${source.slice(0, 40)}, which has more digits than a JSON number keeps; send a number of at most 15 digits, or text where the field takes text`
