/**
 * Marks text by strangers as data: a text that could contain an instruction gets tags that it can't forge, because their number is a keyed
 * hash of the text itself. The same text always gets the same tags, so that a replay is identical.
 */
import type { Encryption } from "../../../../layers/encryption/Encryption.ts"
import type { Writer } from "../../../../schema/Field.ts"
import { isObject } from "../arguments/EmptyArguments.ts"
import { isKey, isPlain } from "./InjectionHeuristic.ts"
import type * as Provenance from "./Provenance.ts"

const digits = 8

/** Matches the tags, which a model may copy into an argument. */
const tags = new RegExp(`</?untrusted-[0-9a-f]{${digits}}>`, "gu")

/** Matches lookalikes of our tags, including ones with invisible characters between the letters. The counts keep the search linear. */
const alike = new RegExp(
  `[<＜](?=[\\s\\p{Cf}]{0,4}[/／]?[\\s\\p{Cf}]{0,4}${[..."untrusted"].join("\\p{Cf}{0,4}")})`,
  "giu"
)

/** Marks a text for a model: a name, prose, or the key of a value. */
export type UntrustedText = (text: string, writer?: Writer, kind?: Provenance.Kind) => string

const needsNone = (text: string, writer: Writer, kind: Provenance.Kind): boolean =>
  kind === "key" ? isKey(text) : isPlain(text, writer, kind === "prose")

type Key = Pick<Encryption["Service"], "mac">

/** The text within tags with this number. */
const between = (number: string, text: string) =>
  `<untrusted-${number}>${text.replace(alike, "‹")}</untrusted-${number}>`

/** A mark of the same length, for measuring. */
export const sized: UntrustedText = (text, writer = "anyone", kind = "name") =>
  needsNone(text, writer, kind) ? text : between("0".repeat(digits), text)

/**
 * Characters that people can't see but models read: tag characters, ideographic variation selectors, and runs of other variation selectors
 * and invisible characters, which occur only in hidden messages.
 */
const hidden =
  /[\u{E0000}-\u{E007F}]+|[\u{E0100}-\u{E01EF}]+|[\uFE00-\uFE0F]{2,}|[\u200B-\u200D\u2060-\u2064\uFEFF]{4,}/gu

const cache = new WeakMap<Key, UntrustedText>()

/** The marking function for a service's key, which all its nodes share. */
export const of = (encryption: Key): UntrustedText => {
  const known = cache.get(encryption)
  if (known !== undefined) return known
  const mac = encryption.mac("untrusted text")
  const fence: UntrustedText = (sent, writer = "anyone", kind = "name") => {
    const text = sent.replace(hidden, "")
    if (needsNone(text, writer, kind)) return text
    const number = Buffer.from(mac(text)).toString("hex").slice(0, digits)
    return between(number, text)
  }
  cache.set(encryption, fence)
  return fence
}

const bare = (text: string) => (text.includes("untrusted-") ? text.replace(tags, "") : text)

/** Removes the tags from arguments, so that a model may copy text that it read. */
export const remove = (value: unknown): unknown => {
  if (typeof value === "string") return bare(value)
  if (Array.isArray(value)) return value.map(remove)
  if (!isObject(value)) return value
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [bare(name), remove(inner)]))
}
