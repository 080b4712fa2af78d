/** What is told of every HTTP request: its metrics, its span, and its line in the access log. */
import { Clock, Effect } from "effect"
import { FindMyWay, type HttpServerRequest, type HttpServerResponse } from "effect/http"
import { Settings } from "../../../layers/platform/Settings.ts"
import * as TraceContext from "../../../layers/platform/TraceContext.ts"
import { Noted } from "../../Call.ts"
import * as AccessLog from "./AccessLog.ts"
import type { Route } from "./Edge.ts"
import * as Metrics from "./Metrics.ts"

type Request = HttpServerRequest.HttpServerRequest
type Told = NonNullable<typeof Noted.Service>
type Response = HttpServerResponse.HttpServerResponse

/** Finds the route of a request, as the router will: paths hold ids and tokens, and only their patterns may be shown. */
const table = (routes: ReadonlyArray<Route>) => {
  const router = FindMyWay.make<Route>({
    caseSensitive: true,
    ignoreDuplicateSlashes: false,
    maxParamLength: 16_384
  })
  for (const route of routes) router.on(route.method, route.path as `/${string}`, route)
  return ({ method, url }: Request) => router.find(method === "HEAD" ? "GET" : method, url)?.handler
}

/** `requestId` is the one that the answer names. */
export const make = Effect.fnUntraced(function* (routes: ReadonlyArray<Route>) {
  const { accessLog } = yield* Settings
  const routeOf = table(routes)
  const log = yield* AccessLog.make

  return <E, R>(request: Request, requestId: string, answered: Effect.Effect<Response, E, R>) =>
    Effect.gen(function* () {
      const route = routeOf(request)
      const began = yield* Clock.currentTimeNanos
      const { headers, method } = request
      const noted: Told | undefined = accessLog ? { operations: [], actor: undefined } : undefined
      const told = noted === undefined ? answered : Effect.provideService(answered, Noted, noted)
      const spanned = Effect.gen(function* () {
        const response = yield* told
        yield* Effect.annotateCurrentSpan("http.response.status_code", response.status)
        return [response, noted && (yield* TraceContext.traceId)] as const
      })
      const attributes = {
        "http.request.method": method,
        "http.route": route?.path ?? "",
        "service.request_id": requestId
      }
      const span = { name: `${method} ${route?.path ?? "(no route)"}`, kind: "server", attributes } as const
      const given = TraceContext.read(headers["traceparent"], headers["tracestate"])
      const [response, traceId] = yield* TraceContext.continuing(given, span, spanned)
      const ended = yield* Clock.currentTimeNanos
      yield* Metrics.answered(route?.surface ?? "none", response.status, began, ended)
      if (noted !== undefined) {
        yield* log({ request, response, requestId, route, noted, traceId, nanos: ended - began })
      }
      return response
    })
})
