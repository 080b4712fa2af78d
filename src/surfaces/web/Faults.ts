/** What the service refuses, in the reader's language. The API speaks English, and its texts are what is translated. */
import type { Fault } from "../../../schema/Fault.ts"
import * as Reader from "./words/Reader.ts"
import { languages } from "./words/Words.ts"
import type { Language } from "./words/Language.ts"
import { Message, type Part, plain } from "./Html.ts"

/** An issue of an input: a whole sentence, or what follows the name of a field in one. */
export interface Issue {
  readonly path: string
  readonly message: Part
}

/** What pages found wrong by themselves, and say in words of their own. */
const own = new WeakMap<Fault, Part>()

export const saying = <F extends Fault>(fault: F, message: Part): F => {
  own.set(fault, message)
  return fault
}

/** English, for a fault as such. */
export const english = (part: Part): string => plain(part, Reader.of("en"))

const translated = (language: Language, text: string): string | undefined => {
  for (const [pattern, words] of languages[language].phrases) {
    const match = pattern.exec(text)
    if (match !== null) return words(...match.slice(1))
  }
  return undefined
}

/** An English text of the service; as it is where the language has no words for it. */
export const text = (english: string): Part =>
  new Message(({ language }) => translated(language, english) ?? english)

/** The fault by its own sentence, or else by its code. */
export const of = (fault: Fault): Part =>
  own.get(fault) ??
  new Message(
    ({ language }) =>
      translated(language, fault.message) ?? languages[language].codes?.[fault.code] ?? fault.message
  )
