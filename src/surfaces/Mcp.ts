/** The MCP server over Streamable HTTP: stateless, each request authenticated and limited as over REST. */
import { Context, Effect } from "effect"
import { Actor } from "../../layers/identity/Actor.ts"
import { Credentials } from "../../layers/identity/Credentials.ts"
import { calledBy } from "../../layers/identity/oauth/AccessTokens.ts"
import { BaseUrl } from "../../layers/runtime/BaseUrl.ts"
import type { Fault, Invalid } from "../../schema/Fault.ts"
import * as AuditEntries from "../invocation/AuditEntries.ts"
import { lazy } from "../shared/Memo.ts"
import type { Reply } from "./http/response/Answer.ts"
import * as Auth from "./Auth.ts"
import * as Body from "./http/request/Body.ts"
import * as ApiRoute from "./http/ApiRoute.ts"
import type { Exchange } from "./http/Exchange.ts"
import { ofActor } from "./http/server/InFlight.ts"
import * as Json from "./http/request/Json.ts"
import { membersOf } from "./mcp/arguments/EmptyArguments.ts"
import * as CallArguments from "./mcp/arguments/CallArguments.ts"
import * as CallTool from "./mcp/tools/CallTool.ts"
import * as Challenge from "./mcp/Challenge.ts"
import * as FastToolCall from "./mcp/FastToolCall.ts"
import * as RequiredScopes from "./mcp/RequiredScopes.ts"
import type * as Protocol from "./mcp/Protocol.ts"
import type { Services, Run } from "./mcp/tools/Tools.ts"
import * as Toolsets from "./mcp/tools/Toolsets.ts"
import { inForm } from "./mcp/results/Present.ts"
import * as UnparsableMessage from "./mcp/UnparsableMessage.ts"

const path = "/mcp"

/** A request and its caller. The message is parsed only once the sender is known. */
interface McpRequest {
  readonly request: ApiRoute.ApiRequest
  readonly exchange: Exchange["Service"]
  readonly actor: Actor["Service"]
  readonly toolset: Toolsets.Selection
}

/** The caller. Without one, the response says where to get a token. */
const authenticate = (request: ApiRoute.ApiRequest, { headers }: Exchange["Service"]) =>
  Effect.tapError(Auth.authenticate(request), (fault: Fault) =>
    fault._tag === "authentication_error"
      ? Effect.map(BaseUrl, (base) => {
          headers["www-authenticate"] = Challenge.ofFault(calledBy(base, request.headers.host), fault)
        })
      : Effect.void
  )

/** The name to log for a message that needs a scope: it calls an existing tool or reads a resource. */
const nameOf = (message: unknown): string => {
  const { method, params } = membersOf(message)
  return method === "tools/call" ? `mcp.${String(membersOf(params)["name"])}` : "mcp.resources"
}

const refuse = Effect.fnUntraced(function* (
  { actor, exchange, request }: McpRequest,
  message: unknown,
  refusal: Challenge.StepUp
) {
  exchange.headers["www-authenticate"] = refusal.header(calledBy(yield* BaseUrl, request.headers.host))
  const call = { requestId: exchange.requestId, surface: "mcp", idempotencyKey: undefined } as const
  const operation = { id: nameOf(message), kind: "write" } as const
  yield* AuditEntries.recordRefusal({ operation, actor, call, input: undefined }, refusal.fault)
  return yield* refusal.fault
})

/** Refuses a message the caller's consent doesn't cover, before any of it runs. */
const admit = (incoming: McpRequest, message: unknown) => {
  const { actor, toolset } = incoming
  const refusal = Challenge.stepUp(actor, RequiredScopes.scopesOf(message, actor, toolset))
  return refusal === undefined ? Effect.void : refuse(incoming, message, refusal)
}

const passed = ["content-type", "mcp-protocol-version", "mcp-method", "mcp-name"]

/**
 * The request's headers for the SDK; the body is passed already parsed. Whatever the client accepts, it gets one JSON response, or a stream
 * if it asked for one.
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

/** A result is sent as a whole; only a stream is sent as a stream. */
const fromWeb = (response: Response, { headers }: Exchange["Service"]): Effect.Effect<Reply> => {
  const { body, headers: sent, status } = response
  if (sent.get("content-type")?.startsWith("application/json") === true)
    return Effect.map(
      Effect.promise(() => response.text()),
      (text) => ({ status, body: text })
    )
  Object.assign(headers, { ...Object.fromEntries(sent), ...headers })
  return Effect.succeed({ status, body: body ?? undefined })
}

/** Answers a message through the SDK. */
const unusual = Effect.fnUntraced(function* (
  serve: Protocol.Serve,
  { actor, exchange, request, toolset }: McpRequest,
  message: unknown
) {
  const base = yield* BaseUrl
  const context = Context.add(yield* Effect.context<Exclude<Services, Actor>>(), Actor, actor)
  const response = yield* Effect.promise((signal) => {
    const run: Run = (effect) => Effect.runPromiseWith(context)(effect, { signal })
    return serve(toWeb(request.headers), message, { base, run, actor, asked: toolset })
  })
  return yield* fromWeb(response, exchange)
})

const answered = (plain: FastToolCall.Plain, { actor, toolset }: McpRequest) =>
  Effect.map(Effect.provideService(plain.tool.call(plain.args), Actor, actor), (result): Reply => ({
    status: 200,
    body: FastToolCall.answer(plain, inForm(result, toolset.content))
  }))

const unread = Effect.fnUntraced(function* (fault: Invalid, text: string, incoming: McpRequest) {
  const message = yield* UnparsableMessage.messageIn(text)
  yield* admit(incoming, message)
  return yield* UnparsableMessage.answer(fault, incoming.request.headers, message)
})

/** The caller, with the agent's name if the message has one. */
const callerOf = (known: Actor["Service"], message: unknown) => {
  const agent = FastToolCall.agentIn(message)
  if (agent === undefined) return Effect.succeed(known)
  return Effect.contextWith((context: Context.Context<Credentials>) => {
    Context.get(context, Credentials).named(known, agent)
    return Effect.succeed(Auth.calling(known, agent))
  })
}

/** The request, with the header that names its tool: a call by `call_tool` counts as the call that it holds. */
const directly = (request: ApiRoute.ApiRequest, message: unknown): ApiRoute.ApiRequest => {
  if (request.headers["mcp-name"] !== CallTool.name) return request
  const name = String(membersOf(membersOf(message)["params"])["name"])
  const { arrayBuffer, remoteAddress, source, url } = request
  return {
    arrayBuffer,
    remoteAddress,
    source,
    url,
    headers: { ...request.headers, "mcp-name": name } as typeof request.headers
  }
}

// Built from plain functions, as in Rest, so that an ordinary call costs little more than its read.
const handler = (serve: Protocol.Serve): ApiRoute.Handler => {
  const answer = (known: McpRequest, message: unknown) =>
    Effect.flatMapEager(callerOf(known.actor, message), (actor) => {
      const incoming = { ...known, actor, request: directly(known.request, message) }
      const plain = FastToolCall.callIn(incoming.request.headers, message)
      const isPlain = plain !== undefined && Toolsets.refusal(incoming.toolset, plain.tool.name) === undefined
      const served = isPlain ? answered(plain, incoming) : unusual(serve, incoming, message)
      return Effect.flatMapEager(admit(incoming, message), () => served)
    })
  const read = (mcpRequest: McpRequest) =>
    Effect.flatMap(Body.readText(mcpRequest.request, ofActor(mcpRequest.actor)), (text) =>
      Effect.matchEffect(Effect.flatMapEager(Json.parse(text), CallArguments.read), {
        onFailure: (fault) => unread(fault, text, mcpRequest),
        onSuccess: (message) => answer(mcpRequest, message)
      })
    )
  return (request, _params, exchange) =>
    Effect.flatMap(authenticate(request, exchange), (actor) =>
      Effect.flatMapEager(Toolsets.of(request.url), (toolset) => read({ request, exchange, actor, toolset }))
    )
}

export const routes = [{ method: "POST", path, origins: "listed" as const }]

/** The SDK is loaded with the first message that needs it: with zod it is a fifth of all code. */
const unusually = (extension?: Protocol.Extension): Protocol.Serve => {
  const loaded = lazy(() => import("./mcp/Protocol.ts").then(({ compile }) => compile(extension)))
  return async (...args) => (await loaded())(...args)
}

/** The surface; test builds add an extension. */
export const make = (extension?: Protocol.Extension) =>
  ApiRoute.add("POST", path, handler(unusually(extension)))

export const layer = make()
