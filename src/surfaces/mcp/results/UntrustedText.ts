/**
 * Marks what strangers wrote as data: a text that could hold an instruction stands between tags that it can't forge, since
 * their number is a keyed hash of the text itself. The same text always gets the same tags, so that a replay is the same.
 */
import type { Encryption } from "../../../../layers/encryption/Encryption.ts"
import type { Writer } from "../../../../schema/Field.ts"
import { isObject } from "../arguments/EmptyArguments.ts"
import { isKey, isPlain } from "./HarmlessText.ts"
import type * as Provenance from "./Provenance.ts"

const digits = 8

/** The tags, as a model may copy them into an argument. */
const tags = new RegExp(`</?untrusted-[0-9a-f]{${digits}}>`, "gu")

/** What looks like our tags, with what can't be seen between its letters. The counts keep the search linear. */
const alike = new RegExp(
  `[<＜](?=[\\s\\p{Cf}]{0,4}[/／]?[\\s\\p{Cf}]{0,4}${[..."untrusted"].join("\\p{Cf}{0,4}")})`,
  "giu"
)

/** A text as a model may see it: a name, prose, or the key of a value. */
export type UntrustedText = (text: string, writer?: Writer, kind?: Provenance.Kind) => string

const needsNone = (text: string, writer: Writer, kind: Provenance.Kind): boolean =>
  kind === "key" ? isKey(text) : isPlain(text, writer, kind === "prose")

type Key = Pick<Encryption["Service"], "mac">

/** As `fence` makes it of a number. */
const between = (number: string, text: string) =>
  `<untrusted-${number}>${text.replace(alike, "‹")}</untrusted-${number}>`

/** As long as the fence will be, to measure with. */
export const sized: UntrustedText = (text, writer = "anyone", kind = "name") =>
  needsNone(text, writer, kind) ? text : between("0".repeat(digits), text)

/**
 * What people don't see and models read: tag characters, selectors of ideographic variants, and other selectors and invisible
 * characters where several follow each other, as they do only to write something with them.
 */
const hidden =
  /[\u{E0000}-\u{E007F}]+|[\u{E0100}-\u{E01EF}]+|[\uFE00-\uFE0F]{2,}|[\u200B-\u200D\u2060-\u2064\uFEFF]{4,}/gu

const made = new WeakMap<Key, UntrustedText>()

/** The fence of a service's key, which all its nodes have. */
export const of = (encryption: Key): UntrustedText => {
  const known = made.get(encryption)
  if (known !== undefined) return known
  const mac = encryption.mac("untrusted text")
  const fence: UntrustedText = (sent, writer = "anyone", kind = "name") => {
    const text = sent.replace(hidden, "")
    if (needsNone(text, writer, kind)) return text
    const number = Buffer.from(mac(text)).toString("hex").slice(0, digits)
    return between(number, text)
  }
  made.set(encryption, fence)
  return fence
}

const bare = (text: string) => (text.includes("untrusted-") ? text.replace(tags, "") : text)

/** Takes the tags out of arguments, so that a model may copy what it read. */
export const remove = (value: unknown): unknown => {
  if (typeof value === "string") return bare(value)
  if (Array.isArray(value)) return value.map(remove)
  if (!isObject(value)) return value
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [bare(name), remove(inner)]))
}
