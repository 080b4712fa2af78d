/** A page as an HTTP answer: what browsers may do with it, and how failures look where a person reads them. */
import { Cause, Data, Effect, Layer, Option } from "effect"
import { HttpRouter, HttpServerResponse } from "effect/http"
import * as Fault from "../../../../schema/Fault.ts"
import * as Answer from "../../http/Answer.ts"
import { Exchange } from "../../http/Exchange.ts"
import { html, type Html } from "./Html.ts"
import * as Layout from "./Layout.ts"

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

export const respond = (
  frame: Layout.Frame,
  options: { readonly status?: number; readonly formAction?: ReadonlyArray<string> } = {}
): Response =>
  HttpServerResponse.text(Layout.render(frame), {
    status: options.status ?? 200,
    contentType: "text/html; charset=utf-8",
    headers: headers(options.formAction)
  })

/** Options of an answer that shows a form again, with what is wrong in it. */
export const invalid = { status: Fault.status.invalid_request_error }

/** After a form: the browser asks for the next page with GET. */
export const goTo = (location: string): Response =>
  HttpServerResponse.empty({ status: 303, headers: { location, "cache-control": "no-store" } })

const titles: Readonly<Record<number, string>> = {
  [Fault.status.invalid_request_error]: "That did not work",
  [Fault.status.permission_error]: "Not allowed",
  [Fault.status.not_found]: "Nothing here",
  [Fault.statusOfCode.body_too_large]: "Too much at once",
  [Fault.status.rate_limit_error]: "Too many attempts",
  [Fault.statusOfCode.unavailable]: "Back in a moment"
}

/** A message that takes the place of a page. */
export const failed = (
  status: number,
  message: string,
  { more = false, requestId }: { readonly more?: Html | false; readonly requestId?: string } = {}
): Layout.Frame => ({
  title: titles[status] ?? "Something went wrong",
  width: "narrow",
  body: html`<div class="card">
    <h1>${titles[status] ?? "Something went wrong"}</h1>
    <p>${message}</p>
    ${more} ${requestId !== undefined && html`<p class="soft">Request <code>${requestId}</code></p>`}
  </div>`
})

/** Why a form or a page is not served, in words for the person at it. */
export class Refusal extends Data.TaggedError("Refusal")<{
  readonly type: "invalid_request_error" | "permission_error" | "not_found"
  readonly message: string
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
      return respond(failed(status, fault.message, { requestId }), { status })
    })
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
) => ({ method, path, handler: guard(page) })

export const layer = (routes: ReadonlyArray<Route<any>>): Layer.Layer<never, never, any> =>
  Layer.mergeAll(
    ...(routes.map(({ handler, method, path }) => HttpRouter.add(method, path, handler)) as unknown as [
      Layer.Layer<never>
    ])
  )
