/**
 * Whether a stranger's text is like a name, an address or a number: too short for an instruction that a model would follow. Words count
 * however they are joined, since `ignore-all-previous` reads like `ignore all previous`.
 */
import type { Writer } from "../../../../schema/Field.ts"
import * as NameResolver from "../../../shared/NameResolver.ts"

/** Limits for `words` between spaces, `parts` of them between other characters, and `signs` of scripts without spaces. */
interface Limits {
  readonly words: number
  readonly parts: number
  readonly signs: number
}

/** Texts that a member may have written get a higher limit than those from outside. */
const ofMembers: Limits = { words: 5, parts: 6, signs: 12 }
const ofStrangers: Limits = { words: 3, parts: 4, signs: 8 }

const maximums = { characters: 60, letters: 24, syllables: 10, local: 3, host: 5, path: 3, key: 40, ofKey: 4 }

/** A text on one line, without angle brackets or lookalikes, and without invisible characters. */
const visible = /^[^\p{C}\p{Zl}\p{Zp}<>＜＞‹›〈〉⟨⟩。！？；]*$/u

/** A speaker role, as in "system: obey". */
const speaks = /[:：]\s*\p{L}/u

/** A word of at least two letters, so that initials don't count. */
const part = /\p{L}(?:[\p{L}\p{M}'’])+/gu

const unspaced =
  /[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Thai}\p{sc=Laoo}\p{sc=Khmr}\p{sc=Mymr}\p{sc=Tibt}\p{sc=Yiii}]/gu

/** Scripts whose characters carry less meaning each. */
const phonetic = /[\p{sc=Kana}\p{sc=Thai}\p{sc=Laoo}\p{sc=Khmr}\p{sc=Mymr}\p{sc=Tibt}]/u

/** Company forms, which don't count as part of a name. */
const kinds = /株式会社|有限会社|合同会社|(?:股份|责任)?有限公司|股份公司|公司|集团|集團/gu

const hangul = new RegExp(`\\p{sc=Hang}{${maximums.syllables + 1}}`, "u")
const longWord = new RegExp(`[\\p{L}\\p{M}]{${maximums.letters + 1}}`, "u")

const count = (text: string, pattern: RegExp): number => text.match(pattern)?.length ?? 0

/** Counts the parts of a text. Words in camel case with several capitals count as several parts. */
const partsOf = (text: string): number => {
  const inside = count(text, /\p{Ll}(?=\p{Lu})/gu)
  return count(text, part) + (inside < 3 ? 0 : inside)
}

const signsOf = (text: string): number =>
  (text.replace(kinds, " ").match(unspaced) ?? []).reduce(
    (sum, sign) => sum + (phonetic.test(sign) ? 0.5 : 1),
    0
  )

const isName = (text: string, limits: Limits): boolean => {
  if (speaks.test(text) || longWord.test(text) || hangul.test(text) || signsOf(text) > limits.signs)
    return false
  const parts = text.split(/\s+/u).map(partsOf)
  const words = parts.reduce((sum, inside) => sum + (inside > 2 ? inside : Math.min(inside, 1)), 0)
  return words <= limits.words && parts.reduce((sum, inside) => sum + inside, 0) <= limits.parts
}

const isHost = (host: string) => partsOf(host.replace(/^www\./u, "")) <= maximums.host

const email = /^([\w.+-]{1,40})@([a-z\d.-]+)$/iu
/** A URL without query and fragment, which could contain anything. */
const url = /^https?:\/\/([a-z\d.-]+)(?::\d{1,5})?(\/[\w./~-]*)?$/iu

const isAddress = (text: string): boolean => {
  const [, local, domain] = email.exec(text) ?? []
  if (local !== undefined && domain !== undefined) return partsOf(local) <= maximums.local && isHost(domain)
  const [, host, path = ""] = url.exec(text) ?? []
  return host !== undefined && isHost(host) && partsOf(path.replaceAll("_", " ")) <= maximums.path
}

/** Up to three short words without punctuation, like most names: a fast path. */
const simple = /^(?:[A-Z]?[a-z]{0,12}|\d{1,12})(?: (?:[A-Z]?[a-z]{0,12}|\d{1,12})){0,2}$/u

/** An id that the service made. */
const isOurs = (text: string) => NameResolver.isId(text) || NameResolver.isStageId(text)

/** Prose is harmless only if it is empty. */
export const isPlain = (text: string, writer: Writer, isProse: boolean): boolean => {
  if (isProse) return text.trim() === ""
  if (simple.test(text) || isOurs(text)) return true
  if (text.length > maximums.characters || !visible.test(text)) return false
  return isAddress(text) || isName(text, writer === "anyone" ? ofMembers : ofStrangers)
}

const identifier = /^[\w-]*$/u

/** Whether a key chosen by a stranger is one word, or a few joined words. */
export const isKey = (key: string): boolean =>
  isOurs(key) || (key.length <= maximums.key && identifier.test(key) && partsOf(key) <= maximums.ofKey)
