/**
 * Truncates a result that is too large for a model: long texts end early, and long lists and objects lose their last items. A notice in the
 * result says what was omitted.
 */
import { EncodedJson } from "../../../invocation/EncodedJson.ts"
import { budget, isWithin, leading, tokensOf } from "./Budget.ts"
import * as ShortHistory from "./ShortHistory.ts"
import { isKey } from "./InjectionHeuristic.ts"

type Path = string

/** The omitted parts, by path. */
type Omissions = Map<Path, string>

/** The minimum tokens worth showing of a value. */
const minTokens = 40

/** Tokens reserved for the notice. */
const reserve = 200

const isBranch = (value: unknown): value is Record<string, unknown> | ReadonlyArray<unknown> =>
  typeof value === "object" && value !== null && !JSON.isRawJSON(value)

/** The start of a text, within `room` tokens. */
const start = (value: string, room: number): string => {
  let excerpt = value
  // Tokens aren't distributed evenly over a text, so one cut may not be enough.
  for (let tokens = tokensOf(excerpt); tokens > room && excerpt.length > 1; tokens = tokensOf(excerpt)) {
    excerpt = excerpt.slice(0, Math.floor((excerpt.length * room * 0.97) / tokens))
  }
  return /[\uD800-\uDBFF]$/u.test(excerpt) ? excerpt.slice(0, -1) : excerpt
}

/** Like `start`, with `…` at the end if something was cut. */
export const shortened = (value: string, room: number): string => {
  const excerpt = start(value, room)
  return excerpt === value ? value : `${excerpt}…`
}

const text = (value: string, room: number, path: Path, left: Omissions): string => {
  const whole = start(value, room)
  left.set(path, `the rest of ${path} (${whole.length} of ${value.length} characters shown)`)
  return `${whole}…`
}

/** The largest limit per item with which all items fit into `room`. */
const shareOf = (sizes: ReadonlyArray<number>, room: number): number => {
  let rest = room
  const sorted = sizes.toSorted((a, b) => a - b)
  for (const [index, size] of sorted.entries()) {
    const share = rest / (sorted.length - index)
    if (size > share) return share
    rest -= size
  }
  return room
}

const under = (path: Path, key: string) => {
  // A key that a stranger chose may contain anything.
  const name = isKey(key) ? key : "*"
  return path === "" ? name : `${path}.${name}`
}

const object = (value: Record<string, unknown>, room: number, path: Path, into: Omissions) => {
  const entries = Object.entries(value)
  const sizes = entries.map(([key, inner]) => tokensOf(key) + tokensOf(inner))
  const share = shareOf(sizes, room)
  // If there are too many entries to share the room, the last ones are omitted.
  const count = share >= minTokens ? entries.length : leading(sizes, room, (size) => Math.min(size, room / 2))
  if (count < entries.length) {
    into.set(
      `${path}.*`,
      `${entries.length - count} of ${entries.length} keys${path === "" ? "" : ` of ${path}`}`
    )
  }
  const each = shareOf(sizes.slice(0, count), room)
  const cut = entries.slice(0, count).map(([key, inner], index) => {
    if (sizes[index]! <= each) return [key, inner] as const
    const isPage = key === "data" && "nextCursor" in value && Array.isArray(inner)
    const left = each - tokensOf(key)
    return [
      key,
      isPage ? page(inner, left, under(path, key), into) : within(inner, left, under(path, key), into)
    ] as const
  })
  return Object.fromEntries(cut)
}

/** All rows of a page are kept, because its cursor continues after the last one; each is cut to its share. */
const page = (rows: ReadonlyArray<unknown>, room: number, path: Path, left: Omissions) => {
  const sizes = rows.map(tokensOf)
  const share = shareOf(sizes, room)
  return rows.map((row, index) =>
    sizes[index]! > share ? within(row, share, `${path}[${index}]`, left) : row
  )
}

const list = (value: ReadonlyArray<unknown>, room: number, path: Path, left: Omissions) => {
  const sizes = value.map(tokensOf)
  const count = leading(sizes, room, (size) => size)
  if (count < value.length) left.set(path, `all but the first ${count} of ${value.length} ${path}`)
  const first = value.slice(0, count)
  return count === 1 && sizes[0]! > room ? [within(first[0], room, `${path}[0]`, left)] : first
}

const within = (value: unknown, room: number, path: Path, left: Omissions): unknown => {
  if (typeof value === "string") return text(value, room, path, left)
  if (!isBranch(value)) return value
  return Array.isArray(value)
    ? list(value, room, path, left)
    : object(value as Record<string, unknown>, room, path, left)
}

const sayings = (left: Omissions) => [...left.values()].slice(0, 6).join("; ")

/** The part of the value that fits, and a description of what was omitted. */
export const cut = (value: object, room: number): { readonly value: unknown; readonly left: string } => {
  const left: Omissions = new Map()
  return { value: tokensOf(value) <= room ? value : within(value, room, "", left), left: sayings(left) }
}

/** The part of the result that fits, with a notice that ends with how to get the rest. */
const fit = (result: object, room: number, how: string): object => {
  const left: Omissions = new Map()
  const { notice, ...rest } = result as { readonly notice?: string }
  const cut = within(rest, room - reserve - tokensOf(notice ?? ""), "", left) as object
  const omitted = sayings(left)
  return {
    ...cut,
    notice: [notice, `Left out to stay within 8,000 tokens: ${omitted}. ${how}`].filter(Boolean).join(" ")
  }
}

/** Marks untrusted text in a response; see `UntrustedText`. */
export type Mark = (encoded: EncodedJson) => EncodedJson

/** The maximum number of attempts to fit a result with its marks. */
const maxAttempts = 4

/** The result for a model, with marks. Texts are truncated before they are marked, because a mark has an end tag. */
export const fitted = (encoded: EncodedJson, mark: Mark, how: string): EncodedJson => {
  let result = mark(encoded)
  let room = budget
  for (let time = 0; time < maxAttempts && !isWithin(result.text); time++) {
    const recent = ShortHistory.cut(encoded.value, room) ?? (encoded.value as object)
    result = mark(EncodedJson.ofValue(tokensOf(recent) <= room ? recent : fit(recent, room, how)))
    room -= Math.max(100, tokensOf(result.value) - budget + 100)
  }
  return result
}
