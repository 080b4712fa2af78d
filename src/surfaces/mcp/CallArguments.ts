/** Reads a message as its client meant it: null members as absent, and arguments that came as JSON text. */
import { Effect } from "effect"
import { Invalid } from "../../../schema/Fault.ts"
import * as Json from "../http/Json.ts"
import { isObject } from "./Absent.ts"
import { tools } from "./Tools.ts"

const noObject = new Invalid({
  code: "invalid_body",
  message: 'arguments must be an object, such as {"limit": 10}; leave it out if there are none.'
})

const objectIn = (args: unknown): Effect.Effect<object, Invalid> => {
  if (typeof args !== "string") return Effect.fail(noObject)
  return Effect.filterOrFail(
    Effect.mapError(Json.parse(args), (fault) => (fault.code === "invalid_json" ? noObject : fault)),
    isObject,
    () => noObject
  )
}

/** The objects of a message in which null means absent. A tool's own arguments are left to `Absent`. */
const optional = new Set(["params", "_meta", "capabilities", "clientInfo", "context"])

const withoutNulls = (value: Record<string, unknown>, inner: ReadonlySet<string>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(value)
      .filter(([name, member]) => member !== null || name === "id")
      .map(([name, member]) => [
        name,
        inner.has(name) && isObject(member) ? withoutNulls(member, inner) : member
      ])
  )

/** The message without the members that some clients send as null instead of leaving them out. */
export const present = (message: unknown): unknown => {
  if (!isObject(message) || typeof message["method"] !== "string") return message
  const { method } = message
  const isOfTool = method === "tools/call"
  const whole = withoutNulls(message, isOfTool ? optional : new Set([...optional, "arguments"]))
  return method === "initialize" && isObject(whole["params"])
    ? { ...whole, params: { capabilities: {}, ...whole["params"] } }
    : whole
}

/** The message, with the arguments of a tool call as its tool takes them. */
export const read = (sent: unknown): Effect.Effect<unknown, Invalid> => {
  const message = present(sent)
  if (!isObject(message) || message["method"] !== "tools/call") return Effect.succeed(message)
  const { params } = message
  if (!isObject(params)) return Effect.succeed(message)
  const { arguments: given, name } = params
  if (given === undefined) return Effect.succeed(message)
  const tool = typeof name === "string" ? tools.get(name) : undefined
  return Effect.mapEager(isObject(given) ? Effect.succeed(given) : objectIn(given), (args) => {
    const read = tool === undefined ? args : tool.read(args)
    return read === given ? message : { ...message, params: { ...params, arguments: read } }
  })
}
