/** Decodes the fields of an operation's input, from any part of a request. */
import { Effect, Result, Schema, type SchemaAST } from "effect"
import { Invalid, NotFound } from "../../../../schema/Fault.ts"
import { isResource } from "../../../../schema/Resource.ts"
import { strictly, structOf } from "../../../input/StrictDecoding.ts"
import { invalidBody, invalidQuery, invalidText, repeated } from "../../../input/InvalidInput.ts"
import * as KeyLimit from "./KeyLimit.ts"

export type Fields = Readonly<Record<string, unknown>>

const bodyRequired = new Invalid({
  code: "invalid_body",
  message: "This needs a JSON body. Send an object with the fields of the operation."
})

/** The decoded ids of the path, or a 404 for the first that isn't an id, because no record can have it. */
export const pathDecoder = (fields: Schema.Struct.Fields) => {
  const checks = Object.entries(fields).map(([name, schema]) => {
    const resource = Schema.resolveAnnotations(schema as Schema.Top)?.["resource"]
    return {
      name,
      is: Schema.is(schema as Schema.Codec<unknown>),
      resource: isResource(resource) ? resource : "deal"
    }
  })
  return (params: Fields): Effect.Effect<Fields, NotFound> => {
    const path: Record<string, unknown> = {}
    for (const { is, name, resource } of checks) {
      const value = String(params[name] ?? "")
      if (!is(value)) return Effect.fail(NotFound.of(resource, value))
      path[name] = value
    }
    return Effect.succeed(path)
  }
}

/** A struct without fields would accept any field. */
const none = { "": Schema.optionalKey(Schema.Never) }

/** The struct of an operation's fields, for its decoders. */
export const struct = (fields: Schema.Struct.Fields) =>
  structOf<Schema.Struct.Fields>(Object.keys(fields).length === 0 ? none : fields)

/** A list in a query: separated by commas, as repeated parameters, or both. */
const listOf = (value: unknown) =>
  [value]
    .flat()
    .flatMap((part) => String(part).split(","))
    .map((name) => name.trim())
    .filter((name) => name !== "")

const isNumber = (ast: SchemaAST.AST): boolean =>
  ast._tag === "Number" || (ast._tag === "Union" && ast.types.some(isNumber))

/** Accepts plain numbers only: `1e1`, `+5` and `025` are more likely mistakes. */
const plainNumber = /^-?(?:0|[1-9]\d*)(?:\.\d+)?$/u

export const queryDecoder = (fields: Schema.Struct.Fields) => {
  const known = Object.keys(fields)
  const { ast } = struct(fields)
  const decode = strictly(Schema.toCodecStringTree(struct(fields)), known)
  const numbers = known.filter((name) => isNumber((fields[name] as Schema.Top).ast))
  const odd = (input: Fields): Invalid | undefined => {
    const name = numbers.find((one) => typeof input[one] === "string" && !plainNumber.test(input[one]))
    return name === undefined
      ? undefined
      : Invalid.at("invalid_query", name, "must be a number in plain digits, such as 25")
  }
  const lists = known.filter((name) => (fields[name] as Schema.Top).ast._tag === "Arrays")
  /** Splits the fields into scalars and lists. */
  const split = (input: Fields): readonly [Fields, Fields] => {
    if (lists.length === 0) return [input, {}]
    const entries = Object.entries(input)
    return [
      Object.fromEntries(entries.filter(([name]) => !lists.includes(name))),
      Object.fromEntries(
        entries.flatMap(([name, value]) => (lists.includes(name) ? [[name, listOf(value)]] : []))
      )
    ]
  }
  return (input: Fields): Effect.Effect<Fields, Invalid> => {
    const [single, several] = split(input)
    const query = { ...single, ...several }
    const bad = repeated(single) ?? invalidText(query, "invalid_query") ?? odd(single)
    if (bad !== undefined) return Effect.fail(bad)
    const result = decode(query)
    return Result.isSuccess(result)
      ? Effect.succeed(result.success)
      : Effect.fail(invalidQuery(result.failure.issue, known, query, ast))
  }
}

export const bodyDecoder = (fields: Schema.Struct.Fields, optional: boolean) => {
  const known = Object.keys(fields)
  const schema = struct(fields)
  const decode = strictly(schema, known)
  return (body: unknown): Effect.Effect<Fields, Invalid> => {
    if ((body === undefined || body === null) && optional) return Effect.succeed({})
    if (body === undefined) return Effect.fail(bodyRequired)
    const bad = KeyLimit.flaw(body, "invalid_body") ?? invalidText(body, "invalid_body")
    if (bad !== undefined) return Effect.fail(bad)
    const result = decode(body)
    return Result.isSuccess(result)
      ? Effect.succeed(result.success)
      : Effect.fail(invalidBody(result.failure.issue, known, body, schema.ast))
  }
}

export const keyPattern = /^[\x20-\x7e]{1,255}$/u

/** The fault for an invalid key, with the name of the header or argument that it was sent in. */
export const invalidKey = (name: "Idempotency-Key" | "idempotencyKey") =>
  new Invalid({
    code: "invalid_idempotency_key",
    message: `${name} must be 1 to 255 printable ASCII characters; a UUID does well.`
  })
