/** Python types from JSON schemas: TypedDicts for Python 3.9 and later. */
import { isObject, type Json } from "../../../src/surfaces/openapi/JsonSchema.ts"

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

/** `amountCents` as `amount_cents`; Python's keywords get an underscore. */
export const snake = (name: string): string => {
  const plain = name.replaceAll(/[A-Z]/gu, (letter) => `_${letter.toLowerCase()}`).replaceAll(/\W/gu, "_")
  return reserved.has(plain) ? `${plain}_` : plain
}

const reserved = new Set(
  "False None True and as assert async await break class continue def del elif else except finally for from global if import in is lambda nonlocal not or pass raise return try while with yield".split(
    " "
  )
)

const literal = (value: unknown) =>
  value === null ? "None" : typeof value === "boolean" ? (value ? "True" : "False") : JSON.stringify(value)

const refName = (ref: string) => ref.slice(ref.lastIndexOf("/") + 1)

/** A text on one line, safe between triple quotes. */
export const docOf = (text: unknown): string =>
  String(text ?? "")
    .replaceAll("\\", "\\\\")
    .replaceAll('"""', '\\"\\"\\"')
    .replace(/"$/u, '\\"')
    .trim()

const distinct = (types: ReadonlyArray<string>) => {
  const all = [...new Set(types)]
  return all.length === 1 ? all[0]! : `Union[${all.join(", ")}]`
}

const lists = ["anyOf", "oneOf", "allOf"] as const

/** Collects the TypedDicts that types need, in the order of their first use. */
export class PythonTypes {
  readonly #made = new Map<string, string>()
  readonly #components: Json

  constructor(components: Json) {
    this.#components = components
  }

  /** `name` is used for an object without its own name. */
  of(schema: unknown, name: string): string {
    if (!isObject(schema)) return "Any"
    if (typeof schema["$ref"] === "string") {
      const named = refName(schema["$ref"])
      return this.define(named, this.#components[named])
    }
    if (Array.isArray(schema["enum"])) return `Literal[${schema["enum"].map(literal).join(", ")}]`
    if ("const" in schema) return `Literal[${literal(schema["const"])}]`
    if (Array.isArray(schema["type"])) {
      return distinct(schema["type"].map((type) => this.of({ ...schema, type }, name)))
    }
    for (const list of lists) {
      const parts = schema[list]
      if (!Array.isArray(parts)) continue
      const typed = parts.filter(
        (part) => isObject(part) && ["$ref", "type", "enum", ...lists].some((key) => key in part)
      )
      if (typed.length === 0) continue
      if (list === "allOf") return this.of(typed[0], name)
      return distinct(typed.map((part, at) => this.of(part, at === 0 ? name : `${name}${at + 1}`)))
    }
    return this.#plain(schema, name)
  }

  #plain(schema: Json, name: string): string {
    switch (schema["type"]) {
      case "string":
        return "str"
      case "integer":
        return "int"
      case "number":
        return "float"
      case "boolean":
        return "bool"
      case "null":
        return "None"
      case "array":
        return `List[${this.of(schema["items"], `${name}Item`)}]`
      case "object":
        return this.#object(schema, name)
      default:
        return "Any"
    }
  }

  #object(schema: Json, name: string): string {
    if (isObject(schema["properties"])) return this.define(name, schema)
    const { additionalProperties: rest, patternProperties: patterns } = schema
    const value = isObject(rest) ? rest : isObject(patterns) ? Object.values(patterns)[0] : undefined
    return `Dict[str, ${value === undefined ? "Any" : this.of(value, `${name}Value`)}]`
  }

  /** A named schema: a TypedDict for an object, otherwise a type alias. */
  define(name: string, schema: unknown): string {
    if (this.#made.has(name)) return name
    this.#made.set(name, "")
    if (isObject(schema) && isObject(schema["properties"])) {
      this.#made.set(name, this.#typedDict(name, schema, schema["properties"]))
    } else {
      const type = this.of(schema, `${name}Value`)
      // An alias comes after the types it uses, because Python evaluates the file from top to bottom.
      this.#made.delete(name)
      this.#made.set(name, `${name} = ${type}\n`)
    }
    return name
  }

  /** Before Python 3.11, a TypedDict's keys are either all required or all optional, so a mixed object uses two classes. */
  #typedDict(name: string, schema: Json, properties: Json): string {
    const required = new Set((schema["required"] as ReadonlyArray<string> | undefined) ?? [])
    const fields = Object.entries(properties).map(([key, field]) => ({
      key,
      type: this.of(
        field,
        name + capital(snake(key).replaceAll(/_+(\w)/gu, (_, letter: string) => letter.toUpperCase()))
      ),
      about: isObject(field) ? docOf(field["description"]) : ""
    }))
    const [sure, maybe] = [true, false].map((is) => fields.filter(({ key }) => required.has(key) === is)) as [
      typeof fields,
      typeof fields
    ]
    const doc = docOf(schema["description"])
    // Keys that aren't valid Python names need the functional syntax.
    if (fields.some(({ key }) => !/^[A-Za-z_]\w*$/u.test(key) || reserved.has(key))) {
      const pairs = fields.map(({ key, type }) => `    ${JSON.stringify(key)}: ${JSON.stringify(type)},\n`)
      return `${name} = TypedDict(\n    "${name}",\n    {\n${pairs.map((one) => `    ${one}`).join("")}    },\n    total=${maybe.length === 0 ? "True" : "False"},\n)\n`
    }
    const body = (these: typeof fields) =>
      these
        .map(({ about, key, type }) => `    ${key}: ${type}\n${about === "" ? "" : `    """${about}"""\n`}`)
        .join("") || "    pass\n"
    const docstring = doc === "" ? "" : `    """${doc}"""\n\n`
    if (maybe.length === 0) return `class ${name}(TypedDict):\n${docstring}${body(sure)}`
    if (sure.length === 0) return `class ${name}(TypedDict, total=False):\n${docstring}${body(maybe)}`
    return `class _${name}(TypedDict):\n${body(sure)}\n\nclass ${name}(_${name}, total=False):\n${docstring}${body(maybe)}`
  }

  /** Classes come first, because aliases refer to them when the file is evaluated. */
  get text(): string {
    const all = [...this.#made.values()]
    const isClass = (one: string) => !/^\w+ = (?!TypedDict)/u.test(one)
    return [...all.filter(isClass), ...all.filter((one) => !isClass(one))].join("\n\n")
  }

  get names(): ReadonlyArray<string> {
    return [...this.#made.keys()]
  }
}
