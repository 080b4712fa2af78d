/** Parses JSON from strangers, after checking that it isn't too deep or too wide to process. */
import { Effect, Result } from "effect"
import { Invalid } from "../../../schema/Fault.ts"

/** Far deeper than any resource, and far less than what would overflow the stack of code that walks the body. */
const maxDepth = 200

/** The most values in one body: processing them must not keep other requests waiting. */
const maxValues = 50_000

const tooDeep = new Invalid({
  code: "invalid_body",
  message: `The body is nested more than ${maxDepth} levels deep; send it flatter.`
})

const tooWide = new Invalid({
  code: "invalid_body",
  message: `The body holds more than ${maxValues} values; send fewer in one request.`
})

const rounded = (key: string, source: string) =>
  Invalid.at(
    "invalid_body",
    key,
    `holds ${source.slice(0, 40)}, which has more digits than a JSON number keeps; send a number of at most ${Number.MAX_SAFE_INTEGER}, or text where the field takes text`
  )

/** The digits of the largest integer that JSON.parse can return; it turns longer integers, and some of this length, into Infinity. */
const longest = 309

const isRounded = (source: string): boolean => {
  if (!/^-?\d{16,}$/u.test(source)) return false
  const kept = source.length > longest + 1 ? Infinity : Number(source)
  return !Number.isFinite(kept) || BigInt(source) !== BigInt(kept)
}

const quote = 34
const backslash = 92
const isDigit = (code: number) => code >= 48 && code <= 57
const isOpening = (code: number) => code === 91 || code === 123
const isClosing = (code: number) => code === 93 || code === 125
/** The characters of a number besides digits: + - . E e */
const isOfNumber = (code: number) =>
  isDigit(code) || code === 43 || code === 45 || code === 46 || code === 69 || code === 101

/** The end of the string that begins at `from`. */
const endOfString = (text: string, from: number): number => {
  let at = from + 1
  while (at < text.length && text.charCodeAt(at) !== quote) at += text.charCodeAt(at) === backslash ? 2 : 1
  return at
}

/** Only a number with at least 16 digits in a row can lose precision when it is parsed. */
const manyDigits = /\d{16}/u

interface Seen {
  /** Why it is refused before it is parsed. */
  readonly shape?: Invalid
  /** The fault for the first integer that parsing would change. */
  readonly number?: Invalid
}

/** One pass over the whole text: a body that is refused for a number is parsed all the same, so it must not be too wide. If it isn't JSON, the parser will refuse it later. */
const scan = (text: string): Seen => {
  const wantsNumbers = manyDigits.test(text)
  let [depth, values, key, string] = [0, 0, [0, 0], [0, 0]]
  let number: Invalid | undefined
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === quote) {
      string = [at, endOfString(text, at)]
      at = string[1]!
    } else if (isOpening(code)) {
      if (++depth > maxDepth) return { shape: tooDeep }
      if (++values > maxValues) return { shape: tooWide }
    } else if (isClosing(code)) depth--
    else if (code === 44 && ++values > maxValues) return { shape: tooWide }
    else if (code === 58) key = string
    else if (wantsNumbers && number === undefined && (isDigit(code) || code === 45)) {
      const from = at
      while (isOfNumber(text.charCodeAt(at + 1))) at++
      const source = text.slice(from, at + 1)
      if (isRounded(source)) number = rounded(text.slice(key[0]! + 1, key[1]), source)
    }
  }
  return number === undefined ? {} : { number }
}

/** Why a text is refused even if it is valid JSON; undefined if it isn't refused. */
export const refusal = (text: string): Invalid | undefined => {
  const { number, shape } = scan(text)
  return shape ?? number
}

/** Parses JSON without these checks. Use it only to read a field or two of a refused body, never to walk it. */
export const parseUnvetted = (text: string): Effect.Effect<unknown, Invalid> =>
  Effect.fromResult(
    Result.try({
      try: () => JSON.parse(text) as unknown,
      catch: (error) =>
        new Invalid({ code: "invalid_json", message: `The body is not JSON: ${(error as Error).message}.` })
    })
  )

/** Parses at once, not when the effect is run. */
export const parse = (text: string): Effect.Effect<unknown, Invalid> => {
  const { number, shape } = scan(text)
  if (shape !== undefined) return Effect.fail(shape)
  const parsed = parseUnvetted(text)
  return number === undefined ? parsed : Effect.andThen(parsed, Effect.fail(number))
}
