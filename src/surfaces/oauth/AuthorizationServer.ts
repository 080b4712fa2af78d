/** The certified OAuth library, oidc-provider: created when first needed, and again when its key is rotated. */
import { Cause, Context, Effect, Layer } from "effect"
import type { IncomingMessage, ServerResponse } from "node:http"
import type { ClientMetadata as Metadata, Configuration, KoaContextWithOIDC, Provider } from "oidc-provider"
import type { JWK } from "jose"
import { BaseUrl } from "../../../layers/runtime/BaseUrl.ts"
import { Egress } from "../../../layers/egress/Egress.ts"
import { AccessTokens, algorithm, lifetime, resourceOf } from "../../../layers/identity/oauth/AccessTokens.ts"
import { Grants } from "../../../layers/identity/oauth/Grants.ts"
import { SigningKeys } from "../../../layers/identity/oauth/SigningKeys.ts"
import { People } from "../../../layers/identity/people/People.ts"
import { Outages } from "../../../layers/runtime/Outages.ts"
import { Settings } from "../../../layers/settings/Settings.ts"
import type { UserId } from "../../../schema/Id.ts"
import * as Scope from "../../../schema/Scope.ts"
import * as PageResponse from "../web/PageResponse.ts"
import * as Adapter from "./Adapter.ts"
import * as ClientFetch from "./ClientFetch.ts"
import * as ClientMetadata from "./ClientMetadata.ts"
import * as ErrorPage from "./ErrorPage.ts"
import * as Redirect from "./Redirect.ts"
import * as Revocation from "./Revocation.ts"
import * as UnknownClients from "./UnknownClients.ts"

type Library = typeof import("oidc-provider")

type Services = AccessTokens | Adapter.Services | Egress | People

type Run = <A, E>(effect: Effect.Effect<A, E, Services>) => Promise<A>

const day = 86_400

/** OpenID's own scopes; a client that asks only for these is offered all of ours. */
const openIdScopes = new Set(["openid", "offline_access", "profile", "email", "address", "phone"])

/** The person a code or token is for, while its grant is live. */
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
    const requestedScopes = [...ctx.oidc.requestParamScopes]
    if (requestedScopes.some((scope) => Scope.all.includes(scope as Scope.Scope))) return
    if (!requestedScopes.every((scope) => openIdScopes.has(scope))) {
      throw new errors.InvalidScope(`ask for any of: ${Scope.all.join(" ")}`, requestedScopes.join(" "))
    }
    ctx.oidc.params!["scope"] = [...requestedScopes.filter((scope) => scope !== ""), ...Scope.all].join(" ")
  }
  return {
    enabled: true,
    defaultResource: (_ctx: unknown, _client: unknown, oneOf?: ReadonlyArray<string>) =>
      oneOf === undefined || oneOf.includes(resource) ? resource : oneOf[0]!,
    useGrantedResource: () => true,
    getResourceServerInfo: (ctx: KoaContextWithOIDC, indicator: string) => {
      if (indicator !== resource) throw new errors.InvalidTarget(`the only resource here is ${resource}`)
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

const register =
  ({ errors }: Library) =>
  (ctx: KoaContextWithOIDC) => {
    const flaw = ClientMetadata.flawOfSize(ctx.oidc.body)
    if (flaw !== undefined) throw new errors.InvalidClientMetadata(flaw)
    return crypto.randomUUID()
  }

const features = (library: Library, { base, withDocuments }: Site): Configuration["features"] => ({
  devInteractions: { enabled: false },
  dPoP: { enabled: false },
  pushedAuthorizationRequests: { enabled: false },
  userinfo: { enabled: false },
  rpInitiatedLogout: { enabled: false },
  revocation: {
    enabled: true,
    allowedPolicy: (_ctx, client, token) => token.clientId === client.clientId
  },
  registration: { enabled: true, issueRegistrationAccessToken: false, idFactory: register(library) },
  clientIdMetadataDocument: { enabled: withDocuments, ack: "draft-02" },
  resourceIndicators: resources(library, base)
})

interface Site {
  readonly base: string
  /** Whether apps may identify themselves by the URL of a metadata document. */
  readonly withDocuments: boolean
}

const configure = (library: Library, site: Site, key: JWK, run: Run): Configuration => ({
  adapter: Adapter.make(run, site.base, async (grantId) => {
    await run(Adapter.revoke(grantId, "oauth.replay"))
    throw new library.errors.InvalidGrant("authorization code already consumed")
  }),
  jwks: { keys: [key as never] },
  features: features(library, site),
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
  interactions: { url: (_ctx, interaction) => `${site.base}/oauth/consent/${interaction.uid}` },
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
  fetch: ClientFetch.make(run) as typeof fetch,
  renderError: ErrorPage.render
})

interface Mounted {
  readonly provider: Provider
  readonly handle: (request: IncomingMessage, response: ServerResponse) => Promise<void>
}

/** Removes the library's session cookie, since its sessions aren't stored. */
const withoutSession = async (ctx: KoaContextWithOIDC, next: () => Promise<void>) => {
  await next()
  const cookies = [(ctx.response.get("set-cookie") as string | Array<string> | undefined) ?? []].flat()
  const remaining = cookies.filter((cookie) => cookie !== "" && !cookie.startsWith("oauth_session"))
  if (remaining.length === 0) ctx.remove("set-cookie")
  else ctx.set("set-cookie", remaining)
}

/**
 * Sets the policy of the library's own page, which sends a `form_post` response to the app. The library adds its script's
 * hash to this policy, and the form may only be sent to the app.
 */
const withPolicy = async (ctx: KoaContextWithOIDC, next: () => Promise<void>) => {
  if (!ctx.path.startsWith("/oauth/authorize")) return next()
  ctx.set(PageResponse.headers())
  await next()
  const policy = ctx.response.get("content-security-policy")
  if (!policy.includes("'sha256-")) return
  const { source } = Redirect.of(String(ctx.oidc.params?.["redirect_uri"]))
  ctx.set("content-security-policy", policy.replace("form-action 'self'", `form-action ${source}`))
}

/** Clients parse the response to a revocation as JSON, although RFC 7009 leaves its body open. */
const answeredAsJson = async (ctx: KoaContextWithOIDC, next: () => Promise<void>) => {
  await next()
  if (ctx.path === "/oauth/revoke" && ctx.status === 200 && !ctx.body) ctx.body = {}
}

/** A client that names no authentication method gets `none`, and so no secret. */
const publicByDefault = (provider: Provider) => {
  const Client = provider.Client as typeof provider.Client & {
    needsSecret: (metadata: Metadata) => boolean
  }
  const needsSecret = Client.needsSecret.bind(Client)
  Client.needsSecret = (metadata) => needsSecret({ token_endpoint_auth_method: "none", ...metadata })
}

const mount = async (site: Site, key: JWK, run: Run, onError: (error: Error) => void): Promise<Mounted> => {
  const library = await import("oidc-provider")
  const provider = new library.Provider(site.base, configure(library, site, key, run))
  // The library works out its own address from headers that we set, never from the client's.
  provider.proxy = true
  const layers = [
    answeredAsJson,
    withoutSession,
    withPolicy,
    Revocation.middleware(run),
    UnknownClients.middleware(run)
  ]
  for (const middleware of layers) provider.use(middleware as never)
  provider.on("authorization.error", UnknownClients.onError)
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
      const { oauthClientDocuments: withDocuments } = yield* Settings
      const site = { base: yield* BaseUrl, withDocuments }
      const keys = yield* SigningKeys
      const context = yield* Effect.context<Services>()
      const run = Effect.runPromiseWith(context)
      const onError = (error: Error) =>
        void run(Outages.report("The authorization server failed on a request", Cause.die(error)))
      let current: { readonly kid: string; readonly mounted: Promise<Mounted> } | undefined
      return AuthorizationServer.of(
        Effect.gen(function* () {
          const { kid, privateJwk } = yield* keys.current
          if (current?.kid !== kid) {
            const key = { ...privateJwk, kid, alg: algorithm, use: "sig" } as JWK
            current = { kid, mounted: mount(site, key, run, onError) }
          }
          const { mounted } = current
          return yield* Effect.promise(() => mounted)
        })
      )
    })
  )
}
