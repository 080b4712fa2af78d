/**
 * Estimates the number of o200k_base tokens in a text without that tokenizer's 200,000 words. It follows the tokenizer's pre-tokenization:
 * letters, up to three digits, runs of punctuation. The tests compare it with the tokenizer.
 */
import { isCommon, isKnown } from "./TokenPairs.ts"
import { splits, whole } from "./TokenWords.ts"

const isLower = (code: number) => code >= 97 && code <= 122
const isUpper = (code: number) => code >= 65 && code <= 90
const isDigit = (code: number) => code >= 48 && code <= 57

/**
 * Tokens of a non-ASCII character by Unicode block: if it often follows the previous one (common), if it doesn't (other), as the first of a
 * word (first), and if it isn't a token itself (rare).
 */
const scripts: ReadonlyArray<
  readonly [from: number, common: number, other: number, first: number, rare: number]
> = [
  [0x00a0, 0.45, 1.45, 0.75, 2.1], // Latin with diacritics
  [0x0300, 2, 2, 2, 2], // Combining marks
  [0x0370, 0.3, 1.5, 0.6, 2], // Greek
  [0x0400, 0.27, 1.75, 0.6, 2.1], // Cyrillic
  [0x0530, 0.3, 1.4, 0.6, 2], // Armenian
  [0x0590, 0.38, 1.3, 0.6, 2], // Hebrew
  [0x0600, 0.31, 1.6, 0.6, 2.2], // Arabic
  [0x0671, 0.55, 1.8, 0.9, 2.2], // Letters of Urdu, Persian, Pashto, Uyghur
  [0x0700, 2, 2, 2, 2], // Thaana, Syriac and others
  [0x0800, 3, 3, 3, 3],
  [0x0900, 0.32, 1.45, 0.6, 3], // Devanagari and other Indic scripts
  [0x0a00, 0.65, 1.6, 0.9, 3], // Gurmukhi
  [0x0a80, 0.36, 1.5, 0.8, 3], // Gujarati
  [0x0b00, 0.7, 1.8, 1, 3], // Oriya
  [0x0b80, 0.42, 1.5, 0.7, 3], // Tamil, Telugu, Kannada, Malayalam
  [0x0d80, 0.6, 1.7, 0.9, 3], // Sinhala
  [0x0e00, 0.38, 1.45, 0.6, 2], // Thai
  [0x0e80, 2, 2, 2, 2.3], // Lao, Tibetan
  [0x1000, 0.5, 1.6, 0.8, 3], // Burmese
  [0x10a0, 0.3, 1.45, 0.6, 3], // Georgian
  [0x1100, 3, 3, 3, 3],
  [0x1200, 2, 2, 2, 2], // Ethiopic
  [0x1380, 3, 3, 3, 3],
  [0x1780, 0.6, 1.5, 0.8, 2], // Khmer
  [0x1800, 3, 3, 3, 3],
  [0x1e00, 0.4, 1.2, 0.7, 2.5], // Vietnamese, polytonic Greek
  [0x2000, 0.9, 0.9, 0.9, 2], // Punctuation, arrows
  [0x2300, 1, 1, 1, 2.6], // Symbols
  [0x2800, 3, 3, 3, 3],
  [0x3000, 0.45, 1.1, 0.85, 2.5], // Kana
  [0x3130, 2.3, 2.3, 2.3, 3.2],
  [0x4e00, 0.45, 1.1, 0.9, 2.4], // Han
  [0xa000, 3, 3, 3, 3],
  [0xac00, 0.5, 1.15, 0.7, 2.6], // Hangul
  [0xd800, 2, 2, 2, 2], // Surrogates of rare letters
  [0xd83c, 1, 1, 1, 1], // Surrogates of emoji
  [0xd83f, 2, 2, 2, 2],
  [0xdc00, 1, 1, 1, 1],
  [0xe000, 3, 3, 3, 3],
  [0xfe00, 1, 1, 1, 2.2],
  [0xff00, 0.8, 1, 0.9, 2.2]
]

const scriptOf = (code: number) => {
  let at = scripts.length - 1
  while (at > 0 && code < scripts[at]![0]) at--
  return scripts[at]!
}

const lower = (code: number) => String.fromCharCode(code).toLowerCase().charCodeAt(0)

/** Tokens of ASCII letters that the tokenizer treats as one piece. */
const wordOf = (text: string, from: number, to: number, isMixed: boolean): number => {
  const length = to - from
  const previous = from === 0 ? 0 : text.charCodeAt(from - 1)
  // The rest of a word after a non-ASCII letter.
  if (previous >= 0xc0 && previous < 0x2000) return 0.4 * length
  if (length === 1) return 1
  if (!isMixed && length > 3 && length < 15 && whole.has(text.slice(from, to).toLowerCase())) return 1
  let ends = 0
  let before = (text.charCodeAt(from) | 32) - 97
  for (let at = from + 1; at < to; at++) {
    const letter = (text.charCodeAt(at) | 32) - 97
    ends += letter === before && at > from + 2 ? 0.15 : splits[before * 26 + letter]!
    before = letter
  }
  if (length > 3 && isUpper(text.charCodeAt(to - 1))) return 1 + ends * 1.4
  if (length > 16) return 1 + ends * 1.3
  // A lower-case word within a sentence is more common than a name.
  const isCommon = previous === 32 && text.charCodeAt(from) > 96
  return 1 + ends * (isMixed ? 1.4 : isCommon ? 0.7 : 1)
}

/** Estimates the tokens of a text in a single pass. */
export const estimate = (text: string): number => {
  let tokens = 0
  let at = 0
  const { length } = text
  while (at < length) {
    const begin = at
    let code = text.charCodeAt(at)
    if (isDigit(code)) {
      while (at < length && isDigit(text.charCodeAt(at))) at++
      tokens += Math.ceil((at - begin) / 3)
    } else if (isUpper(code) || isLower(code)) {
      while (at < length && isUpper(text.charCodeAt(at))) at++
      const capitals = at - begin
      while (at < length && isLower(text.charCodeAt(at))) at++
      const isMixed = (capitals > 1 && capitals < at - begin) || (at < length && isDigit(text.charCodeAt(at)))
      tokens += wordOf(text, begin, at, isMixed)
    } else if (code >= 0xc0) {
      tokens += beyond(text, at)
      at++
    } else {
      // Punctuation and spaces. A single space or sign belongs to the following word.
      while (at < length && isSign((code = text.charCodeAt(at)))) at++
      tokens += signsOf(text, begin, at)
    }
  }
  return Math.ceil(tokens)
}

const isSign = (code: number) => code < 0xc0 && !isDigit(code) && !isUpper(code) && !isLower(code)

/** Punctuation of JSON and prose, several of which are often a single token. */
const frequentSigns = new Set([...'",:{}[]. \n'].map((sign) => sign.charCodeAt(0)))

/** Tokens of punctuation and spaces. */
const signsOf = (text: string, from: number, to: number): number => {
  const length = to - from
  if (length > 1) {
    let tokens = 1
    for (let at = from + 1; at < to; at++) {
      const sign = text.charCodeAt(at)
      const before = text.charCodeAt(at - 1)
      if (sign === before) tokens += sign === 32 ? 0.05 : 0.3
      else if (sign === 32) tokens += at === to - 1 ? 0.1 : 0.5
      else
        tokens +=
          frequentSigns.has(sign) && frequentSigns.has(before)
            ? at - from < 4
              ? 0
              : 0.35
            : at - from < 2
              ? 0.45
              : 0.85
    }
    return tokens
  }
  if (to < text.length && isDigit(text.charCodeAt(to))) return 1
  const sign = text.charCodeAt(from)
  return sign === 32 || sign === 92 ? 0 : 0.6
}

/** Tokens that a non-ASCII character adds to its word. */
const beyond = (text: string, at: number): number => {
  const code = text.charCodeAt(at)
  const before = at === 0 ? 32 : text.charCodeAt(at - 1)
  const [, common, other, first, rare] = scriptOf(code)
  const self = lower(code)
  // The second half of a surrogate pair.
  if (code >= 0xdc00 && code < 0xe000) return before >= 0xd83c && before < 0xd83f ? 1 : 2
  if (code >= 0xd800 && code < 0xdc00) return first
  if (!isKnown(self) && !isKnown(code)) return rare * 1.05 + (before === 32 ? 0.6 : 0)
  if (isSign(before) || isDigit(before)) return first + (code < 0xd800 && code >= 0x2000 ? 0.1 : 0)
  return code !== before && isCommon(lower(before), self) ? common : Math.max(1, other)
}
