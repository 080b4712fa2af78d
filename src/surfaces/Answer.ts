/** How faults leave over HTTP: the envelope of SPEC.md, its status, and the headers that go with it. */
import { Cause, Effect } from "effect"
import { HttpServerResponse } from "effect/http"
import * as Sql from "../../layers/Sql.ts"
import { ApiError, type Fault, render, statusOf } from "../../schema/Fault.ts"
import { faultIn } from "../Invoke.ts"
import { Exchange } from "./Exchange.ts"

export const json = (status: number, body: string): HttpServerResponse.HttpServerResponse =>
  HttpServerResponse.text(body, { status, contentType: "application/json" })

export const unavailable = new ApiError({
  code: "unavailable",
  message: "The service cannot answer right now. Send the request again after the delay.",
  retryAfter: 2
})

const internal = new ApiError({
  code: "internal_error",
  message: "Something failed on our side. Quote the request_id when reporting it."
})

const defectsOf = (cause: Cause.Cause<unknown>): ReadonlyArray<unknown> =>
  cause.reasons.flatMap((reason) =>
    reason._tag === "Die" ? [reason.defect] : reason._tag === "Fail" ? [reason.error] : []
  )

/** The fault a failed request is answered with; what is our failure is logged under the request's id. */
export const faultOf = Effect.fnUntraced(function* (cause: Cause.Cause<unknown>) {
  const known = faultIn(cause)
  if (known !== undefined) return known
  const { requestId } = yield* Exchange
  const away = Cause.hasInterruptsOnly(cause) || defectsOf(cause).some(Sql.isUnavailable)
  if (away)
    yield* Effect.logWarning("The request could not be served", cause).pipe(
      Effect.annotateLogs({ requestId })
    )
  else yield* Effect.logError("The request failed", cause).pipe(Effect.annotateLogs({ requestId }))
  return away ? unavailable : internal
})

export const ofFault = Effect.fnUntraced(function* (fault: Fault) {
  const { headers, requestId } = yield* Exchange
  if (fault.retryAfter !== undefined) headers["retry-after"] = String(fault.retryAfter)
  if (fault._tag === "authentication_error") headers["www-authenticate"] ??= `Bearer realm="sales-pipeline"`
  return json(statusOf(fault), JSON.stringify(render(fault, requestId)))
})
