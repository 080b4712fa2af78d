/** Chooses the response's format: a page for a person in a browser, JSON for a script. */
import { Effect } from "effect"
import type { HttpServerRequest, HttpServerResponse } from "effect/http"
import { status, statusOf, statusOfCode } from "../../../../schema/Fault.ts"
import * as Answer from "../../http/response/Answer.ts"
import * as Body from "../../http/request/Body.ts"
import * as Faults from "../../web/Faults.ts"
import type { Part } from "../../web/Html.ts"
import * as Reader from "../../web/i18n/Reader.ts"
import { say } from "../../web/i18n/Words.ts"
import * as ContactPage from "./ContactPage.ts"

type Request = HttpServerRequest.HttpServerRequest
type Response = HttpServerResponse.HttpServerResponse

/** A navigating browser accepts HTML. Scripts accept anything and get JSON. */
export const readsPages = (request: Request): boolean =>
  (request.headers["accept"] ?? "").includes("text/html") && !Body.isJson(request.headers["content-type"])

/** The reader, with the language that the visitor's browser accepts. */
export const of = (request: Request) => Reader.from(request.headers["accept-language"])

const headings: Readonly<Record<number, Part>> = {
  [status.not_found]: say.contact.notHere,
  [statusOfCode.body_too_large]: say.contact.tooLong,
  [status.rate_limit_error]: say.contact.wait
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
        const status = statusOf(fault)
        return ContactPage.failure(
          of(request),
          status,
          headings[status] ?? say.contact.failed,
          Faults.of(fault)
        )
      })
    )
