/** Removes quotation marks around search words. Models quote as for web search engines, but this search takes quotes literally. */
import type { Fields } from "../../http/request/Fields.ts"
import { isObject } from "./EmptyArguments.ts"

const marks = /(?<=^|\s)["“”]+|["“”]+(?=\s|$)/gu

const withoutQuotes = (text: unknown): unknown => {
  if (typeof text !== "string") return text
  const stripped = text.replaceAll(marks, "")
  // Without its quotation marks, the text would be empty, count as absent, and match everything.
  return stripped.trim() === "" ? text : stripped
}

const within = (fields: Fields): Fields => ({
  ...fields,
  ...("q" in fields ? { q: withoutQuotes(fields["q"]) } : {}),
  ...("search" in fields ? { search: withoutQuotes(fields["search"]) } : {})
})

export const unquoted = (args: Fields): Fields => {
  const { filter } = args
  const own = "q" in args || "search" in args ? within(args) : args
  return isObject(filter) ? { ...own, filter: within(filter) } : own
}
