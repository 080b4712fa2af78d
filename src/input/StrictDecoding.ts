/** Decodes input and lists all issues, in bounded time however broken the input is. */
import { Result, Schema } from "effect"

const strict = { errors: "all", onExcessProperty: "error" } as const

/** Maximum entries of an array or object that are checked for all issues: one more than an error lists. */
const breadth = 101

/** A copy with at most `breadth` entries per array or object. Fields in `known` take precedence. */
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

/** Whether any nested array or object has more than `breadth` entries. */
const isBroad = (value: unknown): boolean => {
  if (typeof value !== "object" || value === null) return false
  const inner = Object.values(value)
  return inner.length > breadth || inner.some(isBroad)
}

/** A struct of these fields. None of them needs services, which their erased types don't show. */
export const structOf = <Fields extends Schema.Struct.Fields>(fields: Fields) => {
  const schema: Schema.Top = Schema.Struct(fields)
  return schema as Schema.Codec<Schema.Struct<Fields>["Type"], Readonly<Record<string, unknown>>>
}

/**
 * A decoder that lists every issue of ordinary input. For very long arrays or objects it first checks their beginnings, and decodes the
 * whole input only if those have no issues.
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
