/** The service's faults in the reader's language, translated from the API's English texts. */
import type { Fault } from "../../../schema/Fault.ts"
import * as Reader from "./i18n/Reader.ts"
import { languages } from "./i18n/Words.ts"
import type { Language } from "./i18n/Language.ts"
import { Message, type Part, plain } from "./Html.ts"

/** An issue of an input: a full sentence, or the rest of one that begins with the field's name. */
export interface Issue {
  readonly path: string
  readonly message: Part
}

/** The messages that pages give to faults themselves. */
const pageMessages = new WeakMap<Fault, Part>()

export const saying = <F extends Fault>(fault: F, message: Part): F => {
  pageMessages.set(fault, message)
  return fault
}

/** The text in English, for use in a fault. */
export const english = (part: Part): string => plain(part, Reader.of("en"))

const translated = (language: Language, text: string): string | undefined => {
  for (const [pattern, words] of languages[language].phrases) {
    const match = pattern.exec(text)
    if (match !== null) return words(...match.slice(1))
  }
  return undefined
}

/** An English text of the service, translated if the language has a phrase for it. */
export const text = (english: string): Part =>
  new Message(({ language }) => translated(language, english) ?? english)

/** The message of the fault: its own sentence translated, or else the one for its code. */
export const of = (fault: Fault): Part =>
  pageMessages.get(fault) ??
  new Message(
    ({ language }) =>
      translated(language, fault.message) ?? languages[language].codes?.[fault.code] ?? fault.message
  )
