/** The arguments of a tool, decoded to the input of its operation. */
import { Effect, Result, Schema } from "effect"
import { type Fault, isResource, NotFound } from "../../../schema/Fault.ts"
import { invalidBody, invalidQuery, invalidText } from "../../Input.ts"
import type * as Invoke from "../../Invoke.ts"
import * as Operation from "../../Operation.ts"
import { operations } from "../../Registry.ts"
import { type Fields, invalidKey, keyPattern } from "../Fields.ts"

/** The argument in which a write takes what REST takes in the header of that name. */
export const idempotencyKey = Schema.optionalKey(
  Schema.String.annotate({
    description: "Repeat the key with the same arguments to retry safely for 24 hours."
  })
)

const strict = { errors: "all", onExcessProperty: "error" } as const

/** An id that cannot be one names nothing: as in a path, it is not found. */
const idCheck = (fields: Schema.Struct.Fields) => {
  const schema = fields["id"] as Schema.Top | undefined
  const resource = schema && Schema.resolveAnnotations(schema)?.["resource"]
  if (schema === undefined || !isResource(resource)) return () => undefined
  const is = Schema.is(schema as Schema.Codec<unknown>)
  return (id: unknown) => (typeof id !== "string" || is(id) ? undefined : NotFound.of(resource, id))
}

export interface Sent extends Invoke.Input {
  readonly key: string | undefined
}

/** Compiles how an operation's input is read from arguments. */
export const decoder = (operation: Operation.Any) => {
  const fields = operation.input
  const reads = operation.kind === "read"
  const known = [...Object.keys(fields), ...(reads ? [] : ["idempotencyKey"])]
  const decode = Schema.decodeUnknownResult(Schema.Struct(fields) as unknown as Schema.Codec<Fields>, strict)
  const invalid = reads ? invalidQuery : invalidBody
  const sameAs = operations.find(({ id }) => id === operation.formOf) ?? operation
  const { path } = Operation.carriers(sameAs)
  const checkId = idCheck(fields)

  return (sent: Fields): Sent => {
    const { idempotencyKey: key, ...args } = reads ? { ...sent, idempotencyKey: undefined } : sent
    const input = reads ? sent : args
    const decoded = Effect.suspend((): Effect.Effect<Fields, Fault> => {
      const unstorable = invalidText(input, reads ? "invalid_query" : "invalid_body")
      if (unstorable !== undefined) return Effect.fail(unstorable)
      const missing = checkId(input["id"])
      const result = decode(missing === undefined ? input : { ...input, id: nil })
      if (Result.isFailure(result))
        return Effect.fail(
          invalid(
            result.failure.issue,
            known.filter((name) => !(name in sent))
          )
        )
      if (key !== undefined && !(typeof key === "string" && keyPattern.test(key))) {
        return Effect.fail(invalidKey)
      }
      return missing === undefined ? Effect.succeed(result.success) : Effect.fail(missing)
    })
    return {
      decoded,
      sent: () => asRequest(args, Object.keys(path)),
      key: typeof key === "string" ? key : undefined
    }
  }
}

/** Stands for an id that is refused once everything else is known to be right. */
const nil = "00000000-0000-0000-0000-000000000000"

/** The arguments as REST sends them, so that a key repeated over both surfaces is one request. */
const asRequest = (args: Fields, inPath: ReadonlyArray<string>) => {
  const entries = Object.entries(args)
  const path = Object.fromEntries(entries.filter(([name]) => inPath.includes(name)))
  const body = Object.fromEntries(entries.filter(([name]) => !inPath.includes(name)))
  return [path, Object.keys(body).length === 0 ? undefined : body]
}
