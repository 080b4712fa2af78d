/**
 * Mail with 8-bit text that declares no charset, or ASCII: read as UTF-8 if it is valid UTF-8, else as windows-1252, a
 * superset of Latin-1.
 */
import { isAscii, isUtf8 } from "node:buffer"

/** What a decoder writes for bytes it cannot read. */
export const unread = "\ufffd"

const western = new TextDecoder("windows-1252")

/** Text with one character per byte, so that positions in it are byte positions. */
const ofBytes = (bytes: Uint8Array): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("latin1")
const toBytes = (text: string): Uint8Array => Buffer.from(text, "latin1")

const asUtf8 = (line: string): string => {
  const bytes = toBytes(line)
  return isUtf8(bytes) ? line : ofBytes(Buffer.from(western.decode(bytes), "utf8"))
}

/** The Content-Type of a text part, with its continuation lines. */
const textType = /^content-type:[ \t]*(?:\r?\n[ \t]+)?text\/(?:plain|html)\b[^\n]*(?:\n[ \t][^\n]*)*/gimu

/** A charset parameter that names ASCII. On text with other characters it is wrong, and means nothing. */
const ascii =
  /;\s*charset\s*=\s*"?(?:us-ascii|ascii|us|iso646-us|iso_646\.irv:1991|ansi_x3\.4-19(?:68|86)|cp367|ibm367)"?(?=\s*(?:;|$))/iu

/** The message without its claim to be ASCII; undefined if it makes none, or if the text read from it is ASCII. */
export const unclaimed = (raw: Uint8Array, read: string): Uint8Array | undefined => {
  if (isAscii(Buffer.from(read))) return undefined
  const text = ofBytes(raw)
  const without = text.replaceAll(textType, (field) => field.replace(ascii, ""))
  return without === text ? undefined : toBytes(without)
}

const declare = (field: string): string =>
  /charset/iu.test(field) ? field : field.replace(/text\/(?:plain|html)/iu, "$&; charset=windows-1252")

const declared = (head: string): string =>
  /^content-type:/imu.test(head) ? head : `Content-Type: text/plain; charset=windows-1252\n${head}`

/** The message with its headers in UTF-8 and, with `body`, the charset of its text parts declared as windows-1252. */
export const assumed = (raw: Uint8Array, { body }: { readonly body: boolean }): Uint8Array => {
  const text = ofBytes(raw)
  const gap = /\r?\n\r?\n/u.exec(text)?.index ?? text.length
  const head = text.slice(0, gap).split("\n").map(asUtf8).join("\n")
  const whole = (body ? declared(head) : head) + text.slice(gap)
  return toBytes(body ? whole.replaceAll(textType, declare) : whole)
}
