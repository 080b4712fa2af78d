/** Reads the arguments of a call where a model wrote them as JSON text, or null where it has none. */
import { Effect } from "effect"
import { Invalid } from "../../../schema/Fault.ts"
import * as Json from "../http/Json.ts"
import { isObject } from "./Absent.ts"

const noObject = new Invalid({
  code: "invalid_body",
  message: 'arguments must be an object, such as {"limit": 10}; leave it out if there are none.'
})

const objectIn = (args: unknown): Effect.Effect<object, Invalid> => {
  if (args === null) return Effect.succeed({})
  if (typeof args !== "string") return Effect.fail(noObject)
  return Effect.filterOrFail(
    Effect.mapError(Json.parse(args), () => noObject),
    isObject,
    () => noObject
  )
}

/** The message, with the arguments of a tool call as an object. */
export const read = (message: unknown): Effect.Effect<unknown, Invalid> => {
  if (!isObject(message) || message["method"] !== "tools/call") return Effect.succeed(message)
  const { params } = message
  if (!isObject(params)) return Effect.succeed(message)
  const { arguments: sent } = params
  if (sent === undefined || isObject(sent)) return Effect.succeed(message)
  return Effect.map(objectIn(sent), (args) => ({ ...message, params: { ...params, arguments: args } }))
}
