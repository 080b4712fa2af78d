/** The MCP server over Streamable HTTP: stateless, each request authenticated and limited as over REST. */
import { Context, Effect } from "effect"
import { HttpRouter, HttpServerRequest, HttpServerResponse } from "effect/http"
import { Actor } from "../../layers/identity/Actor.ts"
import { Credentials } from "../../layers/identity/Credentials.ts"
import { BaseUrl } from "../../layers/platform/BaseUrl.ts"
import type { Fault, Invalid } from "../../schema/Fault.ts"
import * as Audited from "../Audited.ts"
import { lazy } from "../domain/platform/Once.ts"
import * as Answer from "./http/Answer.ts"
import * as Auth from "./Auth.ts"
import * as Body from "./http/Body.ts"
import { Exchange } from "./http/Exchange.ts"
import { ofActor } from "./http/InFlight.ts"
import * as Json from "./http/Json.ts"
import * as CallArguments from "./mcp/CallArguments.ts"
import * as Challenge from "./mcp/Challenge.ts"
import * as Direct from "./mcp/Direct.ts"
import * as Needed from "./mcp/Needed.ts"
import type * as Protocol from "./mcp/Protocol.ts"
import * as Toolsets from "./mcp/Toolsets.ts"
import * as Unread from "./mcp/Unread.ts"

const path = "/mcp"

type Request = HttpServerRequest.HttpServerRequest

/** The caller. If there is none, the response says where to ask for a token. */
const authenticate = (request: Request) =>
  Effect.tapError(Auth.authenticate(request), (fault: Fault) =>
    fault._tag === "authentication_error"
      ? Effect.contextWith((context: Context.Context<BaseUrl | Exchange>) => {
          const { headers } = Context.get(context, Exchange)
          headers["www-authenticate"] = Challenge.ofFault(Context.get(context, BaseUrl), fault)
          return Effect.void
        })
      : Effect.void
  )

/** A message that needs a scope calls a tool there is, or reads a resource. */
const nameOf = (message: any): string =>
  message.method === "tools/call" ? `mcp.${message.params.name}` : "mcp.resources"

const refuse = Effect.fnUntraced(function* (
  actor: Actor["Service"],
  message: unknown,
  refusal: Challenge.StepUp
) {
  const { headers, requestId } = yield* Exchange
  headers["www-authenticate"] = refusal.header(yield* BaseUrl)
  const call = { requestId, surface: "mcp", idempotencyKey: undefined } as const
  const operation = { id: nameOf(message), kind: "write" } as const
  yield* Audited.turnedAway({ operation, actor, call, input: undefined }, refusal.fault)
  return yield* refusal.fault
})

/** Refuses a message the caller's consent doesn't cover, before any of it runs. */
const admit = (actor: Actor["Service"], message: unknown, asked: Toolsets.Asked) => {
  const refusal = Challenge.stepUp(actor, Needed.scopesOf(message, actor, asked))
  return refusal === undefined ? Effect.void : refuse(actor, message, refusal)
}

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

/** A message that the SDK answers. */
const unusual = Effect.fnUntraced(function* (
  serve: Protocol.Serve,
  { headers }: Request,
  message: unknown,
  actor: Actor["Service"],
  asked: Toolsets.Asked
) {
  const base = yield* BaseUrl
  const context = Context.add(yield* Effect.context<any>(), Actor, actor)
  const response = yield* Effect.promise((signal) => {
    const run: Protocol.Run = (effect) => Effect.runPromiseWith(context)(effect, { signal })
    return serve(toWeb(headers), message, { base, run, actor, asked })
  })
  return yield* fromWeb(response)
})

const answered = (plain: Direct.Plain, actor: Actor["Service"]) =>
  Effect.map(Effect.provideService(plain.tool.call(plain.args), Actor, actor), (result) =>
    Answer.json(200, Direct.answer(plain, result))
  )

const unread = Effect.fnUntraced(function* (
  fault: Invalid,
  text: string,
  { headers }: Request,
  actor: Actor["Service"],
  asked: Toolsets.Asked
) {
  const message = yield* Unread.messageIn(text)
  yield* admit(actor, message, asked)
  return yield* Unread.answer(fault, headers, message)
})

/** The caller, as the message has it. */
const callerOf = (known: Actor["Service"], message: unknown) => {
  const agent = Direct.agentIn(message)
  if (agent === undefined) return Effect.succeed(known)
  return Effect.map(Credentials, ({ named }) => {
    named(known, agent)
    return Auth.calling(known, agent)
  })
}

// Of functions, as in Rest: a plain call costs little more than the read it makes.
const handler = (serve: Protocol.Serve) => {
  const answer = (request: Request, known: Actor["Service"], asked: Toolsets.Asked, message: unknown) =>
    Effect.flatMap(callerOf(known, message), (actor) => {
      const plain = Direct.callIn(request.headers, message)
      const isPlain = plain !== undefined && Toolsets.refusal(asked, plain.tool.name) === undefined
      const served = isPlain ? answered(plain, actor) : unusual(serve, request, message, actor, asked)
      return Effect.andThen(admit(actor, message, asked), served)
    })
  return Effect.flatMap(HttpServerRequest.HttpServerRequest, (request) =>
    Effect.flatMap(authenticate(request), (known) =>
      Effect.flatMap(Toolsets.of(request.url), (asked) =>
        Effect.flatMap(Body.readText(request, ofActor(known)), (text) =>
          Effect.matchEffect(Effect.flatMap(Json.parse(text), CallArguments.read), {
            onFailure: (fault) => unread(fault, text, request, known, asked),
            onSuccess: (message) => answer(request, known, asked, message)
          })
        )
      )
    )
  )
}

export const routes = [{ method: "POST", path, origins: "listed" as const }]

/** By the SDK, which is loaded for the first message that needs it: with zod it is a fifth of all code. */
const unusually = (extension?: Protocol.Extension): Protocol.Serve => {
  const loaded = lazy(() => import("./mcp/Protocol.ts").then(({ compile }) => compile(extension)))
  return async (...args) => (await loaded())(...args)
}

/** The surface; test builds add an extension. */
export const make = (extension?: Protocol.Extension) =>
  HttpRouter.add("POST", path, handler(unusually(extension)))

export const layer = make()
