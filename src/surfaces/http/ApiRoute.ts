/** Adds a route of REST or MCP, whose handler returns a status and a body. The exchange holds the response headers. */
import { Context, Effect } from "effect"
import { HttpRouter, HttpServerRequest } from "effect/http"
import * as Answer from "./response/Answer.ts"
import { Exchange } from "./Exchange.ts"

/** The parts of a request that handlers read. */
export type ApiRequest = Pick<
  HttpServerRequest.HttpServerRequest,
  "arrayBuffer" | "headers" | "remoteAddress" | "source" | "url"
>

/** The parameters of a route's path. */
export type Params = Readonly<Record<string, string | undefined>>

export type Handler = (
  request: ApiRequest,
  params: Params,
  exchange: Exchange["Service"]
) => Effect.Effect<Answer.Reply, unknown, unknown>

type Surroundings = HttpServerRequest.HttpServerRequest | Exchange | HttpRouter.RouteContext

export const add = (
  method: "GET" | "POST" | "PATCH" | "PUT" | "DELETE",
  path: `/${string}`,
  handle: Handler
) =>
  HttpRouter.add(
    method,
    path,
    Effect.contextWith((context: Context.Context<Surroundings>) => {
      const request = Context.get(context, HttpServerRequest.HttpServerRequest)
      const { params } = Context.get(context, HttpRouter.RouteContext)
      return Effect.map(handle(request, params, Context.get(context, Exchange)), Answer.ofReply)
    })
  )
