/** The middleware around every HTTP request, whichever surface handles it. */
import { Cause, Context, Effect, Layer, Result } from "effect"
import { Headers, HttpRouter, HttpServerError, HttpServerRequest, HttpServerResponse } from "effect/http"
import { BaseUrl } from "../../../layers/runtime/BaseUrl.ts"
import { ShutdownSignal } from "../../../layers/runtime/ShutdownSignal.ts"
import { Ids } from "../../../layers/runtime/Ids.ts"
import { Settings } from "../../../layers/settings/Settings.ts"
import { MethodNotAllowed, NotFound } from "../../../schema/Fault.ts"
import { Patience } from "../../invocation/Call.ts"
import { routed } from "../../contract/Api.ts"
import * as TrustedProxies from "../../shared/network/TrustedProxies.ts"
import * as Addresses from "./Addresses.ts"
import * as Answer from "./response/Answer.ts"
import * as Compressed from "./response/Compressed.ts"
import * as Deadline from "./Deadline.ts"
import * as Exchange from "./Exchange.ts"
import * as RequestChecks from "./request/RequestChecks.ts"
import * as RequestTelemetry from "./RequestTelemetry.ts"
import * as Origins from "./request/Origins.ts"

type Request = HttpServerRequest.HttpServerRequest
type Response = HttpServerResponse.HttpServerResponse
type App = Effect.Effect<Response, unknown, unknown>

/** Keeps browsers from guessing another content type. */
const nosniff = { "x-content-type-options": "nosniff" }

/** API responses belong to their caller, and caches must revalidate them. */
const ofApi = { "cache-control": "private, no-cache" }

/** True for REST and MCP, whose operations complete even if the client disconnects. */
const runsOperations = (route: Addresses.Route | undefined) =>
  route?.surface === "rest" || route?.surface === "mcp"

const isOfApi = (path: string) => /^\/v1(?:[/?]|$)/u.test(path)

/** CORS for any origin, without cookies: credentials are sent only in Authorization. */
const cors = {
  "access-control-allow-origin": "*",
  "access-control-expose-headers":
    "Service-Request-Id, RateLimit, RateLimit-Policy, Retry-After, Idempotent-Replayed, Dry-Run, Service-Warning, Deprecation, Sunset, Link, ETag, WWW-Authenticate, Allow"
}

/** The request headers that operations use. */
const heeded = [...new Set(routed.flatMap(({ headers = {} }) => Object.keys(headers)))]
  .join(", ")
  .toLowerCase()

const preflight = {
  "access-control-allow-methods": "GET, HEAD, POST, PATCH, PUT, DELETE, OPTIONS",
  "access-control-allow-headers": `authorization, content-type, idempotency-key, agent, scope, dry-run, plan, if-match, if-none-match, ${heeded}, mcp-protocol-version, mcp-session-id, mcp-method, mcp-name, last-event-id`,
  "access-control-max-age": "86400"
}

const isNoRoute = (cause: Cause.Cause<unknown>): boolean =>
  cause.reasons.some(
    (reason) =>
      reason._tag === "Fail" &&
      HttpServerError.isHttpServerError(reason.error) &&
      reason.error.reason._tag === "RouteNotFound"
  )

/** If the method is allowed and the router still found no route, the path couldn't be decoded, which is a 404 too. */
const noRoute = (request: Request, allowed: ReadonlyArray<string>) =>
  allowed.length > 0 && !allowed.includes(request.method)
    ? new MethodNotAllowed({
        code: "method_not_allowed",
        message: `${request.method} is not possible here. Allowed: ${allowed.join(", ")}.`
      })
    : new NotFound({
        code: "route_not_found",
        message: `There is nothing at ${Addresses.pathOf(request.url)}. GET /openapi.json lists every route; the API lives under /v1.`
      })

/** Makes browsers use only HTTPS for a year (RFC 6797). */
const strict = { "strict-transport-security": "max-age=31536000" }

/** The router finds no route for a path that can't be decoded, so its percent signs are taken literally. */
const legible = (request: Request): Request =>
  !request.url.includes("%") ||
  Result.isSuccess(Result.try(() => decodeURIComponent(Addresses.pathOf(request.url))))
    ? request
    : request.modify({ url: request.url.replaceAll("%", "%25") })

/** A request in absolute form is for the host in its URL, whatever Host says (RFC 9112, section 3.2.2). */
const addressed = (request: Request): Request => {
  const authority = /^https?:\/\/([^/?#]*)/iu.exec(RequestChecks.sourceOf(request).url ?? "")?.[1]
  return authority === undefined
    ? request
    : request.modify({ headers: Headers.set(request.headers, "host", authority) })
}

/** A person in a browser gets a page, except at addresses of the API. */
const isPerson = ({ headers, method, url }: Request) =>
  method === "GET" && headers["accept"]?.includes("text/html") === true && !isOfApi(url)

/** The middleware. `routes` must be all routes of the server; `lost` is the page for addresses that don't exist. */
export const layer = (routes: ReadonlyArray<Addresses.Route>, lost?: App) => {
  const concrete = Addresses.concreteOf(routes)
  const methods = Addresses.methodsOf(routes, concrete)
  const guarded = routes.filter((route) => route.origins === "listed").map(Addresses.patternOf)
  return Layer.unwrap(
    Effect.gen(function* () {
      const ids = yield* Ids
      const { allowedOrigins, tlsCert, trustProxy } = yield* Settings
      const isSecure = tlsCert !== undefined || trustProxy !== TrustedProxies.none
      const always = { ...cors, ...nosniff, ...(isSecure ? strict : {}) }
      const alwaysOfApi = { ...always, ...ofApi }
      const foreign = Origins.compile(yield* BaseUrl, allowedOrigins)
      const deadline = yield* Deadline.Deadline
      const ending = Context.getOrUndefined(yield* Effect.context(), ShutdownSignal)
      const find = RequestTelemetry.table(routes)
      const observed = yield* RequestTelemetry.make
      const routeOf = ({ method, url }: Request) => find(method === "HEAD" ? "GET" : method, url)?.handler
      const refusal = (request: Request, isGuarded: boolean, headers: Record<string, string>) =>
        RequestChecks.of(request, trustProxy) ?? (isGuarded ? foreign(request.headers, headers) : undefined)
      const answer = (request: Request, exchange: Exchange.Exchange["Service"], app: App): App => {
        const path = Addresses.pathOf(request.url)
        const route = Addresses.isOdd(path) ? undefined : exchange.route
        const isGuarded =
          route === undefined ? guarded.some((pattern) => pattern.test(path)) : route.origins === "listed"
        const refused = refusal(request, isGuarded, exchange.headers)
        if (refused !== undefined) return Answer.ofFault(refused)
        if (request.method === "OPTIONS") {
          const allowed = methods(request.url)
          if (allowed.length > 0) {
            Object.assign(exchange.headers, preflight, { allow: allowed.join(", ") })
            return Effect.succeed(HttpServerResponse.empty({ status: 204 }))
          }
        }
        const missing = (): App => {
          const allowed = methods(request.url)
          const fault = noRoute(request, allowed)
          if (fault._tag === "method_not_allowed") exchange.headers["allow"] = allowed.join(", ")
          return lost !== undefined && fault._tag === "not_found" && isPerson(request)
            ? lost
            : Answer.ofFault(fault)
        }
        // Guards, limits and metrics use the path as it was sent, so no other path may lead to a route.
        if (route === undefined && methods(request.url).length === 0) return missing()
        if (concrete.get(path)?.includes(request.method) === false) return missing()
        const { left, patience } = Deadline.begin(deadline, RequestChecks.sourceOf(request))
        const late = () => Effect.fail(Answer.unavailable)
        // An operation completes even if its client disconnects.
        const keepsRunning = () => runsOperations(exchange.route) && ending?.hasBegun !== true
        return Effect.catchCause(
          Deadline.within(Effect.provideService(app, Patience, patience), left, late, keepsRunning),
          (cause) => (isNoRoute(cause) ? missing() : Effect.flatMap(Answer.faultOf(cause), Answer.ofFault))
        )
      }

      const complete =
        ({ headers }: Request, exchange: Exchange.Exchange["Service"]) =>
        (response: Response) =>
          Compressed.forRequest(headers, HttpServerResponse.setHeaders(response, exchange.headers))

      return HttpRouter.middleware(
        ((app: App) =>
          Effect.contextWith((context: Context.Context<Request>) => {
            const received = Context.get(context, HttpServerRequest.HttpServerRequest)
            const request = legible(addressed(received))
            return Effect.flatMap(ids.uuid, (id) => {
              const exchange = Exchange.begin(
                id,
                isOfApi(request.url) ? alwaysOfApi : always,
                routeOf(request)
              )
              const answered = Effect.provideService(
                answer(request, exchange, app),
                Exchange.Exchange,
                exchange
              )
              const recorded = observed(request, exchange, answered)
              const response =
                request === received
                  ? recorded
                  : Effect.provideService(recorded, HttpServerRequest.HttpServerRequest, request)
              return Effect.flatMap(response, complete(request, exchange))
            })
          })) as never,
        { global: true }
      )
    })
  )
}
