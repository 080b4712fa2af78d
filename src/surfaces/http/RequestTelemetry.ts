/** The telemetry of every HTTP request: metrics, span, and access log line. */
import { Clock, Effect } from "effect"
import { FindMyWay, type HttpServerRequest, type HttpServerResponse } from "effect/http"
import { Settings } from "../../../layers/settings/Settings.ts"
import * as TraceContext from "../../../layers/runtime/TraceContext.ts"
import { CallLog } from "../../invocation/Call.ts"
import * as AccessLog from "./AccessLog.ts"
import type { Route } from "./Addresses.ts"
import * as EventLoop from "./server/EventLoop.ts"
import type { Exchange } from "./Exchange.ts"
import * as Metrics from "./Metrics.ts"

type Request = HttpServerRequest.HttpServerRequest
type CallNotes = NonNullable<typeof CallLog.Service>
type Response = HttpServerResponse.HttpServerResponse

/** Finds the route of a request as the router does. Paths contain ids and tokens, so only their patterns are recorded. */
export const table = (routes: ReadonlyArray<Route>) => {
  const router = FindMyWay.make<Route>({
    caseSensitive: true,
    ignoreDuplicateSlashes: false,
    maxParamLength: 16_384
  })
  for (const route of routes) router.on(route.method, route.path as `/${string}`, route)
  return (method: string, url: string) => router.find(method as "GET", url)
}

export const make = Effect.gen(function* () {
  const { accessLog } = yield* Settings
  const log = yield* AccessLog.make

  /** The span and the log line, for requests that need more than metrics. */
  const traced = <E, R>(
    { headers, method }: Request,
    requestId: string,
    route: Route | undefined,
    noted: CallNotes | undefined,
    answered: Effect.Effect<Response, E, R>
  ) => {
    const logged = noted === undefined ? answered : Effect.provideService(answered, CallLog, noted)
    const spanned = Effect.flatMap(logged, (response) =>
      Effect.map(
        Effect.andThen(
          Effect.annotateCurrentSpan("http.response.status_code", response.status),
          noted === undefined ? Effect.undefined : TraceContext.traceId
        ),
        (traceId) => [response, traceId] as const
      )
    )
    const attributes = {
      "http.request.method": method,
      "http.route": route?.path ?? "",
      "service.request_id": requestId
    }
    const span = { name: `${method} ${route?.path ?? "(no route)"}`, kind: "server", attributes } as const
    return TraceContext.continuing(
      TraceContext.read(headers["traceparent"], headers["tracestate"]),
      span,
      spanned
    )
  }

  return <E, R>(request: Request, exchange: Exchange["Service"], answered: Effect.Effect<Response, E, R>) =>
    Effect.withFiber<Response, E, R>((fiber) => {
      const { requestId, route } = exchange
      EventLoop.enter(fiber, exchange)
      const clock = fiber.getRef(Clock.Clock)
      const began = clock.currentTimeNanosUnsafe()
      const measured = (response: Response) => {
        const nanos = clock.currentTimeNanosUnsafe() - began
        Metrics.answered(route?.surface ?? "none", response.status, nanos, fiber.context)
        return nanos
      }
      // Without tracing and access log, as in most services, neither is built.
      if (!accessLog && !fiber.cache.tracerEnabled && request.headers["traceparent"] === undefined) {
        return Effect.map(answered, (response) => {
          measured(response)
          return response
        })
      }
      const noted: CallNotes | undefined = accessLog ? { operations: [], actor: undefined } : undefined
      return Effect.flatMap(traced(request, requestId, route, noted, answered), ([response, traceId]) => {
        const nanos = measured(response)
        if (noted === undefined) return Effect.succeed(response)
        return Effect.as(log({ request, response, requestId, route, noted, traceId, nanos }), response)
      })
    })
})
