/** The languages of the pages. `en` is the source: the compiler holds every other language to its keys and parameters. */
import { Html, Message, type Part } from "../platform/Html.ts"
import type { Fault } from "../../../../schema/Fault.ts"
import { de } from "./de.ts"
import { codes } from "./de/codes.ts"
import { history } from "./de/history.ts"
import { operations } from "./de/operations.ts"
import { phrases } from "./de/phrases.ts"
import { report } from "./de/report.ts"
import { titles } from "./de/titles.ts"
import { en } from "./en.ts"
import { english as reportWords, type ReportWords } from "../../../domain/reports/ReportWords.ts"
import * as History from "./History.ts"
import * as Locale from "./Locale.ts"

type Entry = string | Html | ((...parts: ReadonlyArray<never>) => Part)

/** A dictionary with the keys of another: texts, and functions of the same parameters. */
type Like<T> = {
  readonly [Key in keyof T]: T[Key] extends string | Html
    ? T[Key]
    : T[Key] extends (...parts: infer Parts) => unknown
      ? (...parts: Parts) => Part
      : Like<T[Key]>
}

export type Words = Like<typeof en>

/** What the service refuses, by code; left out where its own sentences are in this language. */
export type Codes = Readonly<Record<Fault["code"], string>>

/** Sentences of the service, and what follows the name of a field in one: a pattern, and what it is here. */
export type Phrases = ReadonlyArray<readonly [RegExp, (...found: ReadonlyArray<string>) => string]>

/** Titles of fields, by what schemas call them. */
export type Titles = Readonly<Record<string, string>>

interface Spoken {
  /** Its own name for itself. */
  readonly name: string
  readonly words: Words
  readonly locale: Locale.Locale
  readonly codes?: Codes
  readonly phrases: Phrases
  readonly titles: Titles
  /** Titles of operations, by the English ones of the contract. */
  readonly operations: Titles
  readonly history: History.History
  readonly report: ReportWords
}

export type Language = "en" | "de"

/** A further language is a line here and its dictionary. */
export const languages: Readonly<Record<Language, Spoken>> = {
  en: {
    name: "English",
    words: en,
    locale: Locale.make("en", "en-GB"),
    phrases: [],
    titles: {},
    operations: {},
    history: History.english,
    report: reportWords()
  },
  de: {
    name: "Deutsch",
    words: de,
    locale: Locale.make("de", "de", ["„", "“"]),
    codes,
    phrases,
    titles,
    operations,
    history,
    report
  }
}

export const isLanguage = (text: string): text is Language => Object.hasOwn(languages, text)

type Said<T> = {
  readonly [Key in keyof T]: T[Key] extends string | Html
    ? Message
    : T[Key] extends (...parts: infer Parts) => unknown
      ? (...parts: Parts) => Message
      : Said<T[Key]>
}

interface Tree {
  readonly [key: string]: Entry | Tree
}

const at = (words: Tree, path: ReadonlyArray<string>) =>
  path.reduce<Entry | Tree>((found, key) => (found as Tree)[key]!, words)

const trees = languages as unknown as Readonly<Record<Language, { readonly words: Tree }>>

/** Each entry as a message, made once: who reads it decides on the language. */
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

/** What pages say: `${say.frame.signOut}`, `${say.boards.open(3)}`. */
export const say = messages(en) as unknown as Said<typeof en>
