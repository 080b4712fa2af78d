/** RPC for TypeScript callers. Every operation is offered, and each message is a call through Invoke. */
import { Effect, Layer, Schema } from "effect"
import { type Headers, HttpRouter, HttpServerRequest } from "effect/http"
import { Rpc, RpcGroup, RpcServer } from "effect/rpc"
import * as Fault from "../../schema/Fault.ts"
import { serialization } from "../contract/RpcWire.ts"
import type * as Implementation from "../Implementation.ts"
import { operations } from "../Registry.ts"
import * as Auth from "./Auth.ts"
import * as CallContext from "./CallContext.ts"
import * as Body from "./http/request/Body.ts"
import { ofActor } from "./http/server/InFlight.ts"
import * as Json from "./http/request/Json.ts"
import * as Urlencoded from "./http/request/Urlencoded.ts"

/** A dry run and a pending approval are typed failures, so that no typed caller mistakes them for a completed write. */
const handlerOf = (operation: Implementation.Runnable) => {
  const call = CallContext.of(operation)
  return (payload: object, { headers }: { readonly headers: Headers.Headers }) =>
    Effect.gen(function* () {
      const requestId = yield* CallContext.newRequestId
      const { encoded, isDryRun, isPending, status } = yield* Effect.mapError(
        call({ requestId, surface: "rpc", payload, headers }),
        (fault) => Fault.render(fault, requestId)
      )
      return yield* Fault.isFailure(status) || isDryRun === true || isPending === true
        ? Effect.fail(encoded.value)
        : Effect.succeed(encoded.value)
    })
}

/** Passes on results as Invoke encoded them; encoding them again with the same schemas would change nothing. */
const group = RpcGroup.make(
  ...operations.map(({ id, input }) =>
    Rpc.make(id, { payload: Schema.Struct(input), success: Schema.Unknown, error: Schema.Unknown })
  )
)

const handlers = group.toLayer(Object.fromEntries(operations.map((one) => [one.id, handlerOf(one)])) as never)

/** The maximum number of calls in one body. */
const maxCalls = 20

const refused = (message: string) => new Fault.Invalid({ code: "invalid_body", message })

const tooMany = refused(`The body holds more than ${maxCalls} messages. Send the others in another request.`)

const notACall = refused(
  `Each line must be a message of the RPC protocol: an object with _tag "Request", an id, a tag, a payload and headers.`
)

/** With the same id twice, the protocol would wait forever for one of the two responses. */
const sameId = refused("Two messages have the same id. Give each message of a request its own id.")

const ownCredential = refused(
  "A message holds a credential of its own. Send it in the Authorization header of the request: one request is one caller."
)

/** A message's headers override those of the request, so they could widen its scopes. */
const ownScope = refused(
  "A message holds a header Scope, and so does the request. Send it in one of the two places."
)

const isText = (value: unknown) => typeof value === "string"

const isHeaders = (headers: unknown): headers is ReadonlyArray<readonly [string, string]> =>
  Array.isArray(headers) &&
  headers.every((one) => Array.isArray(one) && one.length === 2 && one.every(isText))

/** The fault if a line isn't a call by the sender of the body. */
const flawOf = (message: unknown, isNarrowed: boolean): Fault.Invalid | undefined => {
  if (typeof message !== "object" || message === null) return notACall
  const { _tag: kind, headers, id, payload, tag } = message as Record<string, unknown>
  if (kind === "Ping" || kind === "Eof") return undefined
  const hasId = typeof id === "string" || typeof id === "number"
  if (kind !== "Request" || !hasId || !isText(tag) || !isHeaders(headers) || payload === undefined) {
    return notACall
  }
  const names = headers.map(([name]) => name.toLowerCase())
  if (names.includes("authorization")) return ownCredential
  return isNarrowed && names.includes("scope") ? ownScope : undefined
}

/** Checks that the body holds a limited number of calls, all with the sender's own credential. */
const check = Effect.fnUntraced(function* (text: string, isNarrowed: boolean) {
  if (Urlencoded.holds(text.trimEnd(), "\n", maxCalls)) return yield* tooMany
  const ids = new Set<string>()
  for (const line of text.split("\n").filter((one) => one.trim() !== "")) {
    const message = yield* Json.parse(line)
    const flaw = flawOf(message, isNarrowed)
    if (flaw !== undefined) return yield* flaw
    const { id } = message as { readonly id?: string | number }
    if (id !== undefined && ids.has(String(id))) return yield* sameId
    ids.add(String(id))
  }
})

/**
 * Refusals are written before anyone reads the response queue, so a bounded queue could block forever. The queue is short anyway. The route
 * rejects a bad credential before it reads the body; the handlers count each call.
 */
const route = Layer.unwrap(
  Effect.map(
    RpcServer.toHttpEffect(group, { disableTracing: true, streamBufferSize: "unbounded" }),
    (serve) =>
      HttpRouter.add(
        "POST",
        "/rpc",
        Effect.gen(function* () {
          const request = yield* HttpServerRequest.HttpServerRequest
          const actor = yield* Auth.identify(request)
          const isNarrowed = request.headers["scope"] !== undefined
          yield* check(yield* Body.keepText(request, ofActor(actor)), isNarrowed)
          return yield* serve
        })
      )
  )
)

export const routes = [{ method: "POST", path: "/rpc" }]

export const layer = route.pipe(Layer.provide(handlers), Layer.provide(serialization))
