/**
 * Shares repeated parts of the API description: parameters, responses, objects and enumerations used several times become components.
 * Titles are removed, because they are form labels, and generators turn them into names or comments.
 */
import { isObject, type Json } from "./JsonSchema.ts"

type Group = Record<string, unknown>

/** In bytes of JSON. For anything shorter, a reference saves nothing. */
const minShared = 110

/** Builds type names from `other_currencies` or `leads.create`. */
const named = (...words: ReadonlyArray<string>) =>
  words
    .flatMap((word) => word.split(/[^A-Za-z0-9]+/u))
    .map((word) => word.slice(0, 1).toUpperCase() + word.slice(1))
    .join("")

/** Fields with a name too general for a type. */
const vagueNames = new Set(["type", "filter", "original", "items"])

/** Shareable parts of one kind, by content. Each gets the first of its names that is free. */
class Pool {
  readonly #counts = new Map<string, number>()
  readonly #names = new Map<string, string>()
  readonly #group: Group
  readonly #place: string

  constructor(group: Group, place: string) {
    this.#group = group
    this.#place = place
  }

  count(thing: unknown): void {
    const key = JSON.stringify(thing)
    this.#counts.set(key, (this.#counts.get(key) ?? 0) + 1)
  }

  /** A reference, if the part occurs more than once. */
  reference(thing: unknown, names: ReadonlyArray<string>, write = thing): Json | undefined {
    const key = JSON.stringify(thing)
    if ((this.#counts.get(key) ?? 0) < 2 || key.length < minShared) return undefined
    const known = this.#names.get(key)
    if (known !== undefined) return { $ref: `#/components/${this.#place}/${known}` }
    const numbered = Array.from({ length: 9 }, (_, index) => `${names.at(-1)}_${index + 2}`)
    const name = [...names, ...numbered].find((one) => !(one in this.#group))!
    this.#names.set(key, name)
    this.#group[name] = write
    return { $ref: `#/components/${this.#place}/${name}` }
  }
}

/** Maps the schemas within a schema, with the name of the field they belong to. */
const within = (schema: Json, visit: (inner: Json, field: string | undefined) => unknown): Json =>
  Object.fromEntries(
    Object.entries(schema).map(([key, value]) => {
      if (key === "properties" && isObject(value)) {
        const fields = Object.entries(value).map(([field, inner]) => [field, visit(inner as Json, field)])
        return [key, Object.fromEntries(fields)]
      }
      if (["items", "additionalProperties"].includes(key) && isObject(value))
        return [key, visit(value, undefined)]
      if (["anyOf", "allOf", "oneOf"].includes(key) && Array.isArray(value))
        return [key, value.map((one) => visit(one as Json, undefined))]
      return [key, value]
    })
  )

const untitled = (schema: Json): Json => {
  const { title: _, ...rest } = within(schema, untitled)
  return rest
}

const isNamed = ({ enum: values, properties }: Json) => properties !== undefined || Array.isArray(values)

const bare = ({ description: _, ...schema }: Json): Json => schema

/** Applies `change` to each top-level schema of the document. */
const everySchema = (value: unknown, change: (schema: Json, name: string) => Json, name = ""): unknown => {
  if (Array.isArray(value)) return value.map((one) => everySchema(one, change, name))
  if (!isObject(value)) return value
  const owner = typeof value["operationId"] === "string" ? value["operationId"] : name
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => {
      if (key === "example" || key === "examples") return [key, inner]
      if (key === "schema" && isObject(inner)) return [key, change(inner, owner)]
      if (key !== "schemas" || !isObject(inner)) return [key, everySchema(inner, change, owner)]
      const schemas = Object.entries(inner).map(([of, schema]) => [of, change(schema as Json, of)])
      return [key, Object.fromEntries(schemas)]
    })
  )
}

const schemasShared = (document: Json): Json => {
  const components = document["components"] as Record<string, Group>
  const shared: Group = { ...components["schemas"] }
  const pool = new Pool(shared, "schemas")
  const counted = (schema: Json): Json => {
    if (isNamed(schema)) pool.count(bare(schema))
    return within(schema, counted)
  }
  const placed =
    (owner: string) =>
    (schema: Json, field?: string): Json => {
      const own = named(owner, field ?? "item")
      const names = field === undefined || vagueNames.has(field) ? [own] : [named(field), own]
      const inner = () => within(bare(schema), (one, of) => placed(owner)(one, of ?? field))
      const found = isNamed(schema) ? pool.reference(bare(schema), names) : undefined
      if (found === undefined) return { ...within(schema, (one, of) => placed(owner)(one, of ?? field)) }
      const name = String(found["$ref"]).split("/").at(-1)!
      shared[name] = inner()
      const { description } = schema
      return description === undefined ? found : { ...found, description }
    }
  everySchema(document, counted)
  // A component stays in place; only its nested schemas are replaced.
  const changed = everySchema(document, (schema, name) =>
    name in (components["schemas"] as Group)
      ? within(schema, (one, of) => placed(name)(one, of))
      : placed(name)(schema)
  ) as Record<string, Group>
  const own = (changed["components"] as Record<string, Group>)["schemas"]!
  const schemas = Object.fromEntries(
    Object.entries({ ...shared, ...own }).toSorted(([a], [b]) => (a < b ? -1 : 1))
  )
  return { ...changed, components: { ...changed["components"], schemas } }
}

interface Operation {
  readonly operationId: string
  readonly parameters: ReadonlyArray<Json>
  readonly responses: Readonly<Record<string, Json>>
}

/** Describes a response by its schema. */
const answered = ({ content, headers }: Json): string => {
  const { schema } = Object.values(content as Record<string, { readonly schema: Json }>)[0]!
  const { $ref, items } = schema as { readonly $ref?: string; readonly items?: { readonly $ref?: string } }
  const name = ($ref ?? `${items?.$ref ?? "List"}s`).split("/").at(-1)!
  return "Service-Warning" in (headers as Json) ? `${name}WithWarning` : name
}

const operationsShared = (document: Json): Json => {
  const components = document["components"] as Record<string, Group>
  const parameters: Group = { ...components["parameters"] }
  const responses: Group = { ...components["responses"] }
  const schemas: Group = { ...components["schemas"] }
  const pools = {
    parameters: new Pool(parameters, "parameters"),
    responses: new Pool(responses, "responses")
  }
  const each = (change: (operation: Operation) => Operation) =>
    Object.fromEntries(
      Object.entries(document["paths"] as Record<string, Record<string, Operation>>).map(
        ([path, methods]) => [
          path,
          Object.fromEntries(Object.entries(methods).map(([method, one]) => [method, change(one)]))
        ]
      )
    )
  /** A shared response can't be described by the title of one operation. */
  const general = (response: Json): Json =>
    "$ref" in response ? response : { ...response, description: answered(response) }
  each((operation) => {
    for (const one of operation.parameters) {
      pools.parameters.count(one)
    }
    Object.values(operation.responses).forEach((one) => pools.responses.count(general(one)))
    return operation
  })
  const paths = each((operation) => {
    const group = operation.operationId.split(".")[0]!
    return {
      ...operation,
      parameters: operation.parameters.map((one) => {
        const name = String(one["name"])
        const own = `${group}.${name}`
        // It has its own example in each operation, and generators don't read a shared schema of it.
        if (name === "Idempotency-Key") return one
        // Names that differ only in spelling would collide in generated code.
        const names = one["in"] === "path" || name.includes("_") ? [own] : [name, own]
        return pools.parameters.reference(one, names) ?? one
      }),
      responses: Object.fromEntries(
        Object.entries(operation.responses).map(([status, one]) => {
          if ("$ref" in one) return [status, one]
          return [status, pools.responses.reference(general(one), [answered(one)]) ?? one]
        })
      )
    }
  })
  return { ...document, paths, components: { ...components, schemas, parameters, responses } }
}

/** Linters mistake an example with these two fields for a schema with a default, and report it. */
const looksLikeSchema = (value: unknown) => isObject(value) && "type" in value && "default" in value

const withoutLookalikes = (document: Json): Json => {
  const components = document["components"] as Record<string, Record<string, Json>>
  const strange = Object.keys(components["examples"]!).filter((name) =>
    looksLikeSchema(components["examples"]![name]!["value"])
  )
  const cleaned = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(cleaned)
    if (!isObject(value)) return value
    const entries = Object.entries(value).filter(
      ([key, inner]) => key !== "examples" || !isObject(inner) || !strange.some((name) => name in inner)
    )
    return Object.fromEntries(entries.map(([key, inner]) => [key, cleaned(inner)]))
  }
  const examples = Object.entries(components["examples"]!).filter(([name]) => !strange.includes(name))
  const cleanedDocument = cleaned({ ...document, components: { ...components, examples: {} } }) as Json
  const others = cleanedDocument["components"] as Json
  return { ...cleanedDocument, components: { ...others, examples: Object.fromEntries(examples) } }
}

export const of = (document: Json): Json =>
  operationsShared(schemasShared(withoutLookalikes(everySchema(document, untitled) as Json)))
