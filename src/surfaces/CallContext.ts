/** Calls without their own HTTP request: RPC messages, and modules that run beside the service. */
import { Effect, Layer, Redacted } from "effect"
import { Actor } from "../../layers/identity/Actor.ts"
import { Ids } from "../../layers/runtime/Ids.ts"
import type { Surface } from "../../schema/Audit.ts"
import * as Fault from "../../schema/Fault.ts"
import { Call } from "../invocation/Call.ts"
import { Caller } from "../Caller.ts"
import type * as Implementation from "../Implementation.ts"
import { invalidText } from "../input/InvalidInput.ts"
import * as Invoke from "../invocation/Invoke.ts"
import { operations } from "../Registry.ts"
import * as Auth from "./Auth.ts"
import * as Answer from "./http/response/Answer.ts"
import type { Route } from "./http/Addresses.ts"
import { Exchange, requestIdOf } from "./http/Exchange.ts"
import * as KeyLimit from "./http/request/KeyLimit.ts"

export const newRequestId = Effect.map(
  Effect.flatMap(Ids, ({ uuid }) => uuid),
  requestIdOf
)

interface IncomingCall {
  readonly requestId: string
  readonly surface: Surface
  readonly payload: object
  /** Lower-case header names, including the credential. */
  readonly headers: Readonly<Record<string, string | undefined>>
}

const rpc: Route = { method: "POST", path: "/rpc", surface: "rpc" }

/** Handles one call, with the same result as over REST. */
export const of = (operation: Implementation.Runnable) => {
  const invoke = Invoke.compile(operation)
  const call = Effect.fnUntraced(function* ({ headers, payload, surface }: IncomingCall) {
    const verified = yield* Auth.verify(headers["authorization"])
    yield* Auth.count(verified)
    const actor = yield* Auth.as(verified, headers)
    const bad = KeyLimit.flaw(payload, "invalid_body") ?? invalidText(payload, "invalid_body")
    const decoded = bad === undefined ? Effect.succeed(payload) : Effect.fail(bad)
    const input = { decoded, sent: () => payload, about: payload }
    const call = Call.ofHeaders(operation, surface, yield* Exchange, headers)
    return yield* invoke(input).pipe(Effect.provideService(Actor, actor), Effect.provideService(Call, call))
  })
  return (incoming: IncomingCall) => {
    const { requestId, surface } = incoming
    return call(incoming).pipe(
      Effect.catchCause((cause) => Effect.flatMap(Answer.faultOf(cause), (fault) => Effect.fail(fault))),
      Effect.provideService(Exchange, { requestId, headers: {}, route: surface === "rpc" ? rpc : undefined })
    )
  }
}

const unknown = (id: string) =>
  new Fault.Invalid({
    code: "invalid_body",
    message: `There is no operation ${id}: see operationId in /openapi.json.`
  })

type Needs = Ids | Effect.Services<ReturnType<ReturnType<typeof of>>>

/** The caller for modules that run beside the service. */
export const layer = Layer.effect(
  Caller,
  Effect.gen(function* () {
    const handlers = new Map(operations.map((one) => [one.id, of(one)]))
    const context = yield* Effect.context<Needs>()
    return {
      call: (id, input, { headers = {}, key }) => {
        const handler = handlers.get(id)
        if (handler === undefined) return Effect.fail(unknown(id))
        const authorization = `Bearer ${Redacted.value(key)}`
        const called = Effect.flatMap(newRequestId, (requestId) =>
          handler({ requestId, surface: "job", payload: input, headers: { ...headers, authorization } })
        )
        return Effect.provideContext(
          Effect.map(called, ({ encoded }) => encoded.value),
          context
        )
      }
    }
  })
)
