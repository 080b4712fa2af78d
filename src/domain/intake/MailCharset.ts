/**
 * Mail that sends 8-bit text and does not say its charset, or says ASCII: taken for UTF-8, and where it is none
 * for windows-1252, which holds Latin-1.
 */
import { isAscii, isUtf8 } from "node:buffer"

/** What a decoder puts where it could not read. */
export const unread = "\ufffd"

const western = new TextDecoder("windows-1252")

/** Text of one character a byte, so that positions are those of the bytes. */
const ofBytes = (bytes: Uint8Array): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("latin1")
const toBytes = (text: string): Uint8Array => Buffer.from(text, "latin1")

const asUtf8 = (line: string): string => {
  const bytes = toBytes(line)
  return isUtf8(bytes) ? line : ofBytes(Buffer.from(western.decode(bytes), "utf8"))
}

/** A text part's type with what follows on lines of its own. */
const textType = /^content-type:[ \t]*(?:\r?\n[ \t]+)?text\/(?:plain|html)\b[^\n]*(?:\n[ \t][^\n]*)*/gimu

/** The names of ASCII, as a parameter. Text with other characters that says so of itself says nothing. */
const ascii =
  /;\s*charset\s*=\s*"?(?:us-ascii|ascii|us|iso646-us|iso_646\.irv:1991|ansi_x3\.4-19(?:68|86)|cp367|ibm367)"?(?=\s*(?:;|$))/iu

/** The same message without the claim to be ASCII; undefined where it makes none, or what was read of it bears it out. */
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

/** The same message with its headers in UTF-8, and where `body` is asked for, its texts' charset declared. */
export const assumed = (raw: Uint8Array, { body }: { readonly body: boolean }): Uint8Array => {
  const text = ofBytes(raw)
  const gap = /\r?\n\r?\n/u.exec(text)?.index ?? text.length
  const head = text.slice(0, gap).split("\n").map(asUtf8).join("\n")
  const whole = (body ? declared(head) : head) + text.slice(gap)
  return toBytes(body ? whole.replaceAll(textType, declare) : whole)
}
