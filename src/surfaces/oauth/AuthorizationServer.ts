/** The certified library that speaks OAuth 2.1 for us: loaded when first needed, anew when its key is rotated. */
import { Context, Effect, Layer } from "effect"
import type { IncomingMessage, ServerResponse } from "node:http"
import type { ClientMetadata as Metadata, Configuration, KoaContextWithOIDC, Provider } from "oidc-provider"
import type { JWK } from "jose"
import { BaseUrl } from "../../../layers/BaseUrl.ts"
import { Egress } from "../../../layers/Egress.ts"
import { algorithm, lifetime, resourceOf } from "../../../layers/oauth/AccessTokens.ts"
import { Grants } from "../../../layers/oauth/Grants.ts"
import { SigningKeys } from "../../../layers/oauth/SigningKeys.ts"
import { People } from "../../../layers/people/People.ts"
import type { UserId } from "../../../schema/Id.ts"
import * as Scope from "../../../schema/Scope.ts"
import * as Page from "../pages/Page.ts"
import * as Adapter from "./Adapter.ts"
import * as ClientMetadata from "./ClientMetadata.ts"
import * as ErrorPage from "./ErrorPage.ts"
import * as Redirect from "./Redirect.ts"

type Library = typeof import("oidc-provider")

type Needs = Adapter.Needs | Egress | People

type Run = <A, E>(effect: Effect.Effect<A, E, Needs>) => Promise<A>

const day = 86_400

/** The scopes that are OpenID's own; who asks for none but them is offered all of ours. */
const foreign = new Set(["openid", "offline_access", "profile", "email", "address", "phone"])

/** A metadata document or a key set, fetched by the rules for everything that goes out. */
const fetchBy = (run: Run) => async (url: string | URL | Request) => {
  const { body, headers, status } = await run(
    Egress.use((_) =>
      _.request({
        url: String(url),
        method: "GET",
        headers: { accept: "application/json" },
        connectTimeout: "2 seconds",
        totalTimeout: "5 seconds",
        maxResponseBytes: 65_536,
        whenTooLarge: "fail",
        redirects: 0
      })
    )
  )
  const empty = [204, 205, 304].includes(status)
  return new Response(empty ? null : new Uint8Array(body), { status, headers })
}

/** The person a code or token is for, while its grant holds. */
const accountBy =
  (run: Run): NonNullable<Configuration["findAccount"]> =>
  async (_ctx, id, token) => {
    const grantId = token?.grantId
    const found = await run(
      Effect.gen(function* () {
        if (grantId !== undefined) return (yield* (yield* Grants).find(grantId))?.userId
        return (yield* (yield* People).find(id as UserId))?.id
      })
    )
    return found === id ? { accountId: id, claims: async () => ({ sub: id }) } : undefined
  }

const resources = ({ errors }: Library, base: string) => {
  const resource = resourceOf(base)
  const offer = (ctx: KoaContextWithOIDC) => {
    const asked = [...ctx.oidc.requestParamScopes]
    if (asked.some((scope) => Scope.all.includes(scope as Scope.Scope))) return
    if (!asked.every((scope) => foreign.has(scope))) {
      throw new errors.InvalidScope(`ask for any of: ${Scope.all.join(" ")}`, asked.join(" "))
    }
    ctx.oidc.params!["scope"] = [...asked.filter((scope) => scope !== ""), ...Scope.all].join(" ")
  }
  return {
    enabled: true,
    defaultResource: (_ctx: unknown, _client: unknown, oneOf?: ReadonlyArray<string>) =>
      oneOf === undefined || oneOf.includes(resource) ? resource : oneOf[0]!,
    useGrantedResource: () => true,
    getResourceServerInfo: (ctx: KoaContextWithOIDC, asked: string) => {
      if (asked !== resource) throw new errors.InvalidTarget(`the only resource here is ${resource}`)
      if (ctx.oidc.route === "authorization") offer(ctx)
      return {
        scope: Scope.all.join(" "),
        audience: resource,
        accessTokenFormat: "jwt" as const,
        accessTokenTTL: lifetime,
        jwt: { sign: { alg: algorithm as "ES256" } }
      }
    }
  }
}

const features = (library: Library, base: string, newId: () => string): Configuration["features"] => ({
  devInteractions: { enabled: false },
  dPoP: { enabled: false },
  pushedAuthorizationRequests: { enabled: false },
  userinfo: { enabled: false },
  rpInitiatedLogout: { enabled: false },
  revocation: {
    enabled: true,
    allowedPolicy: (_ctx, client, token) => token.clientId === client.clientId
  },
  registration: { enabled: true, issueRegistrationAccessToken: false, idFactory: newId },
  clientIdMetadataDocument: { enabled: true, ack: "draft-02" },
  resourceIndicators: resources(library, base)
})

const configure = (library: Library, base: string, key: JWK, run: Run): Configuration => ({
  adapter: Adapter.make(run, base, async (grantId) => {
    await run(Adapter.revoke(grantId))
    throw new library.errors.InvalidGrant("authorization code already consumed")
  }),
  jwks: { keys: [key as never] },
  features: features(library, base, () => crypto.randomUUID()),
  responseTypes: ["code"],
  pkce: { required: () => true },
  scopes: ["openid", "offline_access"],
  routes: {
    authorization: "/oauth/authorize",
    token: "/oauth/token",
    registration: "/oauth/register",
    revocation: "/oauth/revoke",
    jwks: "/oauth/jwks"
  },
  interactions: { url: (_ctx, interaction) => `${base}/oauth/consent/${interaction.uid}` },
  cookies: { names: { session: "oauth_session", interaction: "oauth_interaction", resume: "oauth_resume" } },
  clientDefaults: {
    grant_types: ClientMetadata.grantTypes,
    token_endpoint_auth_method: "none",
    id_token_signed_response_alg: algorithm
  },
  clientAuthMethods: ["none", "client_secret_basic", "client_secret_post", "private_key_jwt"],
  extraClientMetadata: {
    properties: ["software_id"],
    validator: (_ctx, _name, _value, metadata: Metadata) => {
      const flaw = ClientMetadata.tidy(metadata)
      if (flaw !== undefined) throw new library.errors.InvalidClientMetadata(flaw)
    }
  },
  clientBasedCORS: () => true,
  findAccount: accountBy(run),
  extraTokenClaims: (_ctx, token) => ({ grant: (token as { readonly grantId?: string }).grantId ?? "" }),
  issueRefreshToken: async (_ctx, client) => client.grantTypeAllowed("refresh_token"),
  rotateRefreshToken: true,
  expiresWithSession: () => false,
  ttl: {
    AccessToken: lifetime,
    AuthorizationCode: 60,
    IdToken: lifetime,
    Interaction: 3600,
    RefreshToken: 60 * day,
    Session: 3600,
    Grant: day
  },
  fetch: fetchBy(run) as typeof fetch,
  renderError: ErrorPage.render
})

export interface Mounted {
  readonly provider: Provider
  readonly handle: (request: IncomingMessage, response: ServerResponse) => Promise<void>
}

/** The cookie of a session that is not kept would only confuse. */
const withoutSession = async (ctx: KoaContextWithOIDC, next: () => Promise<void>) => {
  await next()
  const cookies = [(ctx.response.get("set-cookie") as string | Array<string> | undefined) ?? []].flat()
  const kept = cookies.filter((cookie) => cookie !== "" && !cookie.startsWith("oauth_session"))
  if (kept.length === 0) ctx.remove("set-cookie")
  else ctx.set("set-cookie", kept)
}

/**
 * The policy of the library's own page, which takes a `form_post` answer to the app: the library adds its script's hash
 * to the policy it finds, and the form may go to the app alone.
 */
const withPolicy = async (ctx: KoaContextWithOIDC, next: () => Promise<void>) => {
  if (!ctx.path.startsWith("/oauth/authorize")) return next()
  ctx.set(Page.headers())
  await next()
  const policy = ctx.response.get("content-security-policy")
  if (!policy.includes("'sha256-")) return
  const { source } = Redirect.of(String(ctx.oidc.params?.["redirect_uri"]))
  ctx.set("content-security-policy", policy.replace("form-action 'self'", `form-action ${source}`))
}

/** Who names no way to authenticate gets none, and so no secret either. */
const publicByDefault = (provider: Provider) => {
  const Client = provider.Client as typeof provider.Client & {
    needsSecret: (metadata: Metadata) => boolean
  }
  const needsSecret = Client.needsSecret.bind(Client)
  Client.needsSecret = (metadata) => needsSecret({ token_endpoint_auth_method: "none", ...metadata })
}

const mount = async (base: string, key: JWK, run: Run, onError: (error: Error) => void): Promise<Mounted> => {
  const library = await import("oidc-provider")
  const provider = new library.Provider(base, configure(library, base, key, run))
  // Its idea of its own address comes from the headers we set, never from the request's.
  provider.proxy = true
  provider.use(withoutSession as never)
  provider.use(withPolicy as never)
  publicByDefault(provider)
  provider.on("server_error", (_ctx, error) => onError(error))
  provider.on("error" as "server_error", (error) => onError(error as never))
  return { provider, handle: provider.callback() as Mounted["handle"] }
}

export class AuthorizationServer extends Context.Service<AuthorizationServer, Effect.Effect<Mounted>>()(
  "pipeline/surfaces/oauth/AuthorizationServer"
) {
  static readonly layer = Layer.effect(
    AuthorizationServer,
    Effect.gen(function* () {
      const base = yield* BaseUrl
      const keys = yield* SigningKeys
      const context = yield* Effect.context<Needs>()
      const run = Effect.runPromiseWith(context)
      const onError = (error: Error) =>
        void run(Effect.logError("The authorization server failed on a request", error))
      let made: { readonly kid: string; readonly mounted: Promise<Mounted> } | undefined
      return AuthorizationServer.of(
        Effect.gen(function* () {
          const { kid, privateJwk } = yield* keys.current
          if (made?.kid !== kid) {
            const key = { ...privateJwk, kid, alg: algorithm, use: "sig" } as JWK
            made = { kid, mounted: mount(base, key, run, onError) }
          }
          const { mounted } = made
          return yield* Effect.promise(() => mounted)
        })
      )
    })
  )
}
