/**
 * Orders the keys of stored JSON as the response schema does, followed by any additional keys. The order is compiled at start; values
 * without an order are returned unchanged.
 */
import type { SchemaAST } from "effect"

type Order = (value: unknown) => unknown

/** A stored key `__proto__` must become an ordinary property. */
const assign = (to: Record<string, unknown>, key: string, value: unknown): void => {
  if (key === "__proto__") {
    Object.defineProperty(to, key, { value, writable: true, enumerable: true, configurable: true })
  } else {
    to[key] = value
  }
}

const ofObject = ({ indexSignatures, propertySignatures }: SchemaAST.Objects): Order => {
  const fields = propertySignatures.map(({ name, type }) => ({ name: String(name), order: of(type) }))
  const known = new Set(fields.map(({ name }) => name))
  const isOpen = indexSignatures.length > 0
  return (value) => {
    const from = value as Readonly<Record<string, unknown>>
    const ordered: Record<string, unknown> = {}
    for (const { name, order } of fields) {
      if (!Object.hasOwn(from, name)) continue
      ordered[name] = order === undefined ? from[name] : order(from[name])
    }
    if (!isOpen) return ordered
    for (const key of Object.keys(from)) if (!known.has(key)) assign(ordered, key, from[key])
    return ordered
  }
}

const ofArray = ({ rest }: SchemaAST.Arrays): Order | undefined => {
  const order = rest.length === 1 ? of(rest[0]!) : undefined
  return order && ((value) => (value as ReadonlyArray<unknown>).map(order))
}

/** Undefined if the schema implies no order. */
export const of = (ast: SchemaAST.AST): Order | undefined => {
  switch (ast._tag) {
    case "Objects":
      return ast.propertySignatures.length === 0 ? undefined : ofObject(ast)
    case "Arrays":
      return ofArray(ast)
    case "Union": {
      const [only, ...others] = ast.types.filter(({ _tag }) => _tag !== "Null")
      const order = only === undefined || others.length > 0 ? undefined : of(only)
      return order && ((value) => (value === null ? null : order(value)))
    }
    default:
      return undefined
  }
}
