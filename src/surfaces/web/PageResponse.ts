/** A page as an HTTP answer: what browsers may do with it, and how failures look where a person reads them. */
import { Cause, Data, Effect, Layer, Option } from "effect"
import { HttpBody, HttpRouter, HttpServerRequest, HttpServerResponse } from "effect/http"
import { createHash } from "node:crypto"
import * as Fault from "../../../schema/Fault.ts"
import * as Answer from "../http/response/Answer.ts"
import * as ContentNegotiation from "../http/response/ContentNegotiation.ts"
import { Exchange } from "../http/Exchange.ts"
import { say } from "./words/Words.ts"
import * as Reader from "./words/Reader.ts"
import type { Reader as ReaderSettings } from "./words/ReaderSettings.ts"
import * as Faults from "./Faults.ts"
import { html, type Html, type Part } from "./Html.ts"
import * as PageLayout from "./frame/PageLayout.ts"

type Response = HttpServerResponse.HttpServerResponse

/** Nothing but our own files runs or loads, nobody frames us, and forms go nowhere else. */
const policy = (formAction: ReadonlyArray<string>) =>
  [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data:",
    "connect-src 'self'",
    `form-action ${["'self'", ...formAction].join(" ")}`,
    "frame-ancestors 'none'",
    "base-uri 'none'"
  ].join("; ")

/** `formAction`: where else a form of this page may end, redirects followed. */
export const headers = (formAction: ReadonlyArray<string> = []) => ({
  "cache-control": "no-store",
  "content-security-policy": policy(formAction),
  "referrer-policy": "same-origin",
  "x-content-type-options": "nosniff",
  "x-frame-options": "DENY"
})

/** A page that is ready but for its reader, whom its route knows. */
class Draft {
  readonly frame: PageLayout.Frame
  constructor(frame: PageLayout.Frame) {
    this.frame = frame
  }
}

const contentType = "text/html; charset=utf-8"

export const respond = (
  frame: PageLayout.Frame,
  options: { readonly status?: number; readonly formAction?: ReadonlyArray<string> } = {}
): Response =>
  HttpServerResponse.raw(new Draft(frame), {
    status: options.status ?? 200,
    contentType,
    headers: headers(options.formAction)
  })

/** Of what a page shows: an idempotency key of a form is another each time. */
const tagOf = (text: string): string => {
  const shown = text.replaceAll(/(name="once" value=")[^"]*/gu, "$1")
  return `W/"${createHash("sha256").update(shown).digest("base64url").slice(0, 22)}"`
}

/**
 * The answer as its reader gets it. A script that looks for news says what it has (`If-None-Match`), and is told 304 if there is
 * none. Browsers by themselves keep no page.
 */
const drawn = (response: Response, reader: ReaderSettings, held: string | undefined): Response => {
  const { body, headers, status } = response
  if (body._tag !== "Raw" || !(body.body instanceof Draft)) return response
  const text = PageLayout.render(body.body.frame, reader)
  if (status !== 200) return HttpServerResponse.setBody(response, HttpBody.text(text, contentType))
  const etag = tagOf(text)
  return ContentNegotiation.isHeld(held, etag)
    ? HttpServerResponse.empty({ status: 304, headers: { "cache-control": headers["cache-control"]!, etag } })
    : HttpServerResponse.setHeader(
        HttpServerResponse.setBody(response, HttpBody.text(text, contentType)),
        "etag",
        etag
      )
}

/** Options of an answer that shows a form again, with what is wrong in it. */
export const invalid = { status: Fault.status.invalid_request_error }

/** After a form: the browser asks for the next page with GET. */
export const goTo = (location: string): Response =>
  HttpServerResponse.empty({ status: 303, headers: { location, "cache-control": "no-store" } })

const titles: Readonly<Record<number, Part>> = {
  [Fault.status.invalid_request_error]: say.failures.invalid,
  [Fault.status.permission_error]: say.failures.forbidden,
  [Fault.status.not_found]: say.failures.nothing,
  [Fault.statusOfCode.body_too_large]: say.failures.tooMuch,
  [Fault.status.rate_limit_error]: say.failures.tooMany,
  [Fault.statusOfCode.unavailable]: say.failures.away
}

/** A message that takes the place of a page. */
export const failed = (
  status: number,
  message: Part,
  { more = false, requestId }: { readonly more?: Html | false; readonly requestId?: string } = {}
): PageLayout.Frame => ({
  title: titles[status] ?? say.failures.failed,
  width: "narrow",
  body: html`<div class="card">
    <h1>${titles[status] ?? say.failures.failed}</h1>
    <p>${message}</p>
    ${more}
    ${requestId !== undefined && html`<p class="soft">${say.failures.request} <code>${requestId}</code></p>`}
  </div>`
})

/** Why a form or a page is not served, in words for the person at it. */
export class Refusal extends Data.TaggedError("Refusal")<{
  readonly type: "invalid_request_error" | "permission_error" | "not_found"
  readonly message: Part
}> {}

const refusalIn = (cause: Cause.Cause<unknown>) =>
  Option.getOrUndefined(
    Option.filter(Cause.findErrorOption(cause), (error): error is Refusal => error instanceof Refusal)
  )

/** Shows failures as pages; status and headers are those the API would answer with. */
const guard = <R>(page: Effect.Effect<Response, unknown, R>) =>
  Effect.catchCause(page, (cause) =>
    Effect.gen(function* () {
      const refusal = refusalIn(cause)
      if (refusal !== undefined) {
        const status = Fault.status[refusal.type]
        return respond(failed(status, refusal.message), { status })
      }
      const { headers, requestId } = yield* Exchange
      const fault = yield* Answer.faultOf(cause)
      if (fault.retryAfter !== undefined) headers["retry-after"] = String(fault.retryAfter)
      const status = Fault.statusOf(fault)
      return respond(failed(status, Faults.of(fault), { requestId }), { status })
    })
  )

/** Found by the page, if it is for someone who is signed in; otherwise the browser says what they read. */
const forReader = <E, R>(page: Effect.Effect<Response, E, R>) =>
  Effect.gen(function* () {
    const { headers } = yield* HttpServerRequest.HttpServerRequest
    const reading = { reader: Reader.from(headers["accept-language"]) }
    const response = yield* Effect.provideService(page, Reader.Reading, reading)
    return drawn(response, reading.reader, headers["if-none-match"])
  })

/** What people see at an address without a page. */
export const lost = forReader(
  Effect.succeed(
    respond(
      failed(Fault.status.not_found, say.failures.noPage, {
        more: html`<p><a class="button" href="/">${say.failures.toStart}</a></p>`
      }),
      { status: Fault.status.not_found }
    )
  )
)

export interface Route<R> {
  readonly method: "GET" | "POST"
  readonly path: `/${string}`
  readonly handler: Effect.Effect<Response, never, R>
}

/** An address with a page, or a form's target, at it. */
export const route = <R>(
  method: "GET" | "POST",
  path: `/${string}`,
  page: Effect.Effect<Response, unknown, R>
) => ({ method, path, handler: forReader(guard(page)) })

export const layer = (routes: ReadonlyArray<Route<unknown>>) =>
  Layer.mergeAll(
    Layer.empty,
    ...routes.map(({ handler, method, path }) => HttpRouter.add(method, path, handler))
  )
