/** Searches on columns that are folded here, so that results do not depend on the database's collation. */
import type { Statement } from "effect/sql"
import type { Sql } from "../database/Sql.ts"

const isAscii = (text: string): boolean => /^[\0-\x7f]*$/u.test(text)

/** Case folding that also ignores a letter's position in a word: ß becomes ss, ς becomes σ, and every I is dotted. */
const fold = (text: string): string =>
  isAscii(text)
    ? text.toLowerCase()
    : text.toLowerCase().toUpperCase().toLowerCase().replaceAll("ς", "σ").replaceAll("i\u0307", "i")

/** Letters that Unicode does not decompose, and what people type who lack the key. */
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

/** Signs that people type for each other, or that a word processor sets for them. */
const apostrophes = /[`´‘’‛′ʹʻʼʽʾʿˈˊˋ՚׳＇ꞌ]/gu
const dashes = /[\p{Pd}\u2043\u2212]/gu

/** Invisible characters: soft hyphens, joiners, direction marks, emoji variation selectors. */
const unseen = /\p{Default_Ignorable_Code_Point}/gu

/** Accents, and the points and marks of Hebrew and Arabic, which most texts leave out. Vowels of other scripts are letters. */
const marks = /[\u0300-\u036f\u0640]|(?=[\u0590-\u06ff])\p{Mn}/gu

/**
 * Removes accents and what can't be seen, and writes signs alike, one character at a time, so that a substring of a text stays a
 * substring of its plain form. Migration 0078 has a copy.
 */
const plain = (text: string): string =>
  isAscii(text)
    ? text.toLowerCase().replaceAll("`", "'")
    : fold(
        fold(text)
          .replaceAll(unseen, "")
          .replaceAll(apostrophes, "'")
          .replaceAll(dashes, "-")
          .replaceAll(/[^\0-\x7f]/gu, (char) => char.normalize("NFKD").replaceAll(marks, ""))
      ).replaceAll(/[æðđħłøœþŧ]/gu, (char) => letters[char]!)

const joined = (parts: ReadonlyArray<string | null>) => parts.map((part) => part ?? "").join("\n")

/** The column for literal search (`q`). */
export const text = (...parts: ReadonlyArray<string | null>): string => fold(joined(parts))

/** The column for search by words. It begins with everything in the literal column. */
export const words = (...parts: ReadonlyArray<string | null>): string => plain(joined(parts))

/** A LIKE pattern that contains `folded`, escaped. */
export const pattern = (folded: string): string => `%${folded.replace(/[\\%_]/gu, "\\$&")}%`

/**
 * The search for `q`: the index on words finds candidates, and the literal column decides. A trigram index is of no
 * use for fewer than three characters.
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

/** A pattern for each of them. */
export const patterns = (search: string): ReadonlyArray<string> => wordsOf(search).map(pattern)

interface Asked {
  /** Literal text that a row must contain. */
  readonly q?: string | undefined
  /** Words that a row must contain, in any order. */
  readonly search?: string | undefined
}

const holds = (sql: Sql, prefix: string, { alone, pattern, text }: ReturnType<typeof literally>) => {
  const search = sql.literal(`${prefix}search`)
  // Not a second LIKE: the planner would treat the two as independent, and expect too few rows.
  return pattern === undefined
    ? sql`${search} LIKE ${alone}`
    : sql`${sql.literal(`${prefix}words`)} LIKE ${pattern} AND strpos(${search}, ${text}) > 0`
}

/** The conditions on rows of the table with this `prefix` (`d.`, or empty). */
export const conditions = (
  sql: Sql,
  prefix: string,
  { q, search }: Asked
): ReadonlyArray<Statement.Fragment> => {
  const literal = q === undefined ? [] : [holds(sql, prefix, literally(q))]
  if (search === undefined) return literal
  const parts = patterns(search).map((one) => sql`${sql.literal(`${prefix}words`)} LIKE ${one}`)
  // A search that contains only accents has no words, and finds nothing.
  return [...literal, ...(parts.length === 0 ? [sql.literal("FALSE")] : parts)]
}

/** The texts that the words of a row must contain. */
export const texts = ({ q, search }: Asked): ReadonlyArray<string> => [
  ...(q === undefined ? [] : [plain(q)]),
  ...(search === undefined ? [] : wordsOf(search))
]

/** What an index on trigrams finds: letters or digits, three in a row. */
const threeInARow = /[\p{L}\p{N}]{3}/u

/** The most words for which a plan is kept: each number of them is a statement of its own. */
const mostKept = 6

/** Whether an index on trigrams helps, and a plan can be kept. */
export const isKept = (asked: Asked): boolean =>
  texts(asked).some((text) => threeInARow.test(text)) &&
  (asked.search === undefined || wordsOf(asked.search).length <= mostKept)

/**
 * The same conditions as `conditions`, for a plan that does not depend on the patterns: each comes from a select, whose value
 * the planner doesn't know.
 */
export const indexed = (sql: Sql, prefix: string, asked: Asked): ReadonlyArray<Statement.Fragment> => {
  const like = texts(asked).map(
    (text) => sql`${sql.literal(`${prefix}words`)} LIKE (SELECT ${pattern(text)}::text)`
  )
  if (asked.q === undefined) return like
  return [...like, sql`strpos(${sql.literal(`${prefix}search`)}, ${fold(asked.q)}) > 0`]
}

/** The same again, in a form that no index has: for rows that are read one by one. */
export const read = (sql: Sql, prefix: string, { q, search }: Asked): ReadonlyArray<Statement.Fragment> => {
  const within = (column: string, text: string) =>
    sql`strpos(${sql.literal(`${prefix}${column}`)}, ${text}) > 0`
  return [
    ...(q === undefined ? [] : [within("search", fold(q))]),
    ...(search === undefined ? [] : wordsOf(search).map((word) => within("words", word)))
  ]
}

/** Whether a search is asked for: such a statement must be planned for its own patterns. */
export const isIn = ({ q, search }: Asked): boolean => q !== undefined || search !== undefined
