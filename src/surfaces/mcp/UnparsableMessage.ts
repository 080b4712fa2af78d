/** The response to a message that isn't JSON, or that REST would refuse for the same reason. */
import { Effect } from "effect"
import { type Invalid, status } from "../../../schema/Fault.ts"
import type { Reply } from "../http/response/Answer.ts"
import * as Json from "../http/request/Json.ts"
import { isObject } from "./arguments/EmptyArguments.ts"
import * as FastToolCall from "./FastToolCall.ts"
import { codes } from "./Meta.ts"
import * as Revisions from "./Revisions.ts"
import { refusal } from "./results/Present.ts"
import { tools } from "./tools/Tools.ts"

type Headers = Readonly<Record<string, string | undefined>>

const failure = (status: number, code: number, message: string, id: unknown): Reply => ({
  status,
  body: JSON.stringify({ jsonrpc: "2.0", error: { code, message }, id })
})

/** The message in a JSON text that was refused for its depth, size or numbers; empty if it isn't an object. */
export const messageIn = (text: string): Effect.Effect<Record<string, unknown>> =>
  Effect.map(
    Effect.orElseSucceed(Json.parseUnvetted(text), () => undefined),
    (message) => (isObject(message) ? message : {})
  )

/** A tool call gets an error result, as for any invalid argument; other messages get a protocol error, with their id if they have one. */
export const answer = Effect.fnUntraced(function* (
  fault: Invalid,
  headers: Headers,
  { id, method, params }: Record<string, unknown>
) {
  if (fault.code === "invalid_json") {
    return failure(status.invalid_request_error, codes.parseError, `Parse error: ${fault.message}`, null)
  }
  if (!FastToolCall.isId(id))
    return failure(status.invalid_request_error, codes.invalidRequest, fault.message, null)
  const isCall = method === "tools/call" && isObject(params) && tools.has(params["name"] as string)
  if (!isCall) return failure(200, codes.invalidParams, fault.message, id)
  const isModern = headers["mcp-protocol-version"] === Revisions.modern
  return { status: 200, body: FastToolCall.answer({ id, isModern }, yield* refusal(fault)) }
})
