/** The argument `clear`, by which tools empty fields, because null and "" count as absent. */
import { Result, Schema, type SchemaAST } from "effect"
import * as Field from "../../../../schema/Field.ts"
import { type Fault, Invalid } from "../../../../schema/Fault.ts"
import type * as Operation from "../../../contract/Operation.ts"
import type { Fields } from "../../http/request/Fields.ts"
import { isObject } from "./EmptyArguments.ts"

/** The empty value of a field; undefined if it can't be empty. */
const emptyOf = (ast: SchemaAST.AST): null | ReadonlyArray<never> | undefined => {
  if (ast._tag === "Arrays") return []
  if (ast._tag !== "Union" || ast.types.length !== 2) return undefined
  return ast.types.some((type) => type._tag === "Null") ? null : undefined
}

const propertiesOf = (ast: SchemaAST.AST | undefined) =>
  ast?._tag === "Objects" ? ast.propertySignatures : []

/** The fields that `clear` can empty, with the empty value of each. */
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

/** Accepts these names. The JSON Schema doesn't repeat them, because the operation's fields list them. */
const oneOf = (names: ReadonlyArray<string>) =>
  Schema.Any.pipe(
    Schema.refine((value: unknown): value is string => names.includes(value as string), {
      words: names,
      toJsonSchema: () => ({ type: "string" })
    })
  )

/** The `clear` argument, if the operation has fields that can be empty. */
export const field = (operation: Operation.Any): Schema.Struct.Fields => {
  const names = [...emptiable(operation).keys()]
  if (names.length === 0) return {}
  const isOpen = "remove" in operation.input
  const name = isOpen ? Schema.String : oneOf(names)
  const what = operation.clears === "fields" ? "Fields to empty" : `Keys of ${operation.clears} to remove`
  return {
    clear: Field.of("Clear", `${what}.`, Schema.optionalKey(Schema.Array(name)))
  }
}

/**
 * Compiles a function that sets the fields in `clear` to their empty value, as over REST: null or an empty list. Custom keys go to
 * `remove`, because REST keeps their nulls.
 */
export const applier = (operation: Operation.Any) => {
  const empties = emptiable(operation)
  const { clears } = operation
  const isOpen = "remove" in operation.input
  return (sent: Fields): Result.Result<Fields, Invalid> => {
    const all: ReadonlyArray<unknown> = Array.isArray(sent["clear"]) ? sent["clear"] : []
    const named = all.filter((name): name is string => typeof name === "string" && empties.has(name))
    const own = isOpen ? all.filter((name) => typeof name === "string" && !empties.has(name)) : []
    const removed = Array.isArray(sent["remove"])
      ? [...(sent["remove"] as ReadonlyArray<unknown>), ...own]
      : own
    const args = own.length === 0 ? sent : { [String(clears)]: {}, ...sent, remove: removed }
    if (clears === undefined || named.length === 0) return Result.succeed(args)
    const target = clears === "fields" ? args : (args[clears] ?? {})
    // The decoder refuses the value, because it isn't an object.
    if (!isObject(target)) return Result.succeed(args)
    const duplicate = named.find((name) => name in target)
    if (duplicate !== undefined) return Result.fail(twice(duplicate))
    const whole = { ...target, ...Object.fromEntries(named.map((name) => [name, empties.get(name)])) }
    return Result.succeed(clears === "fields" ? whole : { ...args, [clears]: whole })
  }
}

/** Rewords a fault about `remove` for a caller that named the key in `clear`. */
export const reword = (args: Fields, fault: Fault): Fault => {
  const issues = fault.meta?.["issues"]
  if (!(fault instanceof Invalid) || !Array.isArray(issues)) return fault
  if (!Array.isArray(args["clear"]) || Array.isArray(args["remove"])) return fault
  const named = issues.map((issue) => (issue.path === "remove" ? { ...issue, path: "clear" } : issue))
  const { code, message, meta } = fault
  return new Invalid({ code, message, meta: { ...meta, issues: named } })
}
