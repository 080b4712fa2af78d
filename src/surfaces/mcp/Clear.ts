/** The argument `clear`: tools empty fields by name, since null and "" count as not sent. */
import { Result, Schema, type SchemaAST } from "effect"
import { Invalid } from "../../../schema/Fault.ts"
import type * as Operation from "../../contract/Operation.ts"
import type { Fields } from "../http/Fields.ts"
import { isObject } from "./Absent.ts"

/** The empty value of a field; undefined if it can't be empty. */
const emptyOf = (ast: SchemaAST.AST): null | ReadonlyArray<never> | undefined => {
  if (ast._tag === "Arrays") return []
  if (ast._tag !== "Union" || ast.types.length !== 2) return undefined
  return ast.types.some((type) => type._tag === "Null") ? null : undefined
}

const propertiesOf = (ast: SchemaAST.AST | undefined) =>
  ast?._tag === "Objects" ? ast.propertySignatures : []

/** The fields `clear` can empty, and the empty value of each. */
const emptiable = ({ clears, input }: Operation.Any): ReadonlyMap<string, unknown> => {
  if (clears === undefined) return new Map()
  const top = propertiesOf(Schema.Struct(input).ast)
  const within = clears === "fields" ? top : propertiesOf(top.find(({ name }) => name === clears)?.type)
  return new Map(
    within
      .map(({ name, type }) => [String(name), emptyOf(type)] as const)
      .filter(([, empty]) => empty !== undefined)
  )
}

const twice = (name: string) =>
  new Invalid({
    code: "invalid_body",
    message: `clear names ${name}, which is sent as well. Leave out one of the two.`,
    meta: { issues: [{ path: "clear", message: `must not name ${name}, which is sent as well` }] }
  })

/** The `clear` argument of an operation, if it has such fields. */
export const field = (operation: Operation.Any): Schema.Struct.Fields => {
  const names = [...emptiable(operation).keys()]
  if (names.length === 0) return {}
  const description = `Names of fields to empty${operation.clears === "fields" ? "" : ` in ${operation.clears}`}; null and "" change nothing.`
  return { clear: Schema.optionalKey(Schema.Array(Schema.Literals(names)).annotate({ description })) }
}

/** Compiles a function that sets the fields in `clear` to their empty value as over REST: null, or an empty list. */
export const applier = (operation: Operation.Any) => {
  const empties = emptiable(operation)
  const { clears } = operation
  return (args: Fields): Result.Result<Fields, Invalid> => {
    const named = Array.isArray(args["clear"]) ? args["clear"].filter((name) => empties.has(name)) : []
    if (clears === undefined || named.length === 0) return Result.succeed(args)
    const target = clears === "fields" ? args : (args[clears] ?? {})
    // The decoder refuses it, since it isn't an object.
    if (!isObject(target)) return Result.succeed(args)
    const both = named.find((name) => name in target)
    if (both !== undefined) return Result.fail(twice(both))
    const whole = { ...target, ...Object.fromEntries(named.map((name) => [name, empties.get(name)])) }
    return Result.succeed(clears === "fields" ? whole : { ...args, [clears]: whole })
  }
}
