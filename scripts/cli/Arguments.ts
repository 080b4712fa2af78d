/** The arguments of an operation's command, from its contract: path parameters by position, everything else as flags. */
import { Effect } from "effect"
import { Argument, Flag } from "effect/cli"
import { existsSync, readFileSync } from "node:fs"
import type * as Operation from "../../src/contract/Operation.ts"
import * as NamedReferences from "../../src/surfaces/mcp/arguments/NamedReferences.ts"
import * as FieldInfo from "../../src/surfaces/web/form/FieldInfo.ts"
import * as Flags from "../admin/command/Flags.ts"
import { usage } from "./Failed.ts"

export interface Given {
  /** The name of the input field. */
  readonly name: string
  /** The spelling of the argument: `--to-stage`, or its word. */
  readonly written: string
  readonly facts: FieldInfo.FieldInfo
  /** The kind of record it refers to, if a name is accepted. */
  readonly kind: NamedReferences.Kind | undefined
  readonly isPlaced: boolean
}

const dashed = (name: string) =>
  name.replaceAll(/[A-Z]/gu, (letter) => `-${letter.toLowerCase()}`).replaceAll("_", "-")

/** A flag that accepts a name as well as an id is named without `id`. */
const flagOf = (name: string, kind: NamedReferences.Kind | undefined) =>
  kind === undefined || dashed(name) === "id" ? dashed(name) : dashed(name).replace(/-ids?$/u, "")

/** The word of a path parameter: the resource that its id belongs to. */
const wordOf = (name: string, { http }: Operation.Routed) => {
  if (name !== "id") return dashed(name).replace(/-id$/u, "").toUpperCase()
  const [, resource = "id"] = http.path.split("/")
  return resource.replace(/s$/u, "").toUpperCase()
}

/** No tool reads a single board, so for tools `id` there is only an id. */
const kindsOf = ({ input }: Operation.Any) => {
  const kinds = new Map(NamedReferences.handlesOf(input).map(({ kind, name }) => [name, kind]))
  const { id } = input
  const own = id === undefined ? undefined : NamedReferences.handlesOf({ own: id })[0]?.kind
  return own === "board" ? kinds.set("id", own) : kinds
}

export const of = (operation: Operation.Routed): ReadonlyArray<Given> => {
  const kinds = kindsOf(operation)
  const facts: Readonly<Record<string, FieldInfo.FieldInfo>> = FieldInfo.of(operation.input)
  const described: Readonly<Record<string, FieldInfo.FieldInfo>> = FieldInfo.of(
    NamedReferences.describe(operation).input
  )
  return Object.entries(facts).map(([name, own]) => {
    const kind = kinds.get(name)
    const isPlaced = operation.http.path.split("/").includes(`:${name}`)
    const text = described[name]?.description ?? own.description ?? ""
    const description = kind === "board" ? text.replace(/^Id\b(?! or)/u, "Id or name") : text
    return {
      name,
      written: isPlaced ? wordOf(name, operation) : `--${flagOf(name, kind)}`,
      facts: { ...own, description },
      kind,
      isPlaced
    }
  })
}

const isText = ({ type }: FieldInfo.FieldInfo) => type === "string" || type === undefined

/** JSON given directly, or from a file (`@deal.json`) or standard input (`-`). */
export const json = (written: string, text: string) =>
  Effect.try({
    try: (): unknown => {
      const file = text === "-" ? 0 : text.startsWith("@") ? text.slice(1) : undefined
      if (typeof file === "string" && !existsSync(file)) throw new Error(`there is no file ${file}`)
      return JSON.parse(file === undefined ? text : readFileSync(file, "utf8"))
    },
    catch: (cause) =>
      usage(
        `${written} takes JSON, @FILE or - for standard input: ${(cause as Error).message.split("\n")[0]}.`
      )
  })

const isJson = ({ items, type }: FieldInfo.FieldInfo) =>
  type === "object" || (type === "array" && items?.type === "object")

/** A flag that is optional to the parser, because `--input` may contain the field instead. */
const flag = ({ facts, written }: Given): Flag.Flag<unknown> => {
  const name = written.slice(2)
  const choices = facts.enum ?? []
  const words = `${facts.description ?? ""}${facts.required ? " (required)" : ""}`
  const describe = <A>(made: Flag.Flag<A>) => Flags.optional(made.pipe(Flag.withDescription(words)))
  if (isJson(facts)) return describe(Flag.String(name).pipe(Flag.withMetavar("JSON|@FILE")))
  if (facts.type === "boolean") return describe(Flag.Boolean(name))
  if (facts.type === "integer") return describe(Flag.Int(name))
  if (facts.type === "number") return describe(Flag.Finite(name))
  if (facts.type === "array") {
    const one = facts.items?.enum === undefined ? Flag.String(name) : Flag.Literals(name, facts.items.enum)
    return Flag.map(
      (one as Flag.Flag<string>).pipe(
        Flag.withDescription(`${words} Give the flag once for each.`),
        Flag.atLeast(0)
      ),
      (all) => (all.length === 0 ? undefined : all)
    )
  }
  return describe(
    choices.length > 0 && isText(facts)
      ? Flag.Literals(name, choices as ReadonlyArray<string>)
      : Flag.String(name)
  )
}

const placed = ({ facts, kind, written }: Given) => {
  const about = facts.description ?? ""
  return Argument.String(written).pipe(
    Argument.withDescription(kind === undefined ? about : about.replace(/^Id\b(?! or)/u, "Id or name"))
  )
}

/** The configuration of a command by field names. */
export const config = (given: ReadonlyArray<Given>) =>
  Object.fromEntries(given.map((one) => [one.name, one.isPlaced ? placed(one) : flag(one)]))

/** The given values, with JSON texts parsed. */
export const read = Effect.fnUntraced(function* (
  given: ReadonlyArray<Given>,
  values: Readonly<Record<string, unknown>>
) {
  const input: Record<string, unknown> = {}
  for (const { facts, name, written } of given) {
    const value = values[name]
    if (value === undefined) continue
    input[name] = !written.startsWith("--") || !isJson(facts) ? value : yield* json(written, String(value))
  }
  return input
})
