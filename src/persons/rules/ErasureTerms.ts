/** The texts by which a person is found, and how they are taken out of what is kept. */

/** What stands in the place of an erased text. */
export const erased = "[erased]"

/** Shorter ones would be found in texts about others. */
const shortest = 5

/** As it may stand in a text: as it is, within JSON, or within an address of the web. */
const forms = (term: string) => [term, JSON.stringify(term).slice(1, -1), encodeURIComponent(term)]

/** What an email address or a name may go on with: `joann@x.com` is not `ann@x.com`, nor `ann@x.com.au`. */
const before = "(?<![\\w.+-])"
const after = "(?![\\w-]|\\.\\w)"

/** A regular expression for these, ignoring case, which JavaScript and PostgreSQL both read. */
export const patternOf = (terms: ReadonlyArray<string>): string => {
  const all = [...new Set(terms.filter((term) => term.length >= shortest).flatMap(forms))]
  const escaped = all.map((term) => term.replaceAll(/[.*+?^${}()|[\]\\/]/gu, "\\$&"))
  return `${before}(?:${escaped.toSorted((a, b) => b.length - a.length).join("|")})${after}`
}

/** Takes what matches out of every text of a JSON value. */
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
