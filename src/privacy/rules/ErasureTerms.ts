/** Finds a person's texts in stored data, and removes them. */

/** The replacement of an erased text. */
export const erased = "[erased]"

/** Shorter terms would also match texts about other people. */
const minTermLength = 5

/** The forms of a term in stored text: plain, escaped in JSON, and encoded in a URL. */
const forms = (term: string) => [term, JSON.stringify(term).slice(1, -1), encodeURIComponent(term)]

/** Boundaries of email addresses and names, so that `ann@x.com` matches neither `joann@x.com` nor `ann@x.com.au`. */
const before = "(?<![\\w.+-])"
const after = "(?![\\w-]|\\.\\w)"

/** A case-insensitive regular expression for the terms, valid in both JavaScript and PostgreSQL. */
export const patternOf = (terms: ReadonlyArray<string>): string => {
  const all = [...new Set(terms.filter((term) => term.length >= minTermLength).flatMap(forms))]
  const escaped = all.map((term) => term.replaceAll(/[.*+?^${}()|[\]\\/]/gu, "\\$&"))
  return `${before}(?:${escaped.toSorted((a, b) => b.length - a.length).join("|")})${after}`
}

/** Replaces matches in every string of a JSON value. */
export const without = <A>(pattern: string, value: A): A => {
  const regular = new RegExp(pattern, "giu")
  const clean = (value: unknown): unknown => {
    if (typeof value === "string") return value.replaceAll(regular, erased)
    if (Array.isArray(value)) return value.map(clean)
    if (typeof value !== "object" || value === null) return value
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [clean(key), clean(inner)]))
  }
  return clean(value) as A
}

export const isIn = (pattern: string, text: string): boolean => new RegExp(pattern, "iu").test(text)
