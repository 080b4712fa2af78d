/** A page as an HTTP response: its security headers, and how errors are shown to a person. */
import { Cause, Data, Effect, Layer, Option } from "effect"
import { HttpBody, HttpRouter, HttpServerRequest, HttpServerResponse } from "effect/http"
import { createHash } from "node:crypto"
import * as Fault from "../../../schema/Fault.ts"
import * as Answer from "../http/response/Answer.ts"
import * as ContentNegotiation from "../http/response/ContentNegotiation.ts"
import { Exchange } from "../http/Exchange.ts"
import { say } from "./i18n/Words.ts"
import * as Reader from "./i18n/Reader.ts"
import type { Reader as ReaderSettings } from "./i18n/ReaderSettings.ts"
import * as Faults from "./Faults.ts"
import { html, type Html, type Part } from "./Html.ts"
import * as PageLayout from "./frame/PageLayout.ts"

type Response = HttpServerResponse.HttpServerResponse

/** Only our own files run or load, no site may frame us, and forms are sent only to us. */
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

/** `formAction`: origins besides this one that the page's forms may submit or redirect to. */
export const headers = (formAction: ReadonlyArray<string> = []) => ({
  "cache-control": "no-store",
  "content-security-policy": policy(formAction),
  "referrer-policy": "same-origin",
  "x-content-type-options": "nosniff",
  "x-frame-options": "DENY"
})

/** A page that is complete except for its reader, whom only the route knows. */
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

/** The ETag of a page's content, without the idempotency keys of its forms, which differ each time. */
const tagOf = (text: string): string => {
  const content = text.replaceAll(/(name="once" value=")[^"]*/gu, "$1")
  return `W/"${createHash("sha256").update(content).digest("base64url").slice(0, 22)}"`
}

/** The response for its reader. Polling scripts send If-None-Match and get a 304 if nothing changed. Browsers themselves cache no page. */
const drawn = (response: Response, reader: ReaderSettings, knownTag: string | undefined): Response => {
  const { body, headers, status } = response
  if (body._tag !== "Raw" || !(body.body instanceof Draft)) return response
  const text = PageLayout.render(body.body.frame, reader)
  if (status !== 200) return HttpServerResponse.setBody(response, HttpBody.text(text, contentType))
  const etag = tagOf(text)
  return ContentNegotiation.isHeld(knownTag, etag)
    ? HttpServerResponse.empty({ status: 304, headers: { "cache-control": headers["cache-control"]!, etag } })
    : HttpServerResponse.setHeader(
        HttpServerResponse.setBody(response, HttpBody.text(text, contentType)),
        "etag",
        etag
      )
}

/** Response options for a form that is shown again with its errors. */
export const invalid = { status: Fault.status.invalid_request_error }

/** Clients refuse responses whose headers exceed 16 KiB. */
const maxLocation = 8_000

/** The response to a form: the browser then requests the next page with GET. No page asks for a longer address than fits. */
export const goTo = (location: string): Response =>
  HttpServerResponse.empty({
    status: 303,
    headers: { location: location.length > maxLocation ? "/" : location, "cache-control": "no-store" }
  })

const titles: Readonly<Record<number, Part>> = {
  [Fault.status.invalid_request_error]: say.failures.invalid,
  [Fault.status.permission_error]: say.failures.forbidden,
  [Fault.status.not_found]: say.failures.nothing,
  [Fault.statusOfCode.body_too_large]: say.failures.tooMuch,
  [Fault.status.rate_limit_error]: say.failures.tooMany,
  [Fault.statusOfCode.unavailable]: say.failures.away
}

/** A message that replaces a page. */
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

/** The reason why a form or page is refused, worded for the person. */
export class Refusal extends Data.TaggedError("Refusal")<{
  readonly type: "invalid_request_error" | "permission_error" | "not_found"
  readonly message: Part
}> {}

const refusalIn = (cause: Cause.Cause<unknown>) =>
  Option.getOrUndefined(
    Option.filter(Cause.findErrorOption(cause), (error): error is Refusal => error instanceof Refusal)
  )

/** Shows failures as pages, with the same status and headers as the API. */
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

/** The page finds its reader if someone is signed in; otherwise Accept-Language decides. */
const forReader = <E, R>(page: Effect.Effect<Response, E, R>) =>
  Effect.gen(function* () {
    const { headers } = yield* HttpServerRequest.HttpServerRequest
    const reading = { reader: Reader.from(headers["accept-language"]) }
    const response = yield* Effect.provideService(page, Reader.Reading, reading)
    return drawn(response, reading.reader, headers["if-none-match"])
  })

/** The page at an address that doesn't exist. */
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

/** A route for a page or for the target of a form. */
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
