/** REST, built from the registry: one route per operation, all through Invoke. */
import { Context, Effect, Layer } from "effect"
import { Actor } from "../../layers/identity/Actor.ts"
import { Call } from "../invocation/Call.ts"
import * as Deprecation from "../contract/Deprecation.ts"
import * as Operation from "../contract/Operation.ts"
import { lazy } from "../shared/Memo.ts"
import type * as Implementation from "../Implementation.ts"
import * as Invoke from "../invocation/Invoke.ts"
import * as Precondition from "../invocation/Precondition.ts"
import { routed } from "../Registry.ts"
import type * as Answer from "./http/response/Answer.ts"
import * as Auth from "./Auth.ts"
import * as ApiRoute from "./http/ApiRoute.ts"
import * as Body from "./http/request/Body.ts"
import * as ContentNegotiation from "./http/response/ContentNegotiation.ts"
import type { Exchange } from "./http/Exchange.ts"
import { bodyDecoder, invalidKey, keyPattern, pathDecoder, queryDecoder } from "./http/request/Fields.ts"
import { ofActor, type Sender } from "./http/server/InFlight.ts"
import * as Query from "./http/request/Query.ts"

/** Compiles a decoder for an operation's input: path, then query or body. */
const inputDecoder = (operation: Operation.Routed) => {
  const { path, rest } = Operation.carriers(operation)
  const hasBody = Operation.hasBody(operation)
  const hasQuery = operation.kind === "read" && !hasBody
  const fromPath = pathDecoder(path)
  const fromQuery = Query.decoder(queryDecoder(hasQuery ? rest : {}))
  const optional = operation.http.bodyOptional === true || Object.keys(rest).length === 0
  const fromBody = bodyDecoder(hasBody ? rest : {}, optional)
  const { meant = (body: unknown) => body } = operation
  const reading = (request: ApiRoute.ApiRequest, params: ApiRoute.Params): Invoke.Input => {
    const decoded = Effect.suspend(() =>
      Effect.flatMapEager(fromQuery(request.url), (query) =>
        Effect.mapEager(fromPath(params), (path) => ({ ...query, ...path }))
      )
    )
    return { decoded, sent: () => undefined, about: params }
  }
  // Created once: V8 retains objects that a generator in a request refers to, until it collects the old generation.
  const decode = Effect.fnUntraced(function* (
    request: ApiRoute.ApiRequest,
    params: ApiRoute.Params,
    sender: Sender,
    keep: (sent: unknown) => void
  ) {
    const query = yield* fromQuery(request.url)
    const body = hasBody ? yield* Body.read(request, sender) : undefined
    const fields = hasBody ? yield* fromBody(meant(body)) : query
    const conditions = Precondition.flaw(request.headers)
    if (conditions !== undefined) return yield* conditions
    if (!keyPattern.test(request.headers["idempotency-key"] ?? "-"))
      return yield* invalidKey("Idempotency-Key")
    keep([params, body])
    return { ...fields, ...(yield* fromPath(params)) }
  })
  const writing = (request: ApiRoute.ApiRequest, params: ApiRoute.Params, sender: Sender): Invoke.Input => {
    let sent: unknown
    const decoded = decode(request, params, sender, (all) => void (sent = all))
    return { decoded, sent: () => sent, about: params }
  }
  return hasQuery ? reading : writing
}

const whole = ({ encoded, status }: Invoke.Answer): Answer.Reply => ({ status, body: encoded.text })

/** Sends a 304 if the client already has the record. Browsers may cache it but revalidate it each time. */
const conditional = (
  answer: Invoke.Answer,
  request: ApiRoute.ApiRequest,
  { headers }: Exchange["Service"]
) => {
  const etag = Precondition.etagOf(answer.encoded.text)
  Object.assign(headers, { etag, "cache-control": "private, no-cache" })
  return ContentNegotiation.isHeld(request.headers["if-none-match"], etag)
    ? { status: 304, body: undefined }
    : whole(answer)
}

/** A write that returns its record also returns the record's ETag. */
const versioned = (answer: Invoke.Answer, _: ApiRoute.ApiRequest, { headers }: Exchange["Service"]) => {
  if (answer.isPending !== true && answer.isDryRun !== true && answer.status < 300)
    headers["etag"] = Precondition.etagOf(answer.encoded.text)
  return whole(answer)
}

const responderOf = (operation: Implementation.Runnable & Operation.Routed) => {
  if (operation.kind === "read") return Operation.isVersioned(operation, routed) ? conditional : whole
  return Operation.answersRecord(operation, routed) ? versioned : whole
}

const handler = (operation: Implementation.Runnable & Operation.Routed) => {
  const invoke = Invoke.compile(operation)
  const input = inputDecoder(operation)
  const respond = responderOf(operation)
  const finish = (answer: Invoke.Answer, request: ApiRoute.ApiRequest, exchange: Exchange["Service"]) => {
    // The response may contain a one-time secret.
    if (operation.kind !== "read") exchange.headers["cache-control"] = "no-store"
    if (answer.isReplayed) exchange.headers["idempotent-replayed"] = "true"
    if (answer.isDryRun === true) exchange.headers["dry-run"] = "true"
    if (answer.warning !== undefined) exchange.headers["service-warning"] = answer.warning
    return respond(answer, request, exchange)
  }
  // This avoids a generator, which would be created for each request and outlive it.
  return ((request, params, exchange) => {
    Object.assign(exchange.headers, Deprecation.headersOf(operation))
    return Effect.flatMap(Auth.authenticate(request), (actor) => {
      const called = Effect.updateContext(
        invoke(input(request, params, ofActor(actor))),
        (context: Context.Context<Invoke.Dependencies>) =>
          Context.add(
            Context.add(context, Actor, actor),
            Call,
            Call.ofHeaders(operation, "rest", exchange, request.headers)
          )
      )
      return Effect.map(called, (answer) => finish(answer, request, exchange))
    })
  }) satisfies ApiRoute.Handler
}

/** The routes, from which the middleware knows the methods of an address. */
export const routes = routed.map(({ http }) => ({ method: http.method, path: `/v1${http.path}` as const }))

/** The route of an operation. Its handler is compiled at the first call. */
const route = (operation: Implementation.Runnable & Operation.Routed) => {
  const made = lazy(() => handler(operation))
  const handle: ApiRoute.Handler = (request, params, exchange) => made()(request, params, exchange)
  return ApiRoute.add(operation.http.method, `/v1${operation.http.path}`, handle)
}

export const layer = Layer.mergeAll(Layer.empty, ...routed.map(route))
