/**
 * Normalizes a message: null members become absent, arguments sent as JSON text are parsed, and `call_tool` becomes the call that its
 * arguments name.
 */
import { Effect } from "effect"
import { Invalid } from "../../../../schema/Fault.ts"
import * as Json from "../../http/request/Json.ts"
import { isObject } from "./EmptyArguments.ts"
import * as CallTool from "../tools/CallTool.ts"
import * as FindTools from "../tools/FindTools.ts"
import * as RequestAccess from "../tools/RequestAccess.ts"
import { tools } from "../tools/Tools.ts"

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

/** The objects of a message in which null means absent. `EmptyArguments` handles a tool's own arguments. */
const inToolCall = new Set(["params", "_meta"])
const inOthers = new Set([...inToolCall, "capabilities", "clientInfo", "context", "arguments"])

type Members = Record<string, unknown>

/** Returns the same object if it contains no null. A null id is refused, so it is kept. */
const withoutNulls = (value: Members, inner: ReadonlySet<string>): Members => {
  let result = value
  for (const name of Object.keys(value)) {
    const member = value[name]
    const next = inner.has(name) && isObject(member) ? withoutNulls(member, inner) : member
    if (next === null && name !== "id") {
      const { [name]: _, ...others } = result
      result = others
    } else if (next !== member) result = { ...result, [name]: next }
  }
  return result
}

/** The message without null members, which some clients send instead of omitting them. */
export const present = (message: unknown): unknown => {
  if (!isObject(message) || typeof message["method"] !== "string") return message
  const { method } = message
  const whole = withoutNulls(message, method === "tools/call" ? inToolCall : inOthers)
  // A client without capabilities may omit them or send null.
  return method === "initialize" && isObject(whole["params"])
    ? { ...whole, params: { capabilities: {}, ...whole["params"] } }
    : whole
}

const isTool = (name: string) => tools.has(name) || name === FindTools.name || name === RequestAccess.name

/** The parameters of a call, with the arguments in the form that its tool accepts. */
const readParams = (params: Members): Effect.Effect<Members, Invalid> => {
  const { arguments: given, name } = params
  if (given === undefined) return Effect.succeed(params)
  return Effect.flatMapEager(isObject(given) ? Effect.succeed(given) : objectIn(given), (args) => {
    const { arguments: _, ...others } = params
    const call = name === CallTool.name ? CallTool.callIn(args as Members, isTool) : undefined
    if (call !== undefined) return readParams({ ...others, ...call })
    const read = typeof name === "string" ? (tools.get(name)?.read(args) ?? args) : args
    return Effect.succeed(read === given ? params : { ...params, arguments: read })
  })
}

/** The message, with a tool call in the form that its tool accepts. */
export const read = (raw: unknown): Effect.Effect<unknown, Invalid> => {
  const message = present(raw)
  if (!isObject(message) || message["method"] !== "tools/call" || !isObject(message["params"]))
    return Effect.succeed(message)
  const { params } = message
  return Effect.mapEager(readParams(params), (read) =>
    read === params ? message : { ...message, params: read }
  )
}
