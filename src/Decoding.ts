/** Decodes what a caller sent and says all that is wrong with it, in a time that what is wrong cannot lengthen. */
import { Result, Schema } from "effect"

const strict = { errors: "all", onExcessProperty: "error" } as const

/** Entries of one array or object that are looked at to find out what is wrong: more than are told. */
const breadth = 101

/** The same with no more entries than that anywhere; of the fields those in `known` stay. */
const cut = (value: unknown, known: ReadonlySet<string> = new Set()): unknown => {
  if (typeof value !== "object" || value === null) return value
  if (Array.isArray(value)) return value.slice(0, breadth).map((one) => cut(one))
  const names = Object.keys(value)
  const kept =
    names.length <= breadth
      ? names
      : [...names.filter((name) => known.has(name)), ...names.filter((name) => !known.has(name))].slice(
          0,
          breadth
        )
  return Object.fromEntries(kept.map((name) => [name, cut((value as Record<string, unknown>)[name])]))
}

/** Whether anything in it has more entries than that. */
const isBroad = (value: unknown): boolean => {
  if (typeof value !== "object" || value === null) return false
  const inner = Object.values(value)
  return inner.length > breadth || inner.some(isBroad)
}

/**
 * A decoder that lists every issue of an ordinary input. Of a broad one the issues of its beginning are listed, and it
 * is taken as a whole only once that is right.
 */
export const strictly = <A, I>(schema: Schema.Codec<A, I>, known: ReadonlyArray<string>) => {
  const all = Schema.decodeUnknownResult(schema, strict)
  const first = Schema.decodeUnknownResult(schema, { ...strict, errors: "first" })
  const fields = new Set(known)
  return (input: unknown): Result.Result<A, Schema.SchemaError> => {
    if (!isBroad(input)) return all(input)
    const beginning = all(cut(input, fields))
    return Result.isFailure(beginning) ? beginning : first(input)
  }
}
