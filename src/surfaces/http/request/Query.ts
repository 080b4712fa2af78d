/** Reads the query of a request's address. */
import { Effect, Exit } from "effect"
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

/**
 * The size of the cache of decoded queries: entries per decoder, and characters per query. Queries with a cursor are longer and seldom
 * repeat.
 */
const cacheLimits = { queries: 64, characters: 120 }

const isDone = <A, E>(effect: Effect.Effect<A, E>): effect is Exit.Exit<A, E> => Exit.isExit(effect)

/** Freezes nested objects, because all callers with the same query share them. */
const frozen = (fields: Fields): Fields => {
  for (const value of Object.values(fields))
    if (typeof value === "object" && value !== null) Object.freeze(value)
  return fields
}

/** Decodes the query of an address with `decode`. Callers often repeat a query, so valid results are cached. */
export const decoder = <E>(decode: (input: Fields) => Effect.Effect<Fields, E>) => {
  const known = new Map<string, Effect.Effect<Fields, E>>()
  return (url: string): Effect.Effect<Fields, E> => {
    const mark = url.indexOf("?")
    const query = mark < 0 ? "" : url.slice(mark)
    const before = known.get(query)
    if (before !== undefined) return before
    const decoded = decode(of(query))
    if (query.length > cacheLimits.characters || !isDone(decoded) || Exit.isFailure(decoded)) return decoded
    if (known.size >= cacheLimits.queries) known.delete(known.keys().next().value!)
    const shared = Effect.succeed(frozen(decoded.value))
    known.set(query, shared)
    return shared
  }
}
