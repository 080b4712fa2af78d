/** Parses untrusted JSON, after checking that it is not too deep or too large to process. */
import { Effect, Result } from "effect"
import { Invalid } from "../../../../schema/Fault.ts"
import * as ExactNumber from "../../../shared/ExactNumber.ts"

/** Far deeper than any resource, and far below what would overflow the stack of recursive code. */
const maxDepth = 200

/** The maximum number of values in a body, so that processing it doesn't block other requests for long. */
const maxValues = 50_000

const tooDeep = new Invalid({
  code: "invalid_body",
  message: `The body is nested more than ${maxDepth} levels deep; send it flatter.`
})

const tooWide = new Invalid({
  code: "invalid_body",
  message: `The body holds more than ${maxValues} values; send fewer in one request.`
})

const rounded = (path: string, source: string) =>
  Invalid.at("invalid_body", path, ExactNumber.problem(source))

const quote = 34
const backslash = 92
const comma = 44
const minus = 45
const colon = 58
const openBracket = 91
const isOpening = (code: number) => code === openBracket || code === 123
const isClosing = (code: number) => code === 93 || code === 125
const isDigit = (code: number) => code >= 48 && code <= 57

/** The end of the string that begins at `from`. */
const endOfString = (text: string, from: number): number => {
  let at = from + 1
  while (at < text.length && text.charCodeAt(at) !== quote) at += text.charCodeAt(at) === backslash ? 2 : 1
  return at
}

const valueOf = (text: string) => JSON.parse(text) as unknown

/** Only a number with 16 characters or an exponent may lose precision when it is parsed. */
const mayBeRounded = /\d[\d.]{15}|\d[eE][+-]?\d/u

/** Counts the members in a text, or refuses a text that is too deep or too large to parse. */
const shapeOf = (text: string): number | Invalid => {
  let [depth, members, values] = [0, 0, 0]
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === quote) at = endOfString(text, at)
    else if (isOpening(code)) {
      if (++depth > maxDepth) return tooDeep
      if (++values > maxValues) return tooWide
    } else if (isClosing(code)) depth--
    else if (code === colon) members++
    else if (code === comma && ++values > maxValues) return tooWide
  }
  return members
}

/** The number of members of a value, including nested ones. */
const membersIn = (value: unknown): number => {
  if (typeof value !== "object" || value === null) return 0
  let members = 0
  if (Array.isArray(value)) for (const item of value) members += membersIn(item)
  else for (const name in value) members += 1 + membersIn((value as Record<string, unknown>)[name])
  return members
}

/** The container of a position: an object with the offset of the current member's name, or an array with the current index. */
interface Container {
  readonly isArray: boolean
  name: number
  index: number
}

/** Paths of the input within a body, over REST, RPC and MCP. */
const envelopes = [[], ["payload"], ["params"], ["params", "arguments"]]

/** Rows of an import fail individually: a number that loses precision is marked, and the row's own check refuses it. */
const rowsPaths = envelopes.map((envelope) => [...envelope, "rows"])

/** The path of a position in the input: `enrichment.own.list[1].id`. */
const pathOf = (text: string, containers: ReadonlyArray<Container>): string => {
  const steps = containers.map(({ index, isArray, name }) =>
    isArray ? `[${index}]` : `.${JSON.parse(text.slice(name, endOfString(text, name) + 1)) as string}`
  )
  return steps
    .join("")
    .replace(/^\./u, "")
    .replace(/^(?:params(?:\.arguments)?|payload)\./u, "")
}

/** True if the array that starts here holds the rows of an import. */
const isRows = (text: string, containers: ReadonlyArray<Container>): boolean =>
  rowsPaths.some(
    (names) =>
      names.length === containers.length &&
      names.every((name, level) => {
        const container = containers[level]!
        return !container.isArray && text.startsWith(`"${name}"`, container.name)
      })
  )

const numberEnd = /[^-+.\deE]/gu

/** For valid JSON: refuses the first number that loses precision, with its path, and marks those in rows of an import. */
const withRoundedMarked = (text: string): Result.Result<string, Invalid> => {
  const containers: Array<Container> = []
  const pieces: Array<string> = []
  let [copied, string, rowsDepth] = [0, 0, Infinity]
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    const inner = containers.at(-1)
    if (code === quote) {
      string = at
      at = endOfString(text, at)
    } else if (isOpening(code)) {
      const isArray = code === openBracket
      if (isArray && rowsDepth === Infinity && isRows(text, containers)) rowsDepth = containers.length
      containers.push({ isArray, name: 0, index: 0 })
    } else if (isClosing(code)) {
      containers.pop()
      if (containers.length === rowsDepth) rowsDepth = Infinity
    } else if (code === colon) inner!.name = string
    else if (code === comma) inner!.index++
    else if (code === minus || isDigit(code)) {
      numberEnd.lastIndex = at
      const end = numberEnd.exec(text)?.index ?? text.length
      const source = text.slice(at, end)
      if (!ExactNumber.isKept(source)) {
        if (containers.length <= rowsDepth) return Result.fail(rounded(pathOf(text, containers), source))
        pieces.push(text.slice(copied, at), JSON.stringify(`${ExactNumber.marker}${source}`))
        copied = end
      }
      at = end - 1
    }
  }
  return Result.succeed(pieces.length === 0 ? text : `${pieces.join("")}${text.slice(copied)}`)
}

/** Reports the first duplicate member of a JSON text that has one: whichever value counted, the other would be lost. */
const repeated = (text: string): Invalid | undefined => {
  const containers: Array<Container & { readonly names: Set<string> }> = []
  let string = 0
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    const inner = containers.at(-1)
    if (code === quote) {
      string = at
      at = endOfString(text, at)
    } else if (isOpening(code)) {
      containers.push({ isArray: code === openBracket, name: 0, index: 0, names: new Set() })
    } else if (isClosing(code)) containers.pop()
    else if (code === comma) inner!.index++
    else if (code === colon) {
      const name = JSON.parse(text.slice(string, endOfString(text, string) + 1)) as string
      inner!.name = string
      if (inner!.names.has(name))
        return Invalid.at("invalid_body", pathOf(text, containers), "is there twice; send it once")
      inner!.names.add(name)
    }
  }
  return undefined
}

/** Parses a text with numbers that may lose precision. */
const parseExact = (text: string): Result.Result<unknown, Invalid> => {
  const value = valueOf(text)
  return Result.map(withRoundedMarked(text), (marked) => (marked === text ? value : valueOf(marked)))
}

const notJson = (error: unknown) =>
  new Invalid({ code: "invalid_json", message: `The body is not JSON: ${(error as Error).message}.` })

const parsed = (text: string): Result.Result<unknown, Invalid> => {
  const members = shapeOf(text)
  if (typeof members !== "number") return Result.fail(members)
  try {
    const result = mayBeRounded.test(text) ? parseExact(text) : Result.succeed(valueOf(text))
    if (Result.isFailure(result) || membersIn(result.success) === members) return result
    return Result.fail(repeated(text)!)
  } catch (error) {
    return Result.fail(notJson(error))
  }
}

/** The fault of a text, even if it is valid JSON; undefined if it is accepted. */
export const refusal = (text: string): Invalid | undefined => Result.getOrUndefined(Result.flip(parsed(text)))

/** Parses JSON without these checks. Use it only to read a field or two of a refused body, never to walk it. */
export const parseUnvetted = (text: string): Effect.Effect<unknown, Invalid> =>
  Effect.fromResult(Result.try({ try: () => valueOf(text), catch: notJson }))

/** Parses immediately, not when the effect runs. */
export const parse = (text: string): Effect.Effect<unknown, Invalid> => Effect.fromResult(parsed(text))
