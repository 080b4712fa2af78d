/** Substring search: one case-folded column, computed here so that no collation has a say in it. */

/** The same for all cases of a letter, wherever in a word it stands: ß is ss, ς is σ, and every I has one dot. */
const fold = (text: string): string =>
  text.toLowerCase().toUpperCase().toLowerCase().replaceAll("ς", "σ").replaceAll("i\u0307", "i")

/** What a row is found by. */
export const text = (...parts: ReadonlyArray<string | null>): string =>
  fold(parts.map((part) => part ?? "").join("\n"))

/** A LIKE pattern in which `q` means itself. */
export const pattern = (q: string): string => `%${fold(q).replace(/[\\%_]/gu, "\\$&")}%`
