/** Verifies access tokens that this service signed for itself, and reads their claims (RFC 9068). */
import { Cache, Clock, Context, Effect, Exit, Layer, Schema } from "effect"
import { Scope } from "../../../schema/Scope.ts"
import * as Loopback from "../../../src/shared/network/Loopback.ts"
import { BaseUrl } from "../../runtime/BaseUrl.ts"
import * as CacheMetrics from "../../metrics/CacheMetrics.ts"
import { SigningKeys } from "./SigningKeys.ts"

/** Seconds. Each request checks the live grant, so a shorter lifetime would only make clients refresh more often. */
export const lifetime = 86_400

export const algorithm = "ES256"

/** The `aud` of tokens, compared byte for byte: the MCP endpoint. */
export const resourceOf = (base: string): string => `${base}/mcp`

/** The service's address as the client calls it, which may use another name for the local machine. */
export const calledBy = (base: string, host: string | undefined): string =>
  host === undefined ? base : Loopback.renamed(base, `${base.slice(0, base.indexOf(":"))}://${host}`)

export interface Claims {
  readonly grantId: string
  readonly userId: string
  readonly clientId: string
  readonly scopes: ReadonlyArray<Scope>
  /** Unix seconds. */
  readonly expires: number
}

/** Not a token, signed by another issuer, for another resource, or expired. */
class NotAccepted extends Schema.TaggedError<NotAccepted>()("NotAccepted", {}) {}

const maxLength = 4096
const shape = /^[\w-]+\.[\w-]+\.[\w-]+$/u

const Payload = Schema.Struct({
  sub: Schema.String,
  client_id: Schema.String,
  grant: Schema.String,
  scope: Schema.optionalKey(Schema.String),
  exp: Schema.Int
})

const isScope = Schema.is(Scope)

const claimsOf = (payload: typeof Payload.Type): Claims => ({
  grantId: payload.grant,
  userId: payload.sub,
  clientId: payload.client_id,
  scopes: (payload.scope ?? "").split(" ").filter(isScope),
  expires: payload.exp
})

/** Loaded with the first token, as most services never get one. */
const jose = Effect.promise(() => import("jose"))

const metrics = CacheMetrics.of("tokens")

export class AccessTokens extends Context.Service<
  AccessTokens,
  { readonly verify: (token: string) => Effect.Effect<Claims, NotAccepted> }
>()("pipeline/layers/oauth/AccessTokens") {
  static readonly layer = Layer.effect(
    AccessTokens,
    Effect.gen(function* () {
      const issuer = yield* BaseUrl
      const keys = yield* SigningKeys
      const decode = Schema.decodeUnknownEffect(Payload)

      const check = Effect.fn("AccessTokens.check")(function* (token: string) {
        const { createLocalJWKSet, jwtVerify } = yield* jose
        const valid = yield* keys.valid
        const keySet = createLocalJWKSet({
          keys: valid.map(({ kid, publicJwk }) => ({ ...(publicJwk as { kty: string }), kid }))
        })
        const { payload } = yield* Effect.tryPromise({
          try: () =>
            jwtVerify(token, keySet, {
              issuer,
              audience: resourceOf(issuer),
              typ: "at+jwt",
              algorithms: [algorithm],
              requiredClaims: ["iat", "exp"]
            }),
          catch: () => new NotAccepted()
        })
        return claimsOf(yield* Effect.mapError(decode(payload), () => new NotAccepted()))
      })

      /** A valid signature stays valid. Refused tokens aren't cached. */
      const cache = yield* Cache.makeWith((token: string) => metrics.read(check(token)), {
        capacity: 4000,
        timeToLive: (exit) => (Exit.isSuccess(exit) ? "15 minutes" : 0)
      })

      const verify = Effect.fnUntraced(function* (token: string) {
        if (token.length > maxLength || !shape.test(token)) return yield* new NotAccepted()
        const claims = yield* metrics.asked(Cache.get(cache, token))
        const expired = claims.expires * 1000 <= (yield* Clock.currentTimeMillis)
        return expired ? yield* new NotAccepted() : claims
      })

      return AccessTokens.of({ verify })
    })
  )
}
