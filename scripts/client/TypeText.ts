/** Converts JSON Schemas to TypeScript types that are readable in an editor. */
import { isObject, type Json } from "../../src/surfaces/openapi/JsonSchema.ts"

/** The maximum number of characters per line. */
const width = 110

export const indent = (text: string) => text.replaceAll(/^(?=.)/gmu, "  ")

/** A doc comment, on one line if it fits. */
export const comment = (text: string): string => {
  const safe = text.replaceAll("*/", "*\\/").trim()
  if (safe === "") return ""
  const lines = safe.split("\n").flatMap((line) => wrapped(line))
  return lines.length === 1 && lines[0]!.length < width - 8
    ? `/** ${lines[0]} */\n`
    : `/**\n${lines.map((line) => ` * ${line}`.trimEnd()).join("\n")}\n */\n`
}

const wrapped = (line: string): ReadonlyArray<string> => {
  const lines: Array<string> = []
  let rest = line
  while (rest.length > width - 8) {
    const space = rest.lastIndexOf(" ", width - 8)
    if (space <= 0) break
    lines.push(rest.slice(0, space))
    rest = rest.slice(space + 1)
  }
  return [...lines, rest]
}

const nameOf = (reference: unknown): string => String(reference).split("/").at(-1)!

const quoted = (name: string) => (/^[A-Za-z_$][\w$]*$/u.test(name) ? name : JSON.stringify(name))

/** A union, with one member per line if it is long. */
export const unionOf = (members: ReadonlyArray<string>): string => {
  const parts = unique(members)
  const line = parts.join(" | ")
  return line.length < width - 20 || parts.length === 1
    ? line
    : indent(`\n${parts.map((one) => `| ${one}`).join("\n")}`)
}

const unique = (parts: ReadonlyArray<string>) => [...new Set(parts)]

/** Puts a union or a function in parentheses, so that it can be part of another type. */
const enclosed = (type: string) =>
  /[ \n][|&] /u.test(type) && !/^\{[^]*\}$/u.test(type) ? `(${type})` : type

/** A type after a colon or an equals sign: a long union begins on the next line. */
export const spaced = (type: string) => (type.startsWith("\n") ? type : ` ${type}`)

const properties = (schema: Json): string => {
  const required = new Set(Array.isArray(schema["required"]) ? schema["required"] : [])
  const fields = Object.entries((schema["properties"] ?? {}) as Readonly<Record<string, Json>>)
  const lines = fields.map(([name, field]) => {
    const mark = required.has(name) ? "" : "?"
    return `${comment(typeof field["description"] === "string" ? field["description"] : "")}${quoted(name)}${mark}:${spaced(of(field))}`
  })
  const rest = isOpen(schema) ? ["[key: string]: unknown"] : []
  const all = [...lines, ...rest]
  return all.length === 0 ? "{}" : `{\n${indent(all.join("\n"))}\n}`
}

/** Whether an object accepts or has arbitrary keys. */
const isOpen = ({ additionalProperties: others }: Json) => others !== undefined && others !== false

/** An object with fields, a record, or any object. */
const object = (schema: Json): string => {
  if (schema["properties"] !== undefined) return properties(schema)
  const values = schema["additionalProperties"]
  if (values === false) return "{}"
  return `Record<string, ${isObject(values) ? of(values) : "unknown"}>`
}

const plain = (schema: Json): string => {
  switch (schema["type"]) {
    case "string":
      return "string"
    case "integer":
    case "number":
      return "number"
    case "boolean":
      return "boolean"
    case "null":
      return "null"
    case "array":
      return `${enclosed(isObject(schema["items"]) ? of(schema["items"]) : "unknown")}[]`
    case "object":
      return object(schema)
    default:
      return "unknown"
  }
}

/** The type of a schema without its `allOf`; empty if everything is in there. */
const own = ({ allOf: _, ...schema }: Json): ReadonlyArray<string> => {
  const type = of(schema)
  return type === "unknown" ? [] : [type]
}

/** The member types of a union, including nested unions; undefined if it isn't a union. */
const membersOf = (schema: Json): ReadonlyArray<string> | undefined => {
  if (Array.isArray(schema["enum"])) return schema["enum"].map((one) => JSON.stringify(one))
  const union = schema["anyOf"] ?? schema["oneOf"]
  return Array.isArray(union) ? union.flatMap((one: Json) => membersOf(one) ?? [of(one)]) : undefined
}

/** The type of a schema. */
export const of = (schema: Json): string => {
  if (schema["$ref"] !== undefined) return nameOf(schema["$ref"])
  if (schema["const"] !== undefined) return JSON.stringify(schema["const"])
  const members = membersOf(schema)
  if (members !== undefined) return unionOf(members)
  if (Array.isArray(schema["allOf"])) {
    const parts = [...own(schema), ...schema["allOf"].map((one: Json) => of(one))]
    const types = unique(parts).filter((part) => part !== "unknown")
    return types.length === 0 ? "unknown" : types.map(enclosed).join(" & ")
  }
  return plain(schema)
}

/** A named type: an interface if it is an object with fields. */
export const declaration = (name: string, schema: Json): string => {
  const words = comment(typeof schema["description"] === "string" ? schema["description"] : "")
  const type = of(schema)
  return schema["properties"] !== undefined && schema["allOf"] === undefined
    ? `${words}export interface ${name} ${type}\n`
    : `${words}export type ${name} =${spaced(type)}\n`
}
