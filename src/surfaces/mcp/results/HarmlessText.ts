/**
 * Whether a text of a stranger's is as a name, an address or a number is: too short for an instruction that a model would
 * take for one. Words count however they are joined, since `ignore-all-previous` reads like `ignore all previous`.
 */
import type { Writer } from "../../../../schema/Field.ts"
import * as Handle from "../../../values/Handle.ts"

/** `words` between spaces, `parts` of them between other signs, `signs` of scripts that leave no spaces. */
interface Limits {
  readonly words: number
  readonly parts: number
  readonly signs: number
}

/** More where a member may have written it than where it surely came from outside. */
const ofMembers: Limits = { words: 5, parts: 6, signs: 12 }
const ofStrangers: Limits = { words: 3, parts: 4, signs: 8 }

const most = { characters: 60, letters: 24, syllables: 10, local: 3, host: 5, path: 3, key: 40, ofKey: 4 }

/** On one line, without brackets of tags or what looks like them, and without what can't be seen. */
const visible = /^[^\p{C}\p{Zl}\p{Zp}<>＜＞‹›〈〉⟨⟩。！？；]*$/u

/** A role, as in "system: obey". */
const speaks = /[:：]\s*\p{L}/u

/** Two letters or more: initials don't count. */
const part = /\p{L}(?:[\p{L}\p{M}'’])+/gu

const unspaced =
  /[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Thai}\p{sc=Laoo}\p{sc=Khmr}\p{sc=Mymr}\p{sc=Tibt}\p{sc=Yiii}]/gu

/** Less is said in a sign of these. */
const phonetic = /[\p{sc=Kana}\p{sc=Thai}\p{sc=Laoo}\p{sc=Khmr}\p{sc=Mymr}\p{sc=Tibt}]/u

/** What companies are called besides their name. */
const kinds = /株式会社|有限会社|合同会社|(?:股份|责任)?有限公司|股份公司|公司|集团|集團/gu

const hangul = new RegExp(`\\p{sc=Hang}{${most.syllables + 1}}`, "u")
const long = new RegExp(`[\\p{L}\\p{M}]{${most.letters + 1}}`, "u")

const count = (text: string, pattern: RegExp): number => text.match(pattern)?.length ?? 0

/** Parts of a text, where four capitals and more within a word begin words of their own. */
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
  if (speaks.test(text) || long.test(text) || hangul.test(text) || signsOf(text) > limits.signs) return false
  const parts = text.split(/\s+/u).map(partsOf)
  const words = parts.reduce((sum, inside) => sum + (inside > 2 ? inside : Math.min(inside, 1)), 0)
  return words <= limits.words && parts.reduce((sum, inside) => sum + inside, 0) <= limits.parts
}

const isHost = (host: string) => partsOf(host.replace(/^www\./u, "")) <= most.host

const email = /^([\w.+-]{1,40})@([a-z\d.-]+)$/iu
/** Without a query and a fragment, which hold anything. */
const url = /^https?:\/\/([a-z\d.-]+)(?::\d{1,5})?(\/[\w./~-]*)?$/iu

const isAddress = (text: string): boolean => {
  const [, local, domain] = email.exec(text) ?? []
  if (local !== undefined && domain !== undefined) return partsOf(local) <= most.local && isHost(domain)
  const [, host, path = ""] = url.exec(text) ?? []
  return host !== undefined && isHost(host) && partsOf(path.replaceAll("_", " ")) <= most.path
}

/** Three short words without marks, as most names are: enough to know that it is one. */
const simple = /^(?:[A-Z]?[a-z]{0,12}|\d{1,12})(?: (?:[A-Z]?[a-z]{0,12}|\d{1,12})){0,2}$/u

/** An id that the service made. */
const isOurs = (text: string) => Handle.isId(text) || Handle.isStageId(text)

/** Prose is plain only if there is nothing in it. */
export const isPlain = (text: string, writer: Writer, isProse: boolean): boolean => {
  if (isProse) return text.trim() === ""
  if (simple.test(text) || isOurs(text)) return true
  if (text.length > most.characters || !visible.test(text)) return false
  return isAddress(text) || isName(text, writer === "anyone" ? ofMembers : ofStrangers)
}

const identifier = /^[\w-]*$/u

/** Whether a key that a stranger may have chosen is one word, or a few joined ones. */
export const isKey = (key: string): boolean =>
  isOurs(key) || (key.length <= most.key && identifier.test(key) && partsOf(key) <= most.ofKey)
