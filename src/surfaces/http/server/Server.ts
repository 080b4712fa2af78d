/** The Node server under every surface: TLS, parser errors in the envelope, graceful shutdown. */
import { Context, Duration, Effect, FiberSet, FileSystem, Layer, Schema } from "effect"
import * as NodeHttpServer from "@effect/platform-node/NodeHttpServer"
import {
  createServer,
  type IncomingMessage,
  type Server as HttpServer,
  type ServerOptions,
  type ServerResponse,
  STATUS_CODES
} from "node:http"
import { createServer as createTlsServer } from "node:https"
import { Server as NetServer, type Socket } from "node:net"
import { createSecureContext } from "node:tls"
import { ShutdownSignal } from "../../../../layers/runtime/ShutdownSignal.ts"
import { Outages } from "../../../../layers/runtime/Outages.ts"
import * as Loopback from "../../../shared/network/Loopback.ts"
import { Settings } from "../../../../layers/settings/Settings.ts"
import { headersTooLarge, Invalid, statusOf } from "../../../../schema/Fault.ts"
import * as TrustedProxies from "../../../shared/network/TrustedProxies.ts"
import * as RawError from "./RawError.ts"
import * as ConnectionLimit from "./ConnectionLimit.ts"
import { longOf } from "../Deadline.ts"
import * as StartupQueue from "./StartupQueue.ts"
import * as EventLoop from "./EventLoop.ts"
import { SingleWriteResponse } from "./SingleWriteResponse.ts"

export class StartError extends Schema.TaggedError<StartError>()("StartError", { message: Schema.String }) {}

/** `Upgrade` is ignored, as HTTP allows, because the server supports no other protocol. */
const options = {
  ServerResponse: SingleWriteResponse,
  requireHostHeader: false,
  keepAliveTimeout: 65_000,
  headersTimeout: 20_000,
  connectionsCheckingInterval: 5_000,
  shouldUpgradeCallback: () => false
} satisfies ServerOptions<typeof IncomingMessage, typeof SingleWriteResponse>

/** The newest response on each socket. */
const responses = new WeakMap<Socket, ServerResponse>()

/** Whether a response has begun on this socket; a second one would garble it. */
const isAnswering = (socket: Socket): boolean => {
  const response = responses.get(socket)
  return response !== undefined && response.headersSent && !response.writableFinished
}

/** Sends our envelope instead of Node's plain text for requests that the HTTP parser refuses. */
const onClientError = (error: Error & { readonly code?: string }, socket: Socket) => {
  if (error.code === "ECONNRESET" || !socket.writable || isAnswering(socket)) return socket.destroy()
  const overflow = error.code === "HPE_HEADER_OVERFLOW"
  const slow = error.code === "ERR_HTTP_REQUEST_TIMEOUT"
  const fault = new Invalid({
    code: "invalid_request",
    message: slow
      ? "The request took too long to arrive. Send it again, in one go."
      : overflow
        ? "The request's headers are too large; send less than 16 KiB of them."
        : "The request is not valid HTTP."
  })
  const { body, headers, status } = RawError.refusal(fault, overflow ? headersTooLarge : statusOf(fault))
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join("")}\r\n${body}`)
}

const prepare = (server: HttpServer) => {
  server.on("request", (request, response) => responses.set(request.socket, response))
  server.on("clientError", onClientError)
  // Unknown expectations are ignored too; Node's own response would not be in the envelope.
  server.on("checkExpectation", (request, response) => server.emit("request", request, response))
  StartupQueue.queueUntilRouted(server)
  return server
}

/** Reads the certificate and its key. */
export const credentials = Effect.fnUntraced(function* (certPath: string, keyPath: string) {
  const fs = yield* FileSystem.FileSystem
  const read = (path: string, name: string) =>
    fs
      .readFileString(path)
      .pipe(
        Effect.mapError(
          () => new StartError({ message: `${name} names a file that cannot be read: ${path}` })
        )
      )
  const tls = { cert: yield* read(certPath, "TLS_CERT"), key: yield* read(keyPath, "TLS_KEY") }
  yield* Effect.try({
    try: () => createSecureContext(tls),
    catch: (error) =>
      new StartError({ message: `TLS_CERT and TLS_KEY cannot be used: ${(error as Error).message}` })
  })
  return tls
})

const make = Effect.gen(function* () {
  const { host, requestTimeout, tlsCert, tlsKey, trustProxy } = yield* Settings
  // Closes connections with slow bodies. Deadline responds to such a request long before.
  const timed = { ...options, requestTimeout: longOf(requestTimeout) + 10_000 }
  if ((tlsCert === undefined) !== (tlsKey === undefined)) {
    return yield* new StartError({ message: "TLS_CERT and TLS_KEY go together: set both or neither" })
  }
  if (tlsCert !== undefined && tlsKey !== undefined) {
    const tls = yield* credentials(tlsCert, tlsKey)
    return () => prepare(createTlsServer({ ...timed, ...tls }))
  }
  if (!Loopback.has(host) && trustProxy === TrustedProxies.none) {
    return yield* new StartError({
      message: `HOST ${host} is reachable from outside, so it needs HTTPS: set TLS_CERT and TLS_KEY, or TRUST_PROXY=true behind a proxy that terminates TLS`
    })
  }
  return () => prepare(createServer(timed))
})

/** Shuts the server down in steps. */
export class Drain extends Context.Service<
  Drain,
  {
    /** Whether shutdown has begun; /readyz then tells balancers to send no more requests. */
    readonly hasBegun: Effect.Effect<boolean>
    /** Waits for balancers to notice, then stops taking connections; existing connections stay open. */
    readonly deafen: Effect.Effect<void>
    /** Like `deafen`, but also waits until every request on existing connections is answered. */
    readonly drain: Effect.Effect<void>
  }
>()("pipeline/surfaces/Drain") {
  /** Build this after the layers that serve, so that it is released before them. */
  static readonly layer = Layer.effectDiscard(
    Effect.flatMap(Drain, ({ drain }) => Effect.addFinalizer(() => drain))
  )
}

/** Bypasses `close` of Node's HTTP server, which closes idle connections at once even if a client is sending on one. */
const close = (server: HttpServer, onClosed?: () => void) => NetServer.prototype.close.call(server, onClosed)

/** Closes each connection after its next response, so that a proxy keeps none that is about to end. */
const closeEach = (server: HttpServer) =>
  server.prependListener("request", (_request, response) => response.setHeader("connection", "close"))

/** Closes idle connections, and waits for the others. */
const drain = (server: HttpServer, grace: Duration.Duration) => {
  const closed = Effect.callback<void>((resume) => {
    close(server, () => resume(Effect.void))
  })
  // Runs at the end of an event loop turn, so that requests that have already arrived are read and keep their connection.
  const closeIdle = Effect.callback<void>((resume) => {
    setImmediate(() => {
      server.closeIdleConnections()
      resume(Effect.void)
    })
  })
  const silence = Effect.forever(Effect.delay(closeIdle, "300 millis"))
  return Effect.timeoutOrElse(Effect.raceFirst(closed, silence), {
    duration: grace,
    orElse: () => Effect.void
  })
}

export const layer = Layer.unwrap(
  Effect.gen(function* () {
    const settings = yield* Settings
    const server = (yield* make)()
    const { note } = yield* Outages
    const run = yield* FiberSet.makeRuntime()
    ConnectionLimit.limit(server, (limit) =>
      run(note("Connections are turned away", `${limit} are open, and there are descriptors for no more`))
    )
    const listening = NodeHttpServer.layer(() => server, {
      port: settings.port,
      host: settings.host,
      gracefulShutdownTimeout: settings.grace
    }).pipe(
      Layer.catchTag("ServeError", (error) =>
        Layer.effectContext(
          Effect.fail(
            new StartError({
              message: `Cannot listen on ${settings.host}:${settings.port}: ${String((error.cause as Error).message ?? error.cause)}. Set PORT to a free port (0 picks one)`
            })
          )
        )
      )
    )
    const ending = { hasBegun: false }
    const begin = Effect.sync(() => {
      ending.hasBegun = true
      closeEach(server)
    })
    const announced = yield* Effect.cached(Effect.andThen(begin, Effect.sleep(settings.shutdownDelay)))
    const ends = Drain.of({
      hasBegun: Effect.sync(() => ending.hasBegun),
      deafen: Effect.andThen(
        announced,
        Effect.sync(() => close(server))
      ),
      drain: Effect.andThen(announced, drain(server, settings.grace))
    })
    return Layer.mergeAll(
      listening,
      EventLoop.layer,
      Layer.succeed(Drain, ends),
      Layer.succeed(ShutdownSignal, ending)
    )
  })
).pipe(Layer.provideMerge(Outages.layer))
