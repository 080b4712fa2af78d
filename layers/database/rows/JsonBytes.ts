/** Encodes PostgreSQL's binary values as JSON bytes, without intermediate values. */
import { dateOf, int4At, millisAt } from "./RowTypes.ts"

/** Maximum bytes that one byte of text takes in JSON: `\u001f`. */
export const widest = 6

/** Larger buffers are released after the response. */
const maxIdleBytes = 1_048_576

/** Shared buffer: responses are written synchronously, one at a time. */
const page = {
  bytes: Buffer.allocUnsafeSlow(65_536),
  /** Bitwise OR of all text bytes: below 0x80 if the text is ASCII. */
  seen: 0
}

export const begin = (): void => {
  page.seen = 0
}

/** Ensures room for that many bytes after `at`. */
export const reserve = (at: number, size: number): Buffer => {
  const { bytes } = page
  if (bytes.length - at >= size) return bytes
  const wider = Buffer.allocUnsafeSlow(2 * (at + size))
  bytes.copy(wider, 0, 0, at)
  page.bytes = wider
  return wider
}

const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true })

/** Returns the written bytes as a string. ASCII takes the faster path. */
export const toText = (end: number): string => {
  const { bytes, seen } = page
  const text = seen < 0x80 ? bytes.toString("latin1", 0, end) : decoder.decode(bytes.subarray(0, end))
  if (bytes.length > maxIdleBytes) page.bytes = Buffer.allocUnsafeSlow(65_536)
  return text
}

/** Up to this many bytes, a loop is faster than `set`. */
const copyThreshold = 8

/** Writes constant bytes. */
export const constant = (out: Uint8Array, at: number, bytes: Uint8Array): number => {
  if (bytes.length > copyThreshold) out.set(bytes, at)
  else for (let index = 0; index < bytes.length; index++) out[at + index] = bytes[index]!
  return at + bytes.length
}

/** Writes text that is already JSON. */
export const string = (at: number, json: string): number => {
  const out = reserve(at, 3 * json.length)
  const size = out.write(json, at)
  if (size !== json.length) page.seen |= 0x80
  return at + size
}

const quote = 0x22
const backslash = 0x5c

const escapes = Array.from({ length: 0x80 }, (_, code) =>
  Buffer.from(JSON.stringify(String.fromCharCode(code)).slice(1, -1))
)

/** Writes a UTF-8 text and its closing quote. */
export const text = (out: Uint8Array, at: number, from: Uint8Array, start: number, size: number): number => {
  const end = start + size
  let seen = 0
  for (let index = start; index < end; index++) {
    const code = from[index]!
    if (code < 0x20 || code === quote || code === backslash) at = constant(out, at, escapes[code]!)
    else {
      seen |= code
      out[at++] = code
    }
  }
  page.seen |= seen
  out[at] = quote
  return at + 1
}

const hex = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, "0"))
const high = Uint8Array.from(hex, (digits) => digits.charCodeAt(0))
const low = Uint8Array.from(hex, (digits) => digits.charCodeAt(1))

/** Writes a UUID and its closing quote. */
export const uuid = (out: Uint8Array, at: number, from: Uint8Array, start: number): number => {
  for (let index = 0; index < 16; index++) {
    const byte = from[start + index]!
    out[at] = high[byte]!
    out[at + 1] = low[byte]!
    at += 2
    if (index === 3 || index === 5 || index === 7 || index === 9) out[at++] = 0x2d
  }
  out[at] = quote
  return at + 1
}

/** Cache of formatted days: a page of rows has few different ones. */
const dates = new Map<number, Uint8Array>()

const dayOf = (day: number): Uint8Array => {
  const found = dates.get(day)
  if (found !== undefined) return found
  const made = Buffer.from(dateOf(day))
  if (dates.size === 10_000) dates.clear()
  dates.set(day, made)
  return made
}

const two = (out: Uint8Array, at: number, value: number, behind: number): number => {
  const tens = (value / 10) | 0
  out[at] = 0x30 + tens
  out[at + 1] = 0x30 + value - tens * 10
  out[at + 2] = behind
  return at + 3
}

/** Writes a timestamp in the format of `RowTypes`, and its closing quote. */
export const time = (out: Uint8Array, at: number, from: Uint8Array, start: number): number => {
  const millis = millisAt(from, start)
  const day = Math.floor(millis / 86_400_000)
  const rest = millis - day * 86_400_000
  const seconds = (rest / 1000) | 0
  const minutes = (seconds / 60) | 0
  const hours = (minutes / 60) | 0
  at = constant(out, at, dayOf(day))
  at = two(out, at, hours, 0x3a)
  at = two(out, at, minutes - hours * 60, 0x3a)
  at = two(out, at, seconds - minutes * 60, 0x2e)
  const thousandths = rest - seconds * 1000
  const hundreds = (thousandths / 100) | 0
  out[at] = 0x30 + hundreds
  at = two(out, at + 1, thousandths - hundreds * 100, 0x5a)
  out[at] = quote
  return at + 1
}

export const integer = (out: Uint8Array, at: number, value: number): number => {
  const digits = String(value)
  for (let index = 0; index < digits.length; index++) out[at + index] = digits.charCodeAt(index)
  return at + digits.length
}

const empty = Buffer.from("[]")
const nothing = Buffer.from("null")

/** Writes a text array: dimensions, then each element like a column. Returns -1 if it has several dimensions. */
export const texts = (out: Uint8Array, at: number, from: Uint8Array, start: number): number => {
  const dimensions = int4At(from, start)
  if (dimensions === 0) return constant(out, at, empty)
  if (dimensions !== 1) return -1
  const count = int4At(from, start + 12)
  let next = start + 20
  out[at++] = 0x5b
  for (let index = 0; index < count; index++) {
    const size = int4At(from, next)
    next += 4
    if (index > 0) out[at++] = 0x2c
    if (size < 0) {
      at = constant(out, at, nothing)
      continue
    }
    out[at++] = quote
    at = text(out, at, from, next, size)
    next += size
  }
  out[at] = 0x5d
  return at + 1
}
