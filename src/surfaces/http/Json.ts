/** JSON of strangers: parsed once it is known to be neither too deep nor too wide to be worked on. */
import { Effect } from "effect"
import { Invalid } from "../../../schema/Fault.ts"

/** Far deeper than any resource is; what walks a body after us would run out of stack much later. */
const maxDepth = 200

/** Values in one body: what is made of them one by one must not keep others waiting. */
const maxValues = 50_000

const tooDeep = new Invalid({
  code: "invalid_body",
  message: `The body is nested more than ${maxDepth} levels deep; send it flatter.`
})

const tooWide = new Invalid({
  code: "invalid_body",
  message: `The body holds more than ${maxValues} values; send fewer in one request.`
})

const rounded = (key: string, source: string) => {
  const message = `holds ${source.slice(0, 40)}, which has more digits than a JSON number keeps; send a number of at most ${Number.MAX_SAFE_INTEGER}, or text where the field takes text`
  return new Invalid({
    code: "invalid_body",
    message: `${key} ${message}.`,
    meta: { issues: [{ path: key, message }] }
  })
}

/** The longest integer a JSON number can be; longer ones are infinite, as are some of this length. */
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
/** What a number may hold besides digits: + - . E e */
const isOfNumber = (code: number) =>
  isDigit(code) || code === 43 || code === 45 || code === 46 || code === 69 || code === 101

/** Where a string that begins at `from` ends. */
const endOfString = (text: string, from: number): number => {
  let at = from + 1
  while (at < text.length && text.charCodeAt(at) !== quote) at += text.charCodeAt(at) === backslash ? 2 : 1
  return at
}

/** Only a run of so many digits can be a number that is not kept as it was written. */
const manyDigits = /\d{16}/u

interface Seen {
  /** Refused before it is parsed. */
  readonly shape?: Invalid
  /** The fault of the first integer that would be stored as another one. */
  readonly number?: Invalid
}

/** One pass over the text, which need not be JSON: then the parser refuses it. */
const scan = (text: string): Seen => {
  const wantsNumbers = manyDigits.test(text)
  let [depth, values, key, string] = [0, 0, [0, 0], [0, 0]]
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
    else if (wantsNumbers && (isDigit(code) || code === 45)) {
      const from = at
      while (isOfNumber(text.charCodeAt(at + 1))) at++
      const source = text.slice(from, at + 1)
      if (isRounded(source)) return { number: rounded(text.slice(key[0]! + 1, key[1]), source) }
    }
  }
  return {}
}

/** Why a text is refused though it may be JSON, if it is. */
export const refusal = (text: string): Invalid | undefined => {
  const { number, shape } = scan(text)
  return shape ?? number
}

/** JSON of any shape: for reading a field or two of what is refused, never for walking it. */
export const parseUnvetted = (text: string): Effect.Effect<unknown, Invalid> =>
  Effect.try({
    try: () => JSON.parse(text) as unknown,
    catch: (error) =>
      new Invalid({ code: "invalid_json", message: `The body is not JSON: ${(error as Error).message}.` })
  })

export const parse = (text: string): Effect.Effect<unknown, Invalid> =>
  Effect.suspend(() => {
    const { number, shape } = scan(text)
    if (shape !== undefined) return Effect.fail(shape)
    const parsed = parseUnvetted(text)
    return number === undefined ? parsed : Effect.andThen(parsed, Effect.fail(number))
  })
