/** What a language has to say: a file beside this one exports it as `language`, and the compiler names what it lacks. */
import type { Fault } from "../../../../schema/Fault.ts"
import type { ReportWords } from "../../../reports/rules/ReportWords.ts"
import type { Html, Part } from "../Html.ts"
import type { en } from "./en.ts"
import type { History } from "./History.ts"
import type { Locale } from "./Locale.ts"

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

export interface Translation {
  /** Its own name for itself. */
  readonly name: string
  readonly words: Words
  readonly locale: Locale
  readonly codes?: Codes
  readonly phrases: Phrases
  readonly titles: Titles
  /** Titles of operations, by the English ones of the contract. */
  readonly operations: Titles
  readonly history: History
  readonly report: ReportWords
}
