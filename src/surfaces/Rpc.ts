/** RPC for TypeScript callers, derived from the registry: a typed client of every operation. */
import { Effect, Layer, Schema } from "effect"
import { type Headers, HttpRouter, HttpServerRequest } from "effect/http"
import { Rpc, RpcGroup, RpcSerialization, RpcServer } from "effect/rpc"
import { Actor } from "../../layers/Actor.ts"
import { Ids } from "../../layers/Ids.ts"
import * as Fault from "../../schema/Fault.ts"
import { Call } from "../Call.ts"
import { invalidText } from "../Input.ts"
import * as Invoke from "../Invoke.ts"
import type * as Operation from "../Operation.ts"
import { all } from "../Registry.ts"
import * as Answer from "./Answer.ts"
import * as Auth from "./Auth.ts"
import { Exchange } from "./Exchange.ts"

/** Any fault, in the envelope REST answers with. */
const Failure = Schema.Union(Fault.classes.map((fault) => Fault.envelopes[Fault.typeOf(fault)]))

type RpcOf<O> =
  O extends Operation.Operation<infer Id, infer Input, infer Success, any, any>
    ? Rpc.Rpc<Id, Schema.Struct<Input>, Success, typeof Failure>
    : never

const rpcOf = (operation: Operation.Any) =>
  Rpc.make(operation.id, {
    payload: Schema.Struct(operation.input),
    success: operation.success,
    error: Failure
  })

/** What a client is made of: `RpcClient.make(group)`. */
export const group = RpcGroup.make(...all.map(rpcOf)) as unknown as RpcGroup.RpcGroup<
  RpcOf<(typeof all)[number]>
>

/** One call, as REST would have answered it. */
const handlerOf = (operation: Operation.Any) => {
  const invoke = Invoke.compile(operation)
  const decode = Schema.decodeUnknownEffect(operation.success as Schema.Codec<unknown>)
  return (payload: object, { headers }: { readonly headers: Headers.Headers }) =>
    Effect.gen(function* () {
      const requestId = `req_${(yield* (yield* Ids).uuid).replaceAll("-", "")}`
      const call = Effect.gen(function* () {
        const actor = yield* Auth.verify(headers["authorization"])
        yield* Auth.count(actor)
        const bad = invalidText(payload, "invalid_body")
        const decoded = bad === undefined ? Effect.succeed(payload) : Effect.fail(bad)
        const input = { decoded, sent: () => payload }
        return yield* Effect.provideService(invoke(input), Actor, actor)
      })
      const { body, status } = yield* call.pipe(
        Effect.catchCause((cause) =>
          Effect.flatMap(Answer.faultOf(cause), (fault) => Effect.fail(Fault.render(fault, requestId)))
        ),
        Effect.provideService(Call, {
          requestId,
          idempotencyKey: headers["idempotency-key"],
          exclusive: Call.isExclusive(headers["enrichment-claim"])
        }),
        Effect.provideService(Exchange, { requestId, headers: {} })
      )
      const answer: unknown = JSON.parse(body)
      return yield* status < 400 ? Effect.orDie(decode(answer)) : Effect.fail(answer)
    })
}

const handlers = group.toLayer(Object.fromEntries(all.map((one) => [one.id, handlerOf(one)])) as never)

/** The route refuses a bad credential before it reads a body; the handlers count each call. */
const route = Layer.unwrap(
  Effect.map(RpcServer.toHttpEffect(group, { disableTracing: true }), (serve) =>
    HttpRouter.add(
      "POST",
      "/rpc",
      Effect.gen(function* () {
        yield* Auth.identify(yield* HttpServerRequest.HttpServerRequest)
        return yield* serve
      })
    )
  )
)

export const routes = [{ method: "POST", path: "/rpc" }]

/** Newline-delimited JSON, so that a batch streams its answers. */
export const serialization = RpcSerialization.layerNdjson

export const layer = route.pipe(Layer.provide(handlers), Layer.provide(serialization))
