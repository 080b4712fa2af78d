/** The outside OpenID Connect provider that people may sign in by, through openid-client. */
import { Cache, Context, Effect, Exit, Layer, Redacted } from "effect"
import type { JWTPayload, JWTVerifyOptions } from "jose"
import type { Configuration } from "openid-client"
import * as ProviderClaims from "../../../src/identity/rules/ProviderClaims.ts"
import type { ProviderSettings } from "../../../src/identity/rules/ProviderSettings.ts"
import { Settings } from "../../settings/Settings.ts"
import { bounded, patience } from "./ProviderFetch.ts"
import * as Failure from "./ProviderFailure.ts"

type Unproven = Failure.ProviderAway | Failure.NotProven

/** What one sign-in is bound to, known to this browser alone. */
export interface Flow {
  readonly state: string
  readonly nonce: string
  readonly verifier: string
}

/** Someone whom the provider vouches for. */
export interface Proven {
  readonly claims: ProviderClaims.ProviderClaims
  readonly idToken: string
}

/** A logout that the provider tells of: a person's, or of one session of theirs. */
export interface Logout {
  readonly jti: string
  readonly subject: string | undefined
  readonly sid: string | undefined
}

interface Connected {
  readonly settings: ProviderSettings
  /** Where a browser is sent to sign in and come back to `redirect`. */
  readonly begin: (flow: Flow, redirect: string) => Effect.Effect<string, Failure.ProviderAway>
  /** Who came back to this address. */
  readonly finish: (came: URL, flow: Flow) => Effect.Effect<Proven, Unproven>
  /** Where a browser ends its session at the provider; undefined if the provider has no such address. */
  readonly leave: (idToken: string, back: string) => Effect.Effect<string | undefined, Failure.ProviderAway>
  readonly loggedOut: (token: string) => Effect.Effect<Logout, Unproven>
}

/** Seconds by which the clocks may differ. */
const tolerance = 60

/** Seconds after its making that the notice of a logout is taken, and seconds its id is kept. */
const noticeAge = 300
export const noticeKept = 2 * (noticeAge + tolerance)

/** Public keys alone: with the client's secret as a key, whoever knows it could sign. */
const algorithms = [
  "RS256",
  "RS384",
  "RS512",
  "PS256",
  "PS384",
  "PS512",
  "ES256",
  "ES384",
  "ES512",
  "EdDSA",
  "Ed25519"
]

const event = "http://schemas.openid.net/event/backchannel-logout"

const attempt = <A>(work: () => Promise<A>): Effect.Effect<A, Unproven> =>
  Effect.tryPromise({ try: work, catch: Failure.of })

const toAway = ({ message }: Unproven) => new Failure.ProviderAway({ message })

interface Discovered {
  readonly library: typeof import("openid-client")
  readonly configuration: Configuration
  /** Checks a token's signature, issuer and audience. */
  readonly verify: (token: string, more?: JWTVerifyOptions) => Promise<JWTPayload>
}

const discover = async ({ clientId, clientSecret, issuer }: ProviderSettings): Promise<Discovered> => {
  const library = await import("openid-client")
  const { createRemoteJWKSet, customFetch: joseFetch, jwtVerify } = await import("jose")
  const url = new URL(issuer)
  const options = {
    [library.customFetch]: bounded,
    timeout: patience,
    // The settings allow http on this machine alone.
    execute: url.protocol === "http:" ? [library.allowInsecureRequests] : []
  }
  const found = (await library.discovery(url, clientId, undefined, library.None(), options)).serverMetadata()
  // The library lets a multi-tenant issuer pass, whose tenants vouch for any address.
  if (found.issuer !== issuer)
    throw new Error(`OIDC_ISSUER is ${issuer}, and the provider calls itself ${found.issuer}`)
  const secret = clientSecret === undefined ? undefined : Redacted.value(clientSecret)
  const methods = found.token_endpoint_auth_methods_supported ?? ["client_secret_basic"]
  const byPost = methods.includes("client_secret_post") && !methods.includes("client_secret_basic")
  const authentication =
    secret === undefined
      ? library.None()
      : byPost
        ? library.ClientSecretPost(secret)
        : library.ClientSecretBasic(secret)
  const configuration = new library.Configuration(
    found,
    clientId,
    { [library.clockTolerance]: tolerance },
    authentication
  )
  configuration.timeout = patience
  configuration[library.customFetch] = bounded
  for (const extend of options.execute) extend(configuration)
  if (found.jwks_uri === undefined) throw new Error("the provider names no jwks_uri")
  // A key that isn't known is asked for at most every 2 s, whatever strangers send.
  const keys = createRemoteJWKSet(new URL(found.jwks_uri), {
    [joseFetch]: bounded as never,
    cooldownDuration: 2_000,
    timeoutDuration: patience * 1000
  })
  const common = { issuer, audience: clientId, algorithms, clockTolerance: tolerance }
  const verify = async (token: string, more: JWTVerifyOptions = {}) =>
    (await jwtVerify(token, keys, { ...common, ...more })).payload
  return { library, configuration, verify }
}

const checkNotice = (payload: JWTPayload): Logout => {
  const { events, jti, nonce, sid, sub } = payload as JWTPayload & Readonly<Record<string, unknown>>
  const [subject, session, id] = [sub, sid, jti].map(ProviderClaims.idOf)
  const happened =
    typeof events === "object" && events !== null && typeof Reflect.get(events, event) === "object"
  if (!happened || nonce !== undefined || id === undefined || (subject ?? session) === undefined) {
    throw new Failure.NotProven({ message: "it is no logout token" })
  }
  return { jti: id, subject, sid: session }
}

const connect = Effect.fnUntraced(function* (settings: ProviderSettings) {
  // One at a time; a failure holds for 5 s, so that a provider that is away is not asked at each request.
  const cache = yield* Cache.makeWith(
    (_: "provider") =>
      Effect.mapError(
        attempt(() => discover(settings)),
        toAway
      ),
    {
      capacity: 1,
      timeToLive: (exit) => (Exit.isSuccess(exit) ? "1 hour" : "5 seconds")
    }
  )
  let last: Discovered | undefined
  const discovered = Effect.matchEffect(Cache.get(cache, "provider"), {
    // What was known an hour ago is good enough while discovery alone fails.
    onFailure: (failure) => (last === undefined ? Effect.fail(failure) : Effect.succeed(last)),
    onSuccess: (found) => Effect.sync(() => (last = found))
  })

  const begin: Connected["begin"] = Effect.fnUntraced(function* ({ nonce, state, verifier }, redirect) {
    const { configuration, library } = yield* discovered
    const parameters = {
      redirect_uri: redirect,
      scope: settings.scopes,
      state,
      nonce,
      code_challenge: yield* Effect.promise(() => library.calculatePKCECodeChallenge(verifier)),
      code_challenge_method: "S256"
    }
    return library.buildAuthorizationUrl(configuration, parameters).href
  })

  /** Claims that the ID token leaves out, as the standard has it, are at the endpoint for them. */
  const complete = async ({ configuration, library }: Discovered, token: string, claims: JWTPayload) => {
    const isWhole = claims["email"] !== undefined && claims[settings.groupsClaim] !== undefined
    if (isWhole || configuration.serverMetadata().userinfo_endpoint === undefined) return claims
    const more = await library.fetchUserInfo(configuration, token, claims.sub!)
    return { ...more, ...claims }
  }

  const finish: Connected["finish"] = Effect.fnUntraced(function* (came, { nonce, state, verifier }) {
    const found = yield* discovered
    return yield* attempt(async () => {
      const tokens = await found.library.authorizationCodeGrant(found.configuration, came, {
        pkceCodeVerifier: verifier,
        expectedNonce: nonce,
        expectedState: state,
        idTokenExpected: true
      })
      const idToken = tokens.id_token!
      const claims = await complete(found, tokens.access_token, await found.verify(idToken))
      const read = ProviderClaims.of(claims, settings.groupsClaim)
      if (read === undefined)
        throw new Failure.NotProven({ message: "the ID token has no sub that can be stored" })
      return { claims: read, idToken }
    })
  })

  const leave: Connected["leave"] = Effect.fnUntraced(function* (idToken, back) {
    const { configuration, library } = yield* discovered
    if (configuration.serverMetadata().end_session_endpoint === undefined) return undefined
    const parameters = { id_token_hint: idToken, post_logout_redirect_uri: back }
    return library.buildEndSessionUrl(configuration, parameters).href
  })

  const loggedOut: Connected["loggedOut"] = Effect.fnUntraced(function* (token) {
    const { verify } = yield* discovered
    return yield* attempt(async () =>
      checkNotice(await verify(token, { maxTokenAge: noticeAge, requiredClaims: ["iat"] }))
    )
  })

  return { settings, begin, finish, leave, loggedOut } satisfies Connected
})

export class Provider extends Context.Service<Provider, Connected | undefined>()("pipeline/layers/Provider") {
  /** Undefined if the settings name no provider. */
  static readonly layer = Layer.effect(
    Provider,
    Effect.flatMap(Settings, ({ provider }) =>
      provider === undefined ? Effect.undefined : connect(provider)
    )
  )
}
