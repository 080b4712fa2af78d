/** A route whose requests go straight, or through the router if anything about them is unusual: one handler answers both. */
import { Context, Effect, Layer } from "effect"
import { HttpRouter, HttpServerRequest } from "effect/http"
import * as Answer from "./Answer.ts"
import { Exchange } from "./Exchange.ts"
import { type Asked, type Handler, Straight } from "./Straight.ts"

type Surroundings = HttpServerRequest.HttpServerRequest | Exchange | HttpRouter.RouteContext

const byRouter = (handle: Handler) =>
  Effect.contextWith((context: Context.Context<Surroundings>) => {
    const request = Context.get(context, HttpServerRequest.HttpServerRequest)
    const { params } = Context.get(context, HttpRouter.RouteContext)
    return Effect.map(
      handle(request as unknown as Asked, params, Context.get(context, Exchange)),
      Answer.ofReply
    )
  })

export const add = (
  method: "GET" | "POST" | "PATCH" | "PUT" | "DELETE",
  path: `/${string}`,
  handle: Handler
) => {
  const straight = Effect.map(Straight, ({ handlers }) => {
    handlers.set(`${method} ${path}`, handle)
  })
  return Layer.merge(HttpRouter.add(method, path, byRouter(handle)), Layer.effectDiscard(straight))
}
