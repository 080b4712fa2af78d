/** Errors for messages that are refused before the SDK sees them. */
import { ProtocolErrorCode } from "@modelcontextprotocol/server"
import { status } from "../../../schema/Fault.ts"
import { membersOf } from "./arguments/EmptyArguments.ts"
import { maxIdLength } from "./FastToolCall.ts"
import * as Revisions from "./Revisions.ts"

const refusal = (status: number, code: number, message: string, id: unknown) =>
  Response.json({ jsonrpc: "2.0", error: { code, message }, id }, { status })

/**
 * Refuses batches, which would bypass the rate limits, and subscriptions to changes, which we don't send, so that their connections would
 * only be idle.
 */
const refused = (body: unknown): Response | undefined => {
  if (Array.isArray(body)) {
    return refusal(
      status.invalid_request_error,
      ProtocolErrorCode.InvalidRequest,
      "Send one message a request, not a batch",
      null
    )
  }
  const { id, method } = membersOf(body)
  if (typeof id === "string" && id.length > maxIdLength) {
    const message = `Send an id of at most ${maxIdLength} characters`
    return refusal(status.invalid_request_error, ProtocolErrorCode.InvalidRequest, message, null)
  }
  if (method !== "subscriptions/listen") return undefined
  return refusal(
    status.not_found,
    ProtocolErrorCode.MethodNotFound,
    "Lists do not change while a client reads",
    id ?? null
  )
}

const versionOf = (request: Request) => request.headers.get("mcp-protocol-version")

/** Whether the revision is supported. For newer revisions, the SDK's error lists those to fall back to. */
const isServed = (request: Request): boolean => {
  const version = versionOf(request)
  return version === null || version >= Revisions.modern || Revisions.legacy.includes(version)
}

const unserved = (request: Request) =>
  refusal(
    status.invalid_request_error,
    -32_000,
    `Bad Request: Unsupported protocol version: ${versionOf(request)} (supported versions: ${[Revisions.modern, ...Revisions.legacy].join(", ")})`,
    null
  )

/** The error for a message that isn't served. */
export const of = (request: Request, body: unknown): Response | undefined =>
  refused(body) ?? (isServed(request) ? undefined : unserved(request))
