/**
 * Removes placeholder values from arguments. Strict clients fill in every field, with null or "" where the model gave no value. So both
 * count as absent in every field of the schema, and so does an object with nothing else. In free-form parts, such as an enrichment's own
 * keys, null stays null.
 */
import { SchemaAST } from "effect"

type Clean = (value: unknown) => unknown

const unchanged: Clean = (value) => value

const isAbsent = (value: unknown) => value === null || value === ""

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value)

/** The members of a value; empty if it isn't an object. */
export const membersOf = (value: unknown): Readonly<Record<string, unknown>> => (isObject(value) ? value : {})

/** Whether `value` had fields, all of which count as absent. */
const isEmptied = (value: unknown, cleaned: unknown) =>
  isObject(value) && Object.keys(value).length > 0 && isObject(cleaned) && Object.keys(cleaned).length === 0

const ofObject = ({ propertySignatures }: SchemaAST.Objects): Clean => {
  const described = new Map(
    propertySignatures.map(({ name, type }) => {
      const clean = cleaner(type)
      const mayBeLeftOut = SchemaAST.isOptional(type)
      const kept: Clean = (value) => {
        if (isAbsent(value)) return undefined
        const cleaned = clean(value)
        return mayBeLeftOut && isEmptied(value, cleaned) ? undefined : cleaned
      }
      return [name, kept]
    })
  )
  return (value) => {
    if (!isObject(value)) return value
    const cleaned = Object.entries(value).map(
      ([name, inner]) => [name, (described.get(name) ?? unchanged)(inner)] as const
    )
    return Object.fromEntries(cleaned.filter(([, inner]) => inner !== undefined))
  }
}

const ofArray = ({ rest }: SchemaAST.Arrays): Clean => {
  const clean = rest[0] === undefined ? unchanged : cleaner(rest[0])
  return clean === unchanged ? clean : (value) => (Array.isArray(value) ? value.map(clean) : value)
}

/** Compiles a function that removes absent values, as deep as the schema describes fields. */
export const cleaner = (ast: SchemaAST.AST): Clean => {
  if (ast._tag === "Objects") return ofObject(ast)
  if (ast._tag === "Arrays") return ofArray(ast)
  if (ast._tag !== "Union") return unchanged
  return ast.types.map(cleaner).find((clean) => clean !== unchanged) ?? unchanged
}
