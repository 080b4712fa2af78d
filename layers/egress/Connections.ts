/**
 * One HTTP exchange with one vetted address. The agent connects to the address, so no name is resolved here. The URL's host is only used
 * for `Host`, SNI and the certificate check.
 */
import { Context, Deferred, type Duration, Effect, Layer, Option } from "effect"
import * as http from "node:http"
import * as https from "node:https"
import * as IpAddress from "../../src/shared/network/IpAddress.ts"
import * as PublicUrl from "../../src/shared/network/PublicUrl.ts"
import { type HttpAgents, makeAgents } from "./HttpAgents.ts"
import * as Failure from "./EgressFailure.ts"
import { version } from "../runtime/Version.ts"

export interface Call {
  readonly url: URL
  readonly address: IpAddress.IpAddress
  readonly method: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: Uint8Array | undefined
  readonly connectTimeout: Duration.Input
  readonly maxResponseBytes: number
  readonly whenTooLarge: "cut" | "fail"
  /** Whether to skip the body of a response with this status. */
  readonly skipsBody: (status: number) => boolean
}

export interface Reply {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: Uint8Array
  readonly truncated: boolean
}

const headersOf = (call: Call) => ({
  "user-agent": `sales-pipeline/${version}`,
  "accept-encoding": "identity",
  ...call.headers,
  host: call.url.host,
  ...(call.body === undefined ? {} : { "content-length": String(call.body.byteLength) })
})

const optionsOf = (call: Call): https.RequestOptions => {
  const host = PublicUrl.hostOf(call.url)
  return {
    host: IpAddress.format(call.address),
    port: call.url.port,
    path: `${call.url.pathname}${call.url.search}`,
    method: call.method,
    // SNI allows only names; with "" the certificate is checked against the address.
    servername: Option.isSome(IpAddress.parse(host)) ? "" : host,
    headers: headersOf(call)
  }
}

type Settle = (outcome: Effect.Effect<Reply, Failure.EgressFailure>) => void

const flatten = (headers: http.IncomingHttpHeaders): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, [value].flat().join(", ")]))

/** Collects the body up to the limit, and reads nothing beyond it. */
const collect = (call: Call, response: http.IncomingMessage, settle: Settle): void => {
  const status = response.statusCode ?? 0
  const chunks: Array<Uint8Array> = []
  let room = call.maxResponseBytes
  const finish = (truncated: boolean) =>
    settle(
      Effect.succeed({ status, headers: flatten(response.headers), body: Buffer.concat(chunks), truncated })
    )
  const overflow = () =>
    call.whenTooLarge === "cut"
      ? finish(true)
      : settle(Effect.fail(Failure.tooLarge(call.url.host, call.maxResponseBytes)))
  if (call.skipsBody(status)) finish(true)
  else if (call.whenTooLarge === "fail" && Number(response.headers["content-length"]) > room) overflow()
  else {
    response.on("end", () => finish(false))
    response.on("data", (chunk: Uint8Array) => {
      chunks.push(chunk.subarray(0, room))
      if (chunk.byteLength > room) {
        overflow()
        response.destroy()
      }
      room -= Math.min(room, chunk.byteLength)
    })
    return
  }
  response.destroy()
}

const begin = (call: Call, agents: HttpAgents): http.ClientRequest =>
  call.url.protocol === "https:"
    ? https.request({ ...optionsOf(call), agent: agents.https })
    : http.request({ ...optionsOf(call), agent: agents.http })

type Connected = Deferred.Deferred<void>

const markConnected = (call: Call, request: http.ClientRequest, connected: Connected) => {
  const event = call.url.protocol === "https:" ? "secureConnect" : "connect"
  const mark = () => Deferred.doneUnsafe(connected, Effect.void)
  request.on("socket", (socket) => (request.reusedSocket ? mark() : socket.once(event, mark)))
}

const settleBy = (call: Call, request: http.ClientRequest, connected: Connected, settle: Settle) => {
  let isAnswered = false
  const fail = (error: Error) => {
    const wasReused = request.reusedSocket && !isAnswered
    const socket = { wasConnected: Deferred.isDoneUnsafe(connected), wasReused }
    settle(Effect.fail(Failure.fromSocket(call.url.host, error, socket)))
  }
  request.on("response", (response) => {
    isAnswered = true
    response.on("error", fail)
    collect(call, response, settle)
  })
  request.on("upgrade", (response, socket) => {
    socket.destroy()
    fail(Object.assign(new Error("upgrade"), { code: `HTTP ${response.statusCode}` }))
  })
  request.on("error", fail)
}

const send = (call: Call, agents: HttpAgents, connected: Connected) =>
  Effect.callback<Reply, Failure.EgressFailure>((settle) => {
    const request = begin(call, agents)
    markConnected(call, request, connected)
    settleBy(call, request, connected, settle)
    request.end(call.body)
    return Effect.sync(() => request.destroy())
  })

export class Connections extends Context.Service<
  Connections,
  { readonly exchange: (call: Call) => Effect.Effect<Reply, Failure.EgressFailure> }
>()("pipeline/layers/Connections") {
  static readonly layer = Layer.effect(
    Connections,
    Effect.gen(function* () {
      const agents = yield* makeAgents
      const once = Effect.fnUntraced(function* (call: Call, agents: HttpAgents) {
        const connected = Deferred.makeUnsafe<void>()
        const deadline = Deferred.await(connected).pipe(
          Effect.timeoutOrElse({
            duration: call.connectTimeout,
            orElse: () => Effect.fail(Failure.tooSlowToConnect(call.url.host))
          }),
          Effect.andThen(Effect.never)
        )
        return yield* Effect.raceFirst(send(call, agents, connected), deadline)
      })
      /** Retries on a new connection if a stale pooled one failed. The server may then get the request twice. */
      const exchange = (call: Call) =>
        Effect.catchIf(
          once(call, agents),
          (failure) => failure.wasStale === true,
          () => once(call, agents.fresh)
        )
      return Connections.of({ exchange })
    })
  )
}
