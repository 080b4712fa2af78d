/** The authorization server's endpoints, handed to the library with the request as Node has it. */
import * as NodeHttpServerRequest from "@effect/platform-node/NodeHttpServerRequest"
import { Effect, Layer } from "effect"
import { HttpRouter, HttpServerRequest, HttpServerResponse } from "effect/http"
import type { IncomingMessage, ServerResponse } from "node:http"
import { BaseUrl } from "../../../layers/BaseUrl.ts"
import type { RateLimited } from "../../../schema/Fault.ts"
import * as Auth from "../Auth.ts"
import { Exchange } from "../Exchange.ts"
import * as Page from "../pages/Page.ts"
import { AuthorizationServer } from "./AuthorizationServer.ts"

/** The library works out its own address from these, and a caller must not have a say in that. */
const pretend = ({ headers }: IncomingMessage, base: string) => {
  const { host, protocol } = new URL(base)
  headers["x-forwarded-proto"] = protocol.slice(0, -1)
  headers["x-forwarded-host"] = host
  headers.host = host
}

const answer = Effect.gen(function* () {
  const request = yield* HttpServerRequest.HttpServerRequest
  const incoming = NodeHttpServerRequest.toIncomingMessage(request) as IncomingMessage
  const outgoing = NodeHttpServerRequest.toServerResponse(request) as ServerResponse
  const { handle } = yield* yield* AuthorizationServer
  pretend(incoming, yield* BaseUrl)
  for (const [name, value] of Object.entries((yield* Exchange).headers)) outgoing.setHeader(name, value)
  yield* Effect.callback<void>((resume) => {
    outgoing.once("close", () => resume(Effect.void))
    void handle(incoming, outgoing)
  })
  return HttpServerResponse.empty({ status: outgoing.statusCode })
})

/** Clients of these endpoints read RFC 6749's errors, not our envelope. */
const tooMany = Effect.fnUntraced(function* (fault: RateLimited) {
  const { headers } = yield* Exchange
  if (fault.retryAfter !== undefined) headers["retry-after"] = String(fault.retryAfter)
  const body = { error: "temporarily_unavailable", error_description: fault.message }
  return HttpServerResponse.text(JSON.stringify(body), { status: 429, contentType: "application/json" })
})

const limited = (purpose: string) =>
  Effect.gen(function* () {
    yield* Auth.countAddress(yield* HttpServerRequest.HttpServerRequest, purpose)
    return yield* answer
  })

const forClients = (purpose: string) => Effect.catchTag(limited(purpose), "rate_limit_error", tooMany)

const pages = [
  Page.route("GET", "/oauth/authorize", limited("authorization")),
  Page.route("GET", "/oauth/authorize/:uid", limited("authorization"))
]

const posts = [
  { path: "/oauth/token", handler: forClients("token") },
  { path: "/oauth/register", handler: forClients("registration") },
  { path: "/oauth/revoke", handler: forClients("token") }
] as const

export const routes = [...pages, ...posts.map(({ path }) => ({ method: "POST", path }))]

const [token, register, revoke] = posts.map(({ handler, path }) => HttpRouter.add("POST", path, handler))

export const layer = Layer.mergeAll(Page.layer(pages), token!, register!, revoke!)
