/** Runs an operation's code and encodes the result. */
import { Effect, References, Schema } from "effect"
import { type Fault, isFailure } from "../../schema/Fault.ts"
import * as PageSize from "../shared/PageSize.ts"
import { SerializedJson } from "../shared/SerializedJson.ts"
import type * as Implementation from "../Implementation.ts"
import { CallWarning, Patience } from "./Call.ts"
import { EncodedJson } from "./EncodedJson.ts"
import type { Handler, Step } from "./Invocation.ts"
import * as WorkspaceClock from "./WorkspaceClock.ts"

/** Adds a span to each call, only if tracing is on: an unused span costs as much as a query. */
const traced = <A, E, R>(id: string, effect: Effect.Effect<A, E, R>) =>
  Effect.withFiber<A, E, R>(
    (fiber) =>
      (fiber.getRef(References.TracerEnabled) ? Effect.withSpan(effect, id) : effect) as typeof effect
  )

/** Encodes the result of an operation as JSON. */
export const encoder = ({ success }: Pick<Implementation.Runnable, "success">) => {
  const encode = Schema.encodeUnknownEffect(success as Schema.Codec<unknown>)
  return (value: unknown): Effect.Effect<EncodedJson> =>
    value instanceof SerializedJson
      ? Effect.succeed(EncodedJson.ofText(value.text))
      : Effect.map(Effect.orDie(encode(value)), EncodedJson.ofValue)
}

export const compile = (operation: Implementation.Runnable): Handler => {
  const { checkAvailable: closed, http, id, run } = operation
  const encode = encoder(operation)
  const inTime = WorkspaceClock.of(operation)
  const status = http?.status ?? 200
  const execute = (input: object): ReturnType<Handler> => {
    const running = closed === undefined ? run(input) : Effect.andThen(closed, run(input))
    return Effect.flatMap(inTime(traced(id, running)), (success) =>
      Effect.flatMapEager(encode(success), (encoded) => {
        const limit = PageSize.fewer(encoded)
        // Runs again with a smaller limit, so that the cursor continues right after the rows that fit.
        if (limit !== undefined) return execute({ ...input, limit })
        const code = typeof status === "function" ? status(success) : status
        return Effect.succeed({ status: code, encoded, isReplayed: false })
      })
    )
  }
  return (_, input) => execute(input)
}

/** The slow work before the transaction, such as downloading an image. Returns the input with the replaced fields. */
export const preparing = (operation: Implementation.Runnable) => {
  const { prepare } = operation
  const inTime = WorkspaceClock.of(operation)
  return (input: object): Effect.Effect<object, Fault, unknown> =>
    prepare === undefined
      ? Effect.succeed(input)
      : Effect.flatMap(Patience, (patience) => {
          patience.isLong = true
          return Effect.map(inTime(prepare(input)), (replaced) => ({ ...input, ...replaced }))
        })
}

export const prepare: Step = (operation, next) => {
  const ready = preparing(operation)
  return (invocation, input) => Effect.flatMapEager(ready(input), (replaced) => next(invocation, replaced))
}

/** Adds the warning of an answer: one derived from the answer, so that a replay has it too, or else the one that the call set. */
export const warn: Step = (operation, next) => {
  const { mayWarn, warns } = operation
  if (mayWarn !== true) return next
  return (invocation, input) => {
    const found: typeof CallWarning.Service = { text: undefined }
    const call = Effect.provideService(next(invocation, input), CallWarning, found)
    return Effect.map(call, (answer) => {
      if (isFailure(answer.status) || answer.isPending === true) return answer
      const warning = warns?.(input, answer.encoded.value) ?? found.text
      return warning === undefined ? answer : { ...answer, warning }
    })
  }
}
