/** Takes the quotation marks off words to search for: models quote as search engines want it, and a search here takes them literally. */
import type { Fields } from "../../http/request/Fields.ts"
import { isObject } from "./EmptyArguments.ts"

const marks = /(?<=^|\s)["“”]+|["“”]+(?=\s|$)/gu

const bare = (text: unknown): unknown => {
  if (typeof text !== "string") return text
  const stripped = text.replaceAll(marks, "")
  // Nothing but marks: without them it would count as not sent, and find everything.
  return stripped.trim() === "" ? text : stripped
}

const within = (fields: Fields): Fields => ({
  ...fields,
  ...("q" in fields ? { q: bare(fields["q"]) } : {}),
  ...("search" in fields ? { search: bare(fields["search"]) } : {})
})

export const unquoted = (args: Fields): Fields => {
  const { filter } = args
  const own = "q" in args || "search" in args ? within(args) : args
  return isObject(filter) ? { ...own, filter: within(filter) } : own
}
