/** Calls an operation from a page, through the same Invoke as every other surface. */
import { Effect } from "effect"
import type { Actor } from "../../../layers/identity/Actor.ts"
import type { DryRun } from "../../../schema/DryRun.ts"
import { type Envelope, type Fault, isFailure, read } from "../../../schema/Fault.ts"
import { Call } from "../../invocation/Call.ts"
import type { Named } from "../../contract/Api.ts"
import * as Operation from "../../contract/Operation.ts"
import * as Invoke from "../../invocation/Invoke.ts"
import { operationOf } from "../../Registry.ts"
import { bodyDecoder, type Fields, pathDecoder } from "../http/request/Fields.ts"

/** An operation's input in its JSON form, without the fields that have no value. */
type EncodedInput<O extends Operation.Any> = {
  readonly [Field in keyof O["input"]]?: O["input"][Field]["Encoded"] | undefined
}

const without = (fields: object) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))

export type Run<Input, Answer> = (
  sent: Input
) => Effect.Effect<Answer, Fault, Actor | Call | Invoke.Dependencies>

export const compile = (id: Named["id"]): Run<object, unknown> => {
  const operation = operationOf(id)
  const invoke = Invoke.compile(operation)
  const known = pathDecoder(Operation.carriers(operation).path)
  const whole = bodyDecoder(operation.input, true)
  /** Fields that REST has in the path are decoded first: a record with an invalid id doesn't exist. */
  const decode = (fields: Fields) => Effect.andThen(known(fields), whole(fields))
  return (input) => {
    const fields = without(input)
    return Effect.flatMap(
      invoke({ decoded: decode(fields), sent: () => fields, about: fields }),
      ({ encoded, status }) =>
        // A refusal under an idempotency key is a stored answer, which a repeated request gets again.
        isFailure(status)
          ? Effect.flatMap(read(encoded.value as Envelope), Effect.fail)
          : Effect.succeed(encoded.value)
    )
  }
}

/** Compiles an operation for a page. The result runs it as the signed-in person and returns what REST would. */
export const callOperation = <const Id extends Named["id"]>(id: Id) => {
  type Of = Extract<Named, { readonly id: Id }>
  return compile(id) as Run<EncodedInput<Of>, Of["success"]["Encoded"]>
}

/** Like `act`, but for dry runs. */
export const dryRun = <const Id extends Named["id"]>(id: Id) => {
  type Of = Extract<Named, { readonly id: Id }>
  type Answer = Omit<(typeof DryRun.Encoded)["dryRun"], "answer"> & {
    readonly answer: Of["success"]["Encoded"]
  }
  const run = compile(id)
  return Effect.fnUntraced(function* (input: EncodedInput<Of>) {
    const { requestId, surface } = yield* Call
    const call = { requestId, surface, idempotencyKey: undefined, dryRun: "true" }
    const answer = yield* Effect.provideService(run(input), Call, call)
    return (answer as { readonly dryRun: Answer }).dryRun
  })
}
