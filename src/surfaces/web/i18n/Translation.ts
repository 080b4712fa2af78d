/** The texts that a language provides. A file beside this one exports them as `language`; the compiler reports missing ones. */
import type { Fault } from "../../../../schema/Fault.ts"
import type { ReportWords } from "../../../reports/rules/ReportWords.ts"
import type { Html, Part } from "../Html.ts"
import type * as en from "./en.ts"
import type { History } from "./History.ts"
import type { Locale } from "./Locale.ts"

/** A dictionary with the keys of another: texts, and functions with the same parameters. */
type Like<T> = {
  readonly [Key in keyof T]: T[Key] extends string | Html
    ? T[Key]
    : T[Key] extends (...parts: infer Parts) => unknown
      ? (...parts: Parts) => Part
      : Like<T[Key]>
}

export type Words = Like<typeof en>

/** Messages for faults, by code; absent if the service's own sentences are in this language. */
export type Codes = Readonly<Record<Fault["code"], string>>

/** Patterns for the service's English sentences and issues of fields, each with its translation. */
export type Phrases = ReadonlyArray<readonly [RegExp, (...found: ReadonlyArray<string>) => string]>

/** Titles of fields, by their English ones in schemas. */
export type Titles = Readonly<Record<string, string>>

export interface Translation {
  /** The language's name for itself. */
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
