/** The external OpenID Connect provider that people may sign in with, through openid-client. */
import { Cache, Context, Effect, Exit, Layer, Redacted } from "effect"
import type { JWTPayload, JWTVerifyOptions } from "jose"
import type { Configuration } from "openid-client"
import * as ProviderClaims from "../../../src/identity/rules/ProviderClaims.ts"
import type { ProviderSettings } from "../../../src/identity/rules/ProviderSettings.ts"
import { Settings } from "../../settings/Settings.ts"
import { bounded, patience } from "./ProviderFetch.ts"
import * as Failure from "./ProviderFailure.ts"

type Unproven = Failure.ProviderAway | Failure.NotProven

/** The values that bind a sign-in to this browser. */
export interface Flow {
  readonly state: string
  readonly nonce: string
  readonly verifier: string
}

/** A person whom the provider has authenticated. */
export interface VerifiedIdentity {
  readonly claims: ProviderClaims.ProviderClaims
  readonly idToken: string
}

/** A logout notice of the provider, for a person or one of their sessions. */
export interface Logout {
  readonly jti: string
  readonly subject: string | undefined
  readonly sid: string | undefined
}

interface ProviderClient {
  readonly settings: ProviderSettings
  /** The URL at which a browser signs in before returning to `redirect`. */
  readonly begin: (flow: Flow, redirect: string) => Effect.Effect<string, Failure.ProviderAway>
  /** The person who returned to this URL. */
  readonly finish: (came: URL, flow: Flow) => Effect.Effect<VerifiedIdentity, Unproven>
  /** The URL that ends the browser's session at the provider; undefined if the provider has none. */
  readonly leave: (idToken: string, back: string) => Effect.Effect<string | undefined, Failure.ProviderAway>
  readonly loggedOut: (token: string) => Effect.Effect<Logout, Unproven>
}

/** Seconds by which clocks may differ. */
const tolerance = 60

/** Seconds for which a logout notice is accepted after it was issued. Its id is kept for `noticeKept` seconds. */
const noticeAge = 300
export const noticeKept = 2 * (noticeAge + tolerance)

/** Only public-key algorithms: with the client's secret as a key, anyone who knows it could sign. */
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

interface Discovery {
  readonly library: typeof import("openid-client")
  readonly configuration: Configuration
  /** Checks a token's signature, issuer and audience. */
  readonly verify: (token: string, more?: JWTVerifyOptions) => Promise<JWTPayload>
}

const discover = async ({ clientId, clientSecret, issuer }: ProviderSettings): Promise<Discovery> => {
  const library = await import("openid-client")
  const { createRemoteJWKSet, customFetch: joseFetch, jwtVerify } = await import("jose")
  const url = new URL(issuer)
  const options = {
    [library.customFetch]: bounded,
    timeout: patience,
    // The settings only allow http for the local machine.
    execute: url.protocol === "http:" ? [library.allowInsecureRequests] : []
  }
  const found = (await library.discovery(url, clientId, undefined, library.None(), options)).serverMetadata()
  // The library accepts a multi-tenant issuer, whose tenants can claim any address.
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
  // Unknown keys are looked up at most every 2 s, whatever strangers send.
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
  // A single lookup at a time. A failure is cached for 5 s, so that not every request asks a provider that is down.
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
  let last: Discovery | undefined
  const discovered = Effect.matchEffect(Cache.get(cache, "provider"), {
    // The last configuration is still used while discovery fails.
    onFailure: (failure) => (last === undefined ? Effect.fail(failure) : Effect.succeed(last)),
    onSuccess: (found) => Effect.sync(() => (last = found))
  })

  const begin: ProviderClient["begin"] = Effect.fnUntraced(function* ({ nonce, state, verifier }, redirect) {
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

  /** Fetches claims missing from the ID token from the UserInfo endpoint, as the standard allows. */
  const complete = async ({ configuration, library }: Discovery, token: string, claims: JWTPayload) => {
    const isWhole = claims["email"] !== undefined && claims[settings.groupsClaim] !== undefined
    if (isWhole || configuration.serverMetadata().userinfo_endpoint === undefined) return claims
    const more = await library.fetchUserInfo(configuration, token, claims.sub!)
    return { ...more, ...claims }
  }

  const finish: ProviderClient["finish"] = Effect.fnUntraced(function* (came, { nonce, state, verifier }) {
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

  const leave: ProviderClient["leave"] = Effect.fnUntraced(function* (idToken, back) {
    const { configuration, library } = yield* discovered
    if (configuration.serverMetadata().end_session_endpoint === undefined) return undefined
    const parameters = { id_token_hint: idToken, post_logout_redirect_uri: back }
    return library.buildEndSessionUrl(configuration, parameters).href
  })

  const loggedOut: ProviderClient["loggedOut"] = Effect.fnUntraced(function* (token) {
    const { verify } = yield* discovered
    return yield* attempt(async () =>
      checkNotice(await verify(token, { maxTokenAge: noticeAge, requiredClaims: ["iat"] }))
    )
  })

  return { settings, begin, finish, leave, loggedOut } satisfies ProviderClient
})

export class Provider extends Context.Service<Provider, ProviderClient | undefined>()(
  "pipeline/layers/Provider"
) {
  /** Undefined if the settings name no provider. */
  static readonly layer = Layer.effect(
    Provider,
    Effect.flatMap(Settings, ({ provider }) =>
      provider === undefined ? Effect.undefined : connect(provider)
    )
  )
}
