/** Parses a form body (`name=value&…`) after counting its fields. */
import { Effect } from "effect"
import { Invalid } from "../../../../schema/Fault.ts"
import * as Charset from "./Charset.ts"

/** More than any form has. The platform's parser takes quadratic time for many empty fields. */
export const maxFields = 1_000

export const tooMany = new Invalid({
  code: "invalid_body",
  message: `The form holds more than ${maxFields} fields; send fewer at once.`
})

/** Whether `text` contains `part` at least `count` times. */
export const holds = (text: string, part: string, count: number): boolean => {
  let found = 0
  for (let at = text.indexOf(part); at >= 0; at = text.indexOf(part, at + part.length)) {
    if (++found >= count) return true
  }
  return false
}

export const parse = (text: string): Effect.Effect<URLSearchParams, Invalid> =>
  holds(text, "&", maxFields) ? Effect.fail(tooMany) : Effect.sync(() => new URLSearchParams(text))

/** The value of a hexadecimal digit by its character code; -1 for other characters. */
const hex = Int8Array.from({ length: 256 }, (_, code) => {
  const value = Number.parseInt(String.fromCharCode(code), 16)
  return Number.isNaN(value) ? -1 : value
})

const percent = 37
const plus = 43
const space = 32

/** The bytes of a name or value, whatever their charset. */
export const unescaped = (value: Uint8Array): Uint8Array => {
  const bytes = new Uint8Array(value.length)
  let size = 0
  for (let at = 0; at < value.length; at++) {
    const byte = value[at]!
    const isEscape = byte === percent && at + 2 < value.length
    const high = isEscape ? hex[value[at + 1]!]! : -1
    const low = isEscape ? hex[value[at + 2]!]! : -1
    if (high < 0 || low < 0) bytes[size++] = byte === plus ? space : byte
    else {
      bytes[size++] = high * 16 + low
      at += 2
    }
  }
  return bytes.subarray(0, size)
}

/** The fields of a form on a website, in its declared charset or in the one that its bytes are in. */
export const fields = (
  body: Uint8Array,
  contentType: string
): Effect.Effect<ReadonlyArray<readonly [string, string]>, Invalid> => {
  const text = Buffer.from(body.buffer, body.byteOffset, body.byteLength).toString("latin1")
  if (holds(text, "&", maxFields)) return Effect.fail(tooMany)
  const pairs = text
    .split("&")
    .filter((pair) => pair !== "")
    .map((pair) => {
      const at = pair.indexOf("=")
      const parts = at < 0 ? [pair, ""] : [pair.slice(0, at), pair.slice(at + 1)]
      return parts.map((part) => unescaped(Buffer.from(part, "latin1"))) as [Uint8Array, Uint8Array]
    })
  return Effect.succeed(Charset.fields(pairs, contentType))
}
