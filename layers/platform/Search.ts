/** Searches: columns folded here, so that no collation has a say in what is found. */
import type { Statement } from "effect/sql"
import type { Sql } from "./database/Sql.ts"

/** The same for all cases of a letter, wherever in a word it stands: ß is ss, ς is σ, and every I has one dot. */
const fold = (text: string): string =>
  text.toLowerCase().toUpperCase().toLowerCase().replaceAll("ς", "σ").replaceAll("i\u0307", "i")

/** Letters that Unicode takes for letters of their own, where people who lack the key type another. */
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

/**
 * The same with and without accents. One character at a time, so that what is part of a text is part of the plain
 * text too. Migration 0017 has a copy.
 */
const plain = (text: string): string =>
  fold(
    fold(text).replaceAll(/[^\0-\x7f]/gu, (char) =>
      char.normalize("NFKD").replaceAll(/[\u0300-\u036f]/gu, "")
    )
  ).replaceAll(/[æðđħłøœþŧ]/gu, (char) => letters[char]!)

const joined = (parts: ReadonlyArray<string | null>) => parts.map((part) => part ?? "").join("\n")

/** What a row is found by literally. */
export const text = (...parts: ReadonlyArray<string | null>): string => fold(joined(parts))

/** What a row is found by word for word; it begins with all that it is found by literally. */
export const words = (...parts: ReadonlyArray<string | null>): string => plain(joined(parts))

/** A LIKE pattern in which `folded` means itself. */
const pattern = (folded: string): string => `%${folded.replace(/[\\%_]/gu, "\\$&")}%`

/**
 * `q` as it is asked for: the words' index finds rows for it, and the literal column says which of them hold it. Of less
 * than three characters an index of trigrams knows nothing.
 */
export const literally = (q: string) => {
  const [words, text] = [plain(q), fold(q)]
  return { pattern: Array.from(words).length < 3 ? undefined : pattern(words), text, alone: pattern(text) }
}

/** A pattern for each word of a search, once each. */
export const patterns = (search: string): ReadonlyArray<string> =>
  Array.from(
    new Set(
      plain(search)
        .split(/\s+/u)
        .filter((word) => word !== "")
    ),
    pattern
  )

interface Asked {
  /** Literal text that a row must hold. */
  readonly q?: string | undefined
  /** Words that a row must hold, in any order. */
  readonly search?: string | undefined
}

const holds = (sql: Sql, prefix: string, { alone, pattern, text }: ReturnType<typeof literally>) => {
  const search = sql.literal(`${prefix}search`)
  // Not a second LIKE: the planner would take the two for independent, and what both find for rare.
  return pattern === undefined
    ? sql`${search} LIKE ${alone}`
    : sql`${sql.literal(`${prefix}words`)} LIKE ${pattern} AND strpos(${search}, ${text}) > 0`
}

/** The conditions on rows of the table that `prefix` (`d.`, or nothing) names. */
export const conditions = (
  sql: Sql,
  prefix: string,
  { q, search }: Asked
): ReadonlyArray<Statement.Fragment> => {
  const literal = q === undefined ? [] : [holds(sql, prefix, literally(q))]
  if (search === undefined) return literal
  const parts = patterns(search).map((one) => sql`${sql.literal(`${prefix}words`)} LIKE ${one}`)
  // Accents alone are no words, and found nowhere.
  return [...literal, ...(parts.length === 0 ? [sql.literal("FALSE")] : parts)]
}

/** Whether a search is among what is asked for: such a statement is planned for its own patterns. */
export const isIn = ({ q, search }: Asked): boolean => q !== undefined || search !== undefined
