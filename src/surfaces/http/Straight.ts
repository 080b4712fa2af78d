/**
 * The straight way of a call over REST or MCP: from Node's request to its operation and back in one fiber, past Effect's
 * server, router and middleware, which serve every surface. It does what these do, by the same functions; a request with
 * anything unusual about it goes through them.
 */
import { Cause, Clock, Context, Effect, Exit, type Fiber, Option } from "effect"
import type { HttpServerRequest } from "effect/http"
import type { IncomingMessage, Server, ServerResponse } from "node:http"
import { Readable } from "node:stream"
import { pipeline } from "node:stream/promises"
import { Ending } from "../../../layers/platform/Ending.ts"
import { Ids } from "../../../layers/platform/Ids.ts"
import { Linked, Member } from "../../../layers/platform/Linked.ts"
import { Settings } from "../../../layers/platform/Settings.ts"
import type { Fault } from "../../../schema/Fault.ts"
import { Patience } from "../../Call.ts"
import * as Answer from "./Answer.ts"
import { hasBody } from "./Arrival.ts"
import * as Compressed from "./Compressed.ts"
import * as Deadline from "./Deadline.ts"
import type { Route } from "./Addresses.ts"
import * as Exchange from "./Exchange.ts"
import * as Metrics from "./Metrics.ts"

/** What of a request its answer depends on, whichever way it goes. */
export interface Asked extends Pick<
  HttpServerRequest.HttpServerRequest,
  "arrayBuffer" | "headers" | "remoteAddress" | "url"
> {
  readonly source: IncomingMessage
}

export type Params = Readonly<Record<string, string | undefined>>

export type Handler = (
  asked: Asked,
  params: Params,
  exchange: Exchange.Exchange["Service"]
) => Effect.Effect<Answer.Reply, unknown, any>

interface Way {
  /** How routes are answered, by method and pattern. */
  readonly handlers: Map<string, Handler>
  /** Answers a request, or returns false and leaves it alone. */
  take: (request: IncomingMessage, response: ServerResponse) => boolean
}

export const make = (): Way => ({ handlers: new Map(), take: () => false })

/** The way of this server. */
export const Straight = Context.Reference<Way>("pipeline/surfaces/Straight", { defaultValue: make })

/** Offers each request to `way` first. */
export const before = (server: Server, way: Way) => {
  const emit = server.emit.bind(server) as (...args: ReadonlyArray<unknown>) => boolean
  server.emit = (event: string, ...args: ReadonlyArray<any>) =>
    (event === "request" && way.take(args[0], args[1])) || emit(event, ...args)
}

interface Found {
  readonly handler: Route
  readonly params: Params
}

/** What the middleware of all surfaces knows (`Edge`). */
interface Common {
  readonly find: (method: string, url: string) => Found | undefined
  /** Why a request is refused whatever it asks for; `headers` are those of its answer. */
  readonly refusal: (asked: Asked, route: Route, headers: Record<string, string>) => Fault | undefined
  /** Headers of every answer of a route. */
  readonly always: (route: Route) => Readonly<Record<string, string>>
}

/** A request that goes this way. */
interface Taken extends Found {
  readonly asked: Asked
  readonly handle: Handler
  readonly exchange: ReturnType<typeof Exchange.begin>
  readonly response: ServerResponse
}

class UnderWay extends Member {
  readonly fiber: Fiber.Fiber<unknown>

  constructor(fiber: Fiber.Fiber<unknown>) {
    super()
    this.fiber = fiber
  }
}

const methods = new Set(["GET", "POST", "PATCH", "PUT", "DELETE"])

/** Of a body, in bytes. A longer one may have to be let through unread, or its connection closed. */
const longest = 65_536

/** Nothing about it is told apart, and it can be read at once. */
const isUsual = ({ headers, method, url }: IncomingMessage) =>
  url!.startsWith("/") &&
  methods.has(method!) &&
  headers["traceparent"] === undefined &&
  headers["transfer-encoding"] === undefined &&
  headers["expect"] === undefined &&
  (headers["content-length"] === undefined || Number(headers["content-length"]) <= longest)

/** Effect's server sees to it that an answer gets through before the connection is closed upon a body that nobody read. */
const isLast = (request: IncomingMessage, { shouldKeepAlive }: ServerResponse) =>
  !shouldKeepAlive && hasBody(request)

/** The router decodes what is escaped in a path. */
const isPlain = (url: string) => {
  const escape = url.indexOf("%")
  if (escape < 0) return true
  const query = url.indexOf("?")
  return query >= 0 && query < escape
}

const askedOf = (request: IncomingMessage): Asked => ({
  // It is read from its source.
  arrayBuffer: Effect.never,
  headers: request.headers as Asked["headers"],
  remoteAddress: Option.fromUndefinedOr(request.socket.remoteAddress),
  source: request,
  url: request.url!
})

const failed = (cause: Cause.Cause<unknown>) => Effect.flatMap(Answer.faultOf(cause), Answer.replyOf)

/** Takes requests until the scope closes; none if they are traced or logged one by one. */
export const open = Effect.fnUntraced(function* ({ always, find, refusal }: Common) {
  const context = yield* Effect.context<any>()
  const { accessLog } = yield* Settings
  const isTraced = yield* Effect.withFiber((fiber) => Effect.succeed(fiber.cache.tracerEnabled))
  if (accessLog || isTraced) return
  const way = yield* Straight
  const ending = Context.getOrUndefined(context, Ending)
  const clock = yield* Clock.Clock
  const ids = yield* Ids
  const deadline = yield* Deadline.Deadline
  const underWay = new Linked<UnderWay>()

  const answer = ({ asked, exchange, handle, handler: { surface }, params, response }: Taken) => {
    const { headers, source } = asked
    const began = clock.currentTimeNanosUnsafe()
    const { left, patience } = Deadline.begin(deadline, source)
    const given = Context.add(Context.add(context, Exchange.Exchange, exchange), Patience, patience)
    const run = Effect.runForkWith(given)
    let isOver = false

    /** Whether the answer has begun. What comes of the call after its answer is nobody's. */
    const begin = (status: number) => {
      if (isOver) return false
      isOver = true
      Metrics.answered(surface, status, clock.currentTimeNanosUnsafe() - began, context)
      if (response.destroyed) return false
      response.writeHead(status, exchange.headers)
      return true
    }
    const send = (status: number, body?: string | Uint8Array) => {
      if (begin(status)) response.end(body)
    }
    const stream = (status: number, body: ReadableStream) =>
      Effect.promise(async (signal) => {
        if (!begin(status)) return body.cancel()
        response.flushHeaders()
        return pipeline(Readable.fromWeb(body as never), response, { signal })
      })
    const reply = ({ body, status }: Answer.Reply) => {
      if (body === undefined) return Effect.sync(() => send(status))
      if (typeof body !== "string") return stream(status, body)
      return Effect.map(Compressed.json(headers, exchange.headers, body), (packed) => send(status, packed))
    }

    const called = Effect.flatMap(ids.uuid, (id) => {
      Exchange.name(exchange, id)
      return Effect.flatMap(Effect.catchCause(handle(asked, params, exchange), failed), reply)
    })
    const fiber = run(called)
    // Only a header that Node refuses, or a stream that broke.
    fiber.addObserver((exit) => Exit.hasDies(exit) && response.destroy())
    if (fiber.pollUnsafe() !== undefined) return

    const stop = Deadline.watch(left, () => {
      if (isOver) return
      const late = run(Effect.flatMap(failed(Cause.fail(Answer.unavailable)), reply))
      // Not before it is answered: what is interrupted may give up the connection.
      late.addObserver(() => fiber.interruptUnsafe())
    })
    const one = new UnderWay(fiber)
    underWay.add(one)
    // A client that goes away breaks nothing off: a write that was sent and forgotten is done.
    fiber.addObserver(() => {
      stop()
      underWay.delete(one)
    })
  }

  way.take = (request, response) => {
    if (!isUsual(request) || isLast(request, response) || ending?.hasBegun === true) return false
    const { method, url } = request
    if (!isPlain(url!)) return false
    const found = find(method!, url!)
    const handle = found && way.handlers.get(`${method} ${found.handler.path}`)
    if (handle === undefined) return false
    const [asked, exchange] = [askedOf(request), Exchange.begin(always(found!.handler), found!.handler)]
    if (refusal(asked, found!.handler, exchange.headers) !== undefined) return false
    answer({ ...found!, asked, exchange, handle, response })
    return true
  }
  yield* Effect.addFinalizer(() =>
    Effect.sync(() => {
      way.take = () => false
      for (const { fiber } of underWay.all()) fiber.interruptUnsafe()
    })
  )
})
