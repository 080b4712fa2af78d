/** The authorization server's endpoints, which pass Node's request on to the library. */
import * as NodeHttpServerRequest from "@effect/platform-node/NodeHttpServerRequest"
import { Effect, Layer } from "effect"
import { HttpRouter, HttpServerRequest, HttpServerResponse } from "effect/http"
import { IncomingMessage, type ServerResponse } from "node:http"
import { BaseUrl } from "../../../layers/runtime/BaseUrl.ts"
import { type Invalid, statusOf } from "../../../schema/Fault.ts"
import { invalidText } from "../../input/InvalidInput.ts"
import * as Loopback from "../../shared/network/Loopback.ts"
import * as Auth from "../Auth.ts"
import * as Body from "../http/request/Body.ts"
import { Exchange } from "../http/Exchange.ts"
import * as Json from "../http/request/Json.ts"
import * as PageResponse from "../web/PageResponse.ts"
import * as Urlencoded from "../http/request/Urlencoded.ts"
import { AuthorizationServer } from "./AuthorizationServer.ts"

/** Sets the headers from which the library works out its own address, so that a caller can't change it. */
const pretend = ({ headers }: IncomingMessage, base: string) => {
  const { host, protocol } = new URL(base)
  headers["x-forwarded-proto"] = protocol.slice(0, -1)
  headers["x-forwarded-host"] = host
  headers.host = host
}

/** Replaces a `resource` that uses another name of this host by the server's own name. */
const withOwnName = (fields: string, base: string): string => {
  const parameters = new URLSearchParams(fields)
  const resources = parameters.getAll("resource")
  const own = resources.map((resource) => Loopback.renamed(resource, base))
  if (own.every((resource, at) => resource === resources[at])) return fields
  parameters.delete("resource")
  for (const resource of own) parameters.append("resource", resource)
  return parameters.toString()
}

/** The original request, with the body that we read put back for the library to read. */
const again = (incoming: IncomingMessage, body: Uint8Array) => {
  const { httpVersion, method, rawHeaders, socket, url } = incoming
  const headers = { ...incoming.headers, "content-length": String(body.length) }
  const head = { headers, httpVersion, method, rawHeaders, url, complete: true }
  const request = Object.assign(new IncomingMessage(socket), head)
  request.push(body)
  request.push(null)
  return request
}

const answer = Effect.fnUntraced(function* (body?: Uint8Array) {
  const request = yield* HttpServerRequest.HttpServerRequest
  const received = NodeHttpServerRequest.toIncomingMessage(request) as IncomingMessage
  const base = yield* BaseUrl
  const incoming = body === undefined ? received : again(received, body)
  const [path, query] = incoming.url!.split("?", 2)
  if (query !== undefined) incoming.url = `${path}?${withOwnName(query, base)}`
  const outgoing = NodeHttpServerRequest.toServerResponse(request) as ServerResponse
  const { handle } = yield* yield* AuthorizationServer
  pretend(incoming, base)
  for (const [name, value] of Object.entries((yield* Exchange).headers)) outgoing.setHeader(name, value)
  yield* Effect.callback<void>((resume) => {
    outgoing.once("close", () => resume(Effect.void))
    void handle(incoming, outgoing)
  })
  return HttpServerResponse.empty({ status: outgoing.statusCode })
})

/** Clients of these endpoints read RFC 6749's errors, not our envelope. */
const refuse = Effect.fnUntraced(function* (fault: Body.Unread) {
  const { headers } = yield* Exchange
  if (fault.retryAfter !== undefined) headers["retry-after"] = String(fault.retryAfter)
  const error = fault._tag === "invalid_request_error" ? "invalid_request" : "temporarily_unavailable"
  const body = JSON.stringify({ error, error_description: fault.message })
  return HttpServerResponse.text(body, {
    status: statusOf(fault),
    contentType: "application/json",
    headers: { "cache-control": "no-store" }
  })
})

/** Refuses text that can't be stored before the library tries to store it. */
const checkStorable = (body: unknown): Effect.Effect<void, Invalid> => {
  const fault = invalidText(body, "invalid_body")
  return fault === undefined ? Effect.void : Effect.fail(fault)
}

const parse = (text: string, contentType: string | undefined): Effect.Effect<unknown, Invalid> =>
  Body.isJson(contentType) ? Json.parse(text) : Effect.map(Urlencoded.parse(text), (fields) => [...fields])

const forClients = (purpose: string) =>
  Effect.gen(function* () {
    const request = yield* HttpServerRequest.HttpServerRequest
    yield* Auth.countAddress(request, purpose)
    const sender = yield* Auth.senderOf(request)
    const body = yield* Body.readBytes(request, sender, Body.smallForm)
    const text = yield* Body.textOf(body)
    const requestBody = yield* parse(text, request.headers["content-type"])
    yield* checkStorable(requestBody)
    const own = withOwnName(text, yield* BaseUrl)
    return yield* answer(own === text ? body : Buffer.from(own))
  }).pipe(Effect.catchTag(["api_error", "invalid_request_error", "rate_limit_error"], refuse))

const unreadable = new PageResponse.Refusal({
  type: "invalid_request_error",
  message: "The app's request contains characters that are not allowed. Connect the app again."
})

/** The library supports fragments, but they stay in the browser, where scripts and the history can read them. */
const byFragment = new PageResponse.Refusal({
  type: "invalid_request_error",
  message: "The app asks for its answer by response_mode=fragment. It must ask for query, or for none."
})

const page = Effect.gen(function* () {
  const request = yield* HttpServerRequest.HttpServerRequest
  yield* Auth.countAddress(request, "authorization")
  const { searchParams } = new URL(request.url, "http://here.invalid")
  yield* Effect.mapError(checkStorable([...searchParams]), () => unreadable)
  if (searchParams.getAll("response_mode").includes("fragment")) return yield* byFragment
  return yield* answer()
})

const pages = [
  PageResponse.route("GET", "/oauth/authorize", page),
  PageResponse.route("GET", "/oauth/authorize/:uid", page)
]

const posts = [
  { path: "/oauth/token", handler: forClients("token") },
  { path: "/oauth/register", handler: forClients("registration") },
  { path: "/oauth/revoke", handler: forClients("token") }
] as const

export const routes = [...pages, ...posts.map(({ path }) => ({ method: "POST", path }))]

const [token, register, revoke] = posts.map(({ handler, path }) => HttpRouter.add("POST", path, handler))

export const layer = Layer.mergeAll(PageResponse.layer(pages), token!, register!, revoke!)
