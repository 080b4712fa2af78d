/** Chooses the response's format: a page for a person in a browser, JSON for a script. */
import { Effect } from "effect"
import type { HttpServerRequest, HttpServerResponse } from "effect/http"
import { status, statusOf, statusOfCode } from "../../../../schema/Fault.ts"
import * as Answer from "../../http/Answer.ts"
import * as Body from "../../http/Body.ts"
import * as ContactPage from "./ContactPage.ts"

type Request = HttpServerRequest.HttpServerRequest
type Response = HttpServerResponse.HttpServerResponse

/** A browser that navigates accepts HTML; scripts accept anything, and get JSON. */
export const readsPages = (request: Request): boolean =>
  (request.headers["accept"] ?? "").includes("text/html") && !Body.isJson(request.headers["content-type"])

const headings: Readonly<Record<number, string>> = {
  [status.not_found]: "This form is not here",
  [statusOfCode.body_too_large]: "This is too long",
  [status.rate_limit_error]: "Please wait a moment"
}

/** Shows a failure as a page, with the envelope's headers; API callers get the envelope itself. */
export const orPage =
  (request: Request) =>
  <R>(answer: Effect.Effect<Response, unknown, R>) =>
    Effect.catchCause(answer, (cause) =>
      Effect.gen(function* () {
        const fault = yield* Answer.faultOf(cause)
        const envelope = yield* Answer.ofFault(fault)
        if (!readsPages(request)) return envelope
        const said = statusOf(fault)
        return ContactPage.failure(said, headings[said] ?? "This did not work", fault.message)
      })
    )
