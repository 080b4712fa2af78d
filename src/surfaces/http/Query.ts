/** Reads the query of a request's address. */
import type { Fields } from "./Fields.ts"

/** The query as fields; a parameter sent twice is an array. */
export const of = (url: string): Fields => {
  const mark = url.indexOf("?")
  if (mark < 0) return {}
  const fields = new Map<string, unknown>()
  for (const [name, value] of new URLSearchParams(url.slice(mark + 1))) {
    const before = fields.get(name)
    if (Array.isArray(before)) before.push(value)
    else fields.set(name, before === undefined ? value : [before, value])
  }
  return Object.fromEntries(fields)
}
