/** Turns faults into HTTP responses: the specified envelope, status and headers. */
import { Cause, Effect } from "effect"
import { HttpServerResponse } from "effect/http"
import { Outages } from "../../../../layers/runtime/Outages.ts"
import { ApiError, type Fault, render, statusOf } from "../../../../schema/Fault.ts"
import { faultIn } from "../../../invocation/AuditEntries.ts"
import { Exchange } from "../Exchange.ts"

/** A response of the API: JSON, a stream, or empty. Its other headers are in the exchange. */
export interface Reply {
  readonly status: number
  readonly body: string | ReadableStream<Uint8Array<ArrayBuffer>> | undefined
}

export const json = (status: number, body: string): HttpServerResponse.HttpServerResponse =>
  HttpServerResponse.text(body, { status, contentType: "application/json" })

/** Converts a reply to a response of Effect's server. */
export const ofReply = ({ body, status }: Reply) => {
  if (typeof body === "string") return json(status, body)
  return body === undefined
    ? HttpServerResponse.empty({ status })
    : HttpServerResponse.fromWeb(new Response(body, { status }))
}

export const unavailable = new ApiError({
  code: "unavailable",
  message: "The service cannot answer right now. Send the request again after the delay.",
  retryAfter: 2
})

const internal = new ApiError({
  code: "internal_error",
  message: "Something failed on our side. Quote the request_id when reporting it."
})

/** Logged once per outage, not once per request. */
const busy = "Requests are answered 503"

/** The fault to respond with. Internal errors are logged with the request's id. */
export const faultOf = Effect.fnUntraced(function* (cause: Cause.Cause<unknown>) {
  const { note } = yield* Outages
  const known = faultIn(cause)
  if (known !== undefined) {
    if (known.code === "unavailable" && known.meta === undefined) yield* note(busy, known.message)
    return known
  }
  const reason = Outages.reasonIn(cause)
  if (reason !== undefined || Cause.hasInterruptsOnly(cause)) {
    yield* note(busy, reason ?? "they were broken off")
    return unavailable
  }
  const { requestId } = yield* Exchange
  yield* Effect.logError("The request failed", cause).pipe(Effect.annotateLogs({ requestId }))
  return internal
})

export const replyOf = Effect.fnUntraced(function* (fault: Fault) {
  const { headers, requestId } = yield* Exchange
  const help = `</docs/errors#${fault.code}>; rel="help"; type="text/html"`
  // A deprecated operation already has a link.
  headers["link"] = headers["link"] === undefined ? help : `${headers["link"]}, ${help}`
  if (fault.retryAfter !== undefined) headers["retry-after"] = String(fault.retryAfter)
  if (fault._tag === "authentication_error") headers["www-authenticate"] ??= `Bearer realm="sales-pipeline"`
  return { status: statusOf(fault), body: JSON.stringify(render(fault, requestId)) } satisfies Reply
})

export const ofFault = (fault: Fault) => Effect.map(replyOf(fault), ofReply)
