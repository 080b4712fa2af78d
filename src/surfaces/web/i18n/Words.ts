/** The languages of the pages. `en` is the source: the compiler checks every other language against its keys and parameters. */
import { Html, Message, type Part } from "../Html.ts"
import * as en from "./en.ts"
import type { Language } from "./Language.ts"
import { others } from "./Languages.ts"
import type { Translation } from "./Translation.ts"
import { english as reportWords } from "../../../reports/rules/ReportWords.ts"
import * as History from "./History.ts"
import * as Locale from "./Locale.ts"

type Entry = string | Html | ((...parts: ReadonlyArray<never>) => Part)

const english: Translation = {
  name: "English",
  words: en,
  locale: Locale.make("en", "en-GB"),
  phrases: [],
  titles: {},
  operations: {},
  history: History.english,
  report: reportWords()
}

/** English, and each language with a file next to this one. */
export const languages: Readonly<Record<Language, Translation>> = { en: english, ...others }

export const isLanguage = (text: string): text is Language => Object.hasOwn(languages, text)

type Messages<T> = {
  readonly [Key in keyof T]: T[Key] extends string | Html
    ? Message
    : T[Key] extends (...parts: infer Parts) => unknown
      ? (...parts: Parts) => Message
      : Messages<T[Key]>
}

interface Tree {
  readonly [key: string]: Entry | Tree
}

const at = (words: Tree, path: ReadonlyArray<string>) =>
  path.reduce<Entry | Tree>((found, key) => (found as Tree)[key]!, words)

const trees: Readonly<Record<Language, { readonly words: Tree }>> = languages

/** Turns each entry into a message once; the reader then decides on the language. */
const messages = (words: Tree, path: ReadonlyArray<string> = []): object =>
  Object.fromEntries(
    Object.entries(words).map(([key, entry]) => {
      const own = [...path, key]
      if (typeof entry === "object" && !(entry instanceof Html)) return [key, messages(entry, own)]
      const entries = Object.fromEntries(
        Object.entries(trees).map(([language, { words }]) => [language, at(words, own)])
      ) as Record<Language, Entry>
      if (typeof entry !== "function") {
        return [key, new Message(({ language }) => entries[language] as string | Html)]
      }
      return [
        key,
        (...parts: ReadonlyArray<never>) =>
          new Message(({ language }) =>
            (entries[language] as (...parts: ReadonlyArray<never>) => Part)(...parts)
          )
      ]
    })
  )

/** The texts of pages: `${say.frame.signOut}`, `${say.boards.open(3)}`. */
export const say = messages(en) as Messages<typeof en>
