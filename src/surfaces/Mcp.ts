/** The MCP server over Streamable HTTP: stateless, each request authenticated and limited as over REST. */
import { Context, Effect, Result } from "effect"
import { HttpRouter, HttpServerRequest, HttpServerResponse } from "effect/http"
import { Actor } from "../../layers/identity/Actor.ts"
import { Credentials } from "../../layers/identity/Credentials.ts"
import { BaseUrl } from "../../layers/platform/BaseUrl.ts"
import type { Fault } from "../../schema/Fault.ts"
import * as Audited from "../Audited.ts"
import * as Answer from "./http/Answer.ts"
import * as Auth from "./Auth.ts"
import * as Body from "./http/Body.ts"
import { Exchange } from "./http/Exchange.ts"
import { ofActor } from "./http/InFlight.ts"
import * as Json from "./http/Json.ts"
import * as CallArguments from "./mcp/CallArguments.ts"
import * as Challenge from "./mcp/Challenge.ts"
import * as Direct from "./mcp/Direct.ts"
import * as Protocol from "./mcp/Protocol.ts"
import * as Toolsets from "./mcp/Toolsets.ts"
import * as Unread from "./mcp/Unread.ts"
import * as View from "./mcp/View.ts"

const path = "/mcp"

/** The caller. If there is none, the response says where to ask for a token. */
const authenticate = Effect.fnUntraced(function* (request: HttpServerRequest.HttpServerRequest) {
  const base = yield* BaseUrl
  const { headers } = yield* Exchange
  return yield* Effect.tapError(Auth.authenticate(request), (fault: Fault) =>
    Effect.sync(() => {
      if (fault._tag !== "authentication_error") return
      headers["www-authenticate"] = Challenge.ofFault(base, fault)
    })
  )
})

/** A message that needs a scope calls a tool there is, or reads a resource. */
const nameOf = (message: any): string =>
  message.method === "tools/call" ? `mcp.${message.params.name}` : "mcp.resources"

/** Refuses a message the caller's consent doesn't cover, before any of it runs. */
const admit = Effect.fnUntraced(function* (actor: Actor["Service"], message: unknown, asked: Toolsets.Asked) {
  const refusal = Challenge.stepUp(yield* BaseUrl, actor, Protocol.scopesOf(message, actor, asked))
  if (refusal === undefined) return
  const { headers, requestId } = yield* Exchange
  headers["www-authenticate"] = refusal.header
  const call = { requestId, surface: "mcp", idempotencyKey: undefined } as const
  const operation = { id: nameOf(message), kind: "write" } as const
  yield* Audited.turnedAway({ operation, actor, call, input: undefined }, refusal.fault)
  return yield* refusal.fault
})

const passed = ["content-type", "mcp-protocol-version", "mcp-method", "mcp-name"]

/**
 * The request's headers as the SDK reads them; the body is passed already parsed. Whatever a client says it accepts, it gets
 * one JSON response, or the stream it asked for.
 */
const toWeb = (headers: Readonly<Record<string, string | undefined>>) =>
  new Request(`http://localhost${path}`, {
    method: "POST",
    headers: [
      ["accept", "application/json, text/event-stream"],
      ...passed.flatMap((name): Array<[string, string]> => {
        const value = headers[name]
        return value === undefined ? [] : [[name, value]]
      })
    ]
  })

/** A result is sent whole; only a stream stays a stream. */
const fromWeb = (response: Response) =>
  response.headers.get("content-type")?.startsWith("application/json") === true
    ? Effect.map(
        Effect.promise(() => response.text()),
        (text) => HttpServerResponse.text(text, { status: response.status, contentType: "application/json" })
      )
    : Effect.succeed(HttpServerResponse.fromWeb(response))

const handler = (serve: Protocol.Serve) =>
  Effect.gen(function* () {
    const request = yield* HttpServerRequest.HttpServerRequest
    const known = yield* authenticate(request)
    const asked = yield* Toolsets.of(request.url)
    const text = yield* Body.readText(request, ofActor(known))
    const read = yield* Effect.result(Effect.flatMap(Json.parse(text), CallArguments.read))
    if (Result.isFailure(read)) {
      const message = yield* Unread.messageIn(text)
      yield* admit(known, message, asked)
      return yield* Unread.answer(read.failure, request.headers, message)
    }
    const parsedBody = read.success
    const agent = Direct.agentIn(parsedBody)
    if (agent !== undefined) (yield* Credentials).named(known, agent)
    const actor = Auth.calling(known, agent)
    yield* admit(actor, parsedBody, asked)
    const plain = Direct.callIn(request.headers, parsedBody)
    if (plain !== undefined && Toolsets.refusal(asked, plain.tool.definition.name) === undefined) {
      const result = yield* Effect.provideService(plain.tool.call(plain.args), Actor, actor)
      return Answer.json(200, Direct.answer(plain, result))
    }
    const base = yield* BaseUrl
    const context = Context.add(yield* Effect.context<any>(), Actor, actor)
    const response = yield* Effect.promise((signal) => {
      const run: Protocol.Run = (effect) => Effect.runPromiseWith(context)(effect, { signal })
      return serve(toWeb(request.headers), parsedBody, { base, run, view: View.of(asked, actor) })
    })
    return yield* fromWeb(response)
  })

export const routes = [{ method: "POST", path, origins: "listed" as const }]

/** The surface; test builds add an extension. */
export const make = (extension?: Protocol.Extension) =>
  HttpRouter.add("POST", path, handler(Protocol.compile(extension)))

export const layer = make()
