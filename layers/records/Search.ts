/** Searches text columns that are case-folded in code, so that results don't depend on the database's collation. */
import type { Statement } from "effect/sql"
import type { Sql } from "../database/Sql.ts"

const isAscii = (text: string): boolean => /^[\0-\x7f]*$/u.test(text)

/** Folds case independently of a letter's position in the word: ß becomes ss, ς becomes σ, and every I is dotted. */
const fold = (text: string): string =>
  isAscii(text)
    ? text.toLowerCase()
    : text.toLowerCase().toUpperCase().toLowerCase().replaceAll("ς", "σ").replaceAll("i\u0307", "i")

/** Letters that Unicode doesn't decompose, with their usual replacements. */
const letters: Readonly<Record<string, string>> = {
  æ: "ae",
  ð: "d",
  đ: "d",
  ħ: "h",
  ł: "l",
  ø: "o",
  œ: "oe",
  þ: "th",
  ŧ: "t"
}

/** Characters that are typed for each other, or substituted by word processors. */
const apostrophes = /[`´‘’‛′ʹʻʼʽʾʿˈˊˋ՚׳＇ꞌ]/gu
const dashes = /[\p{Pd}\u2043\u2212]/gu

/** Invisible characters: soft hyphens, joiners, direction marks and emoji variation selectors. */
const invisible = /\p{Default_Ignorable_Code_Point}/gu

/** Accents, and the Hebrew and Arabic marks that most texts omit. Vowel signs of other scripts are letters. */
const marks = /[\u0300-\u036f\u0640]|(?=[\u0590-\u06ff])\p{Mn}/gu

/**
 * Removes accents and invisible characters and unifies punctuation, character by character, so that a substring stays a substring.
 */
const plain = (text: string): string =>
  isAscii(text)
    ? text.toLowerCase().replaceAll("`", "'")
    : fold(
        fold(text)
          .replaceAll(invisible, "")
          .replaceAll(apostrophes, "'")
          .replaceAll(dashes, "-")
          .replaceAll(/[^\0-\x7f]/gu, (char) => char.normalize("NFKD").replaceAll(marks, ""))
      ).replaceAll(/[æðđħłøœþŧ]/gu, (char) => letters[char]!)

const joined = (parts: ReadonlyArray<string | null>) => parts.map((part) => part ?? "").join("\n")

/** Value of the column for literal search (`q`). */
export const text = (...parts: ReadonlyArray<string | null>): string => fold(joined(parts))

/** Value of the column for word search. It starts with everything in the literal column. */
export const words = (...parts: ReadonlyArray<string | null>): string => plain(joined(parts))

/** An escaped LIKE pattern that contains `folded`. */
export const pattern = (folded: string): string => `%${folded.replace(/[\\%_]/gu, "\\$&")}%`

/**
 * Patterns for the search `q`: the word index finds candidates and the literal column decides. A trigram index is useless for fewer than
 * three characters.
 */
export const literally = (q: string) => {
  const [words, text] = [plain(q), fold(q)]
  return { pattern: Array.from(words).length < 3 ? undefined : pattern(words), text, alone: pattern(text) }
}

/** The distinct words of a search. */
const wordsOf = (search: string): ReadonlyArray<string> =>
  Array.from(
    new Set(
      plain(search)
        .split(/\s+/u)
        .filter((word) => word !== "")
    )
  )

/** A pattern for each word. */
export const patterns = (search: string): ReadonlyArray<string> => wordsOf(search).map(pattern)

interface SearchQuery {
  /** Literal text that a row must contain. */
  readonly q?: string | undefined
  /** Words that a row must contain, in any order. */
  readonly search?: string | undefined
}

const holds = (sql: Sql, prefix: string, { alone, pattern, text }: ReturnType<typeof literally>) => {
  const search = sql.literal(`${prefix}search`)
  // A second LIKE would be treated as independent by the planner, which would then underestimate the rows.
  return pattern === undefined
    ? sql`${search} LIKE ${alone}`
    : sql`${sql.literal(`${prefix}words`)} LIKE ${pattern} AND strpos(${search}, ${text}) > 0`
}

/** The conditions for rows of a table with this `prefix` (`d.`, or empty). */
export const conditions = (
  sql: Sql,
  prefix: string,
  { q, search }: SearchQuery
): ReadonlyArray<Statement.Fragment> => {
  const literal = q === undefined ? [] : [holds(sql, prefix, literally(q))]
  if (search === undefined) return literal
  const parts = patterns(search).map((one) => sql`${sql.literal(`${prefix}words`)} LIKE ${one}`)
  // A search that consists only of accents has no words, and matches nothing.
  return [...literal, ...(parts.length === 0 ? [sql.literal("FALSE")] : parts)]
}

/** Texts that a row's words must contain. */
export const texts = ({ q, search }: SearchQuery): ReadonlyArray<string> => [
  ...(q === undefined ? [] : [plain(q)]),
  ...(search === undefined ? [] : wordsOf(search))
]

/** Three consecutive letters or digits, which a trigram index can find. */
const indexableText = /[\p{L}\p{N}]{3}/u

/** Maximum words for which a plan is cached, because each number of words is a separate statement. */
const maxCachedWords = 6

/** Whether a trigram index helps and the plan can be cached. */
export const isKept = (query: SearchQuery): boolean =>
  texts(query).some((text) => indexableText.test(text)) &&
  (query.search === undefined || wordsOf(query.search).length <= maxCachedWords)

/** Like `conditions`, for a generic plan: each pattern comes from a subselect, whose value the planner doesn't know. */
export const indexed = (sql: Sql, prefix: string, query: SearchQuery): ReadonlyArray<Statement.Fragment> => {
  const like = texts(query).map(
    (text) => sql`${sql.literal(`${prefix}words`)} LIKE (SELECT ${pattern(text)}::text)`
  )
  if (query.q === undefined) return like
  return [...like, sql`strpos(${sql.literal(`${prefix}search`)}, ${fold(query.q)}) > 0`]
}

/** Like `conditions`, in a form that no index supports, for rows that are scanned. */
export const read = (
  sql: Sql,
  prefix: string,
  { q, search }: SearchQuery
): ReadonlyArray<Statement.Fragment> => {
  const within = (column: string, text: string) =>
    sql`strpos(${sql.literal(`${prefix}${column}`)}, ${text}) > 0`
  return [
    ...(q === undefined ? [] : [within("search", fold(q))]),
    ...(search === undefined ? [] : wordsOf(search).map((word) => within("words", word)))
  ]
}

/** Whether there is a search. Such a statement must be planned for its own patterns. */
export const isIn = ({ q, search }: SearchQuery): boolean => q !== undefined || search !== undefined
