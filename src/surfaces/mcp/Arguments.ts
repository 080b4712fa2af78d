/**
 * The arguments of a tool, decoded to the input of its operation. They are read in one way everywhere: what is null or
 * "" was not sent (`Absent`), `clear` empties fields (`Clear`), and what is not known is refused.
 */
import { Effect, Result, Schema } from "effect"
import { type Fault, isResource, NotFound } from "../../../schema/Fault.ts"
import { strictly } from "../../Decoding.ts"
import { invalidBody, invalidQuery, invalidText } from "../../Input.ts"
import type * as Invoke from "../../Invoke.ts"
import * as Operation from "../../contract/Operation.ts"
import { operations } from "../../contract/Api.ts"
import { type Fields, invalidKey, keyPattern } from "../http/Fields.ts"
import * as Absent from "./Absent.ts"
import * as Clear from "./Clear.ts"

/** The argument in which a write takes what REST takes in the header of that name. */
const idempotencyKey = Schema.optionalKey(
  Schema.String.annotate({
    description: "Repeat the key with the same arguments to retry safely for 24 hours."
  })
)

/** Everything a tool takes. */
export const fieldsOf = (operation: Operation.Any): Schema.Struct.Fields => ({
  ...operation.input,
  ...Clear.field(operation),
  ...(operation.kind === "read" ? {} : { idempotencyKey })
})

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
  const fields = fieldsOf(operation)
  const reads = operation.kind === "read"
  const schema = Schema.Struct(fields) as unknown as Schema.Codec<Fields>
  const known = Object.keys(fields)
  const decode = strictly(schema, known)
  const clean = Absent.cleaner(schema.ast)
  const empty = Clear.applier(operation)
  const invalid = reads ? invalidQuery : invalidBody
  const sameAs = operations.find(({ id }) => id === operation.formOf) ?? operation
  const { path } = Operation.carriers(sameAs)
  const checkId = idCheck(fields)

  return (sent: Fields): Sent => {
    const args = clean(sent) as Fields
    const whole = empty(args)
    const decoded = Effect.suspend((): Effect.Effect<Fields, Fault> => {
      if (Result.isFailure(whole)) return Effect.fail(whole.failure)
      const input = whole.success
      const unstorable = invalidText(input, reads ? "invalid_query" : "invalid_body")
      if (unstorable !== undefined) return Effect.fail(unstorable)
      const missing = checkId(input["id"])
      const result = decode(missing === undefined ? input : { ...input, id: nil })
      if (Result.isFailure(result)) {
        const left = known.filter((name) => !(name in args))
        return Effect.fail(invalid(result.failure.issue, left, input))
      }
      const { clear: _, idempotencyKey: key, ...read } = result.success
      if (key !== undefined && !keyPattern.test(key as string))
        return Effect.fail(invalidKey("idempotencyKey"))
      return missing === undefined ? Effect.succeed(read) : Effect.fail(missing)
    })
    const { idempotencyKey: key } = args
    return {
      decoded,
      sent: () =>
        asRequest(
          Result.getOrElse(whole, () => args),
          Object.keys(path)
        ),
      key: !reads && typeof key === "string" ? key : undefined
    }
  }
}

/** Stands for an id that is refused once everything else is known to be right. */
const nil = "00000000-0000-0000-0000-000000000000"

/** The arguments as REST sends them, so that a key repeated over both surfaces is one request. */
const asRequest = ({ clear: _, idempotencyKey: __, ...args }: Fields, inPath: ReadonlyArray<string>) => {
  const entries = Object.entries(args)
  const path = Object.fromEntries(entries.filter(([name]) => inPath.includes(name)))
  const body = Object.fromEntries(entries.filter(([name]) => !inPath.includes(name)))
  return [path, Object.keys(body).length === 0 ? undefined : body]
}
