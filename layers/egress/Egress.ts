/** The only way to call other servers: webhooks, images and OAuth client documents. */
import { Context, type Duration, Effect, Layer, Metric, Option, Result } from "effect"
import type { Invalid } from "../../schema/Fault.ts"
import * as IpAddress from "../../src/shared/network/IpAddress.ts"
import * as PublicUrl from "../../src/shared/network/PublicUrl.ts"
import { type Call, Connections, type Reply } from "./Connections.ts"
import * as Failure from "./EgressFailure.ts"
import { Resolver } from "./Resolver.ts"
import * as Series from "../metrics/Series.ts"
import { Settings } from "../settings/Settings.ts"

export type { Reply } from "./Connections.ts"
export { EgressFailure } from "./EgressFailure.ts"

export interface Request {
  readonly url: string
  readonly method: "GET" | "POST"
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: Uint8Array
  readonly connectTimeout: Duration.Input
  readonly totalTimeout: Duration.Input
  readonly maxResponseBytes: number
  readonly whenTooLarge: "cut" | "fail"
  /** Maximum redirects for GET. With 0, the 3xx response itself is returned. */
  readonly redirects: 0 | 1 | 2 | 3
}

/** Maximum addresses of a name that are tried within the total timeout. */
const maxAddresses = 3

const loopbacks = ["127.0.0.1", "::1"].map((text) => Option.getOrThrow(IpAddress.parse(text)))

const isRedirect = (status: number) => [301, 302, 303, 307, 308].includes(status)

const requests = Series.counter(
  "egress_requests_total",
  "Requests to other servers (webhooks, images, OAuth client documents), by what came of them"
)

export class Egress extends Context.Service<
  Egress,
  {
    /** Checks the URL without a DNS lookup. */
    readonly checkUrl: (url: string, field?: string) => Effect.Effect<URL, Invalid>
    /** `vet`, plus a check of the resolved addresses. A name that doesn't resolve passes. */
    readonly check: (url: string, field?: string) => Effect.Effect<URL, Invalid>
    readonly request: (request: Request) => Effect.Effect<Reply, Failure.EgressFailure>
  }
>()("pipeline/layers/Egress") {
  static readonly layerNoDeps = Layer.effect(
    Egress,
    Effect.gen(function* () {
      const resolver = yield* Resolver
      const connections = yield* Connections
      const rules = { allowLoopback: (yield* Settings).outboundAllowPrivate }

      const checkUrl = (url: string, field?: string) =>
        Effect.fromResult(PublicUrl.parsePublicUrl(url, rules, field))

      const addressesOf = Effect.fnUntraced(function* (url: URL) {
        const host = PublicUrl.hostOf(url)
        const literal = IpAddress.parse(host)
        if (Option.isSome(literal)) return [literal.value]
        if (host === "localhost") return loopbacks
        return yield* Effect.mapError(resolver.addresses(host), (error) => Failure.unresolved(host, error))
      })

      /** One forbidden address rejects the whole name, so that the outcome doesn't depend on which address is used. */
      const vettedAddresses = Effect.fnUntraced(function* (url: URL) {
        const host = PublicUrl.hostOf(url)
        const addresses = yield* addressesOf(url)
        if (addresses.length === 0) return yield* Failure.unresolved(host)
        if (!addresses.every((address) => PublicUrl.mayReach(host, address, rules))) {
          return yield* Failure.notPublic(host)
        }
        return addresses.slice(0, maxAddresses)
      })

      const check = Effect.fn("Egress.check")(function* (text: string, field = "url") {
        const url = yield* checkUrl(text, field)
        const outcome = yield* Effect.result(vettedAddresses(url))
        if (Result.isSuccess(outcome) || outcome.failure.kind !== "refused") return url
        return yield* PublicUrl.refuse(field, `must not point to ${url.host}, which is not a public host`)
      })

      const exchange = Effect.fnUntraced(function* (call: Omit<Call, "address">) {
        const [first, ...others] = yield* vettedAddresses(call.url)
        return yield* others.reduce(
          (attempt, address) =>
            Effect.catchIf(
              attempt,
              (failure) => failure.kind === "connect",
              () => connections.exchange({ ...call, address })
            ),
          connections.exchange({ ...call, address: first! })
        )
      })

      const follow = (
        request: Request,
        text: string,
        left: number
      ): Effect.Effect<Reply, Failure.EgressFailure> =>
        Effect.gen(function* () {
          const url = yield* Effect.mapError(
            checkUrl(text),
            (fault) => new Failure.EgressFailure({ kind: "refused", message: fault.message })
          )
          const isFollowed = (status: number) =>
            request.redirects > 0 && request.method === "GET" && isRedirect(status)
          const reply = yield* exchange({
            url,
            method: request.method,
            headers: request.headers ?? {},
            body: request.body,
            connectTimeout: request.connectTimeout,
            maxResponseBytes: request.maxResponseBytes,
            whenTooLarge: request.whenTooLarge,
            skipsBody: isFollowed
          })
          const location = reply.headers["location"]
          if (!isFollowed(reply.status) || location === undefined) return reply
          if (left === 0) return yield* Failure.tooManyRedirects(url.host)
          return yield* follow(request, URL.parse(location, url.href)?.href ?? location, left - 1)
        })

      const request = Effect.fn("Egress.request")(function* (request: Request) {
        return yield* follow(request, request.url, request.redirects).pipe(
          Effect.timeoutOrElse({
            duration: request.totalTimeout,
            orElse: () => Effect.fail(Failure.tooSlow(URL.parse(request.url)?.host ?? request.url))
          }),
          Effect.tap(() => Metric.update(requests({ result: "answered" }), 1)),
          Effect.tapError(({ kind }) => Metric.update(requests({ result: kind }), 1))
        )
      })

      return Egress.of({ checkUrl, check, request })
    })
  )

  static readonly layer = Egress.layerNoDeps.pipe(Layer.provide([Connections.layer, Resolver.layer]))
}
