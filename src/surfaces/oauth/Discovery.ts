/** Discovery documents for clients: the metadata of the server and of the resource, and the keys (RFC 8414, RFC 9728). */
import { Effect, Layer } from "effect"
import { HttpRouter, HttpServerRequest, HttpServerResponse } from "effect/http"
import { BaseUrl } from "../../../layers/runtime/BaseUrl.ts"
import { algorithm, calledBy, resourceOf } from "../../../layers/identity/oauth/AccessTokens.ts"
import { SigningKeys } from "../../../layers/identity/oauth/SigningKeys.ts"
import { Settings } from "../../../layers/settings/Settings.ts"
import * as Scope from "../../../schema/Scope.ts"
import { grantTypes } from "./ClientMetadata.ts"

const authMethods = ["none", "client_secret_basic", "client_secret_post", "private_key_jwt"] as const

/** Server metadata, the same for OAuth and OpenID discovery. */
const server = (base: string, withDocuments: boolean) => ({
  issuer: base,
  authorization_endpoint: `${base}/oauth/authorize`,
  token_endpoint: `${base}/oauth/token`,
  registration_endpoint: `${base}/oauth/register`,
  revocation_endpoint: `${base}/oauth/revoke`,
  jwks_uri: `${base}/oauth/jwks`,
  scopes_supported: [...Scope.all, "offline_access", "openid"],
  response_types_supported: ["code"],
  response_modes_supported: ["query", "form_post"],
  grant_types_supported: grantTypes,
  token_endpoint_auth_methods_supported: authMethods,
  token_endpoint_auth_signing_alg_values_supported: ["ES256", "RS256", "PS256", "Ed25519"],
  revocation_endpoint_auth_methods_supported: authMethods,
  code_challenge_methods_supported: ["S256"],
  authorization_response_iss_parameter_supported: true,
  client_id_metadata_document_supported: withDocuments,
  protected_resources: [resourceOf(base)],
  service_documentation: `${base}/docs`,
  subject_types_supported: ["public"],
  id_token_signing_alg_values_supported: [algorithm],
  claims_supported: ["sub"]
})

/** Resource metadata. It uses the host name that the client called; `issuer` has only one name. */
const resource = (base: string, called: string) => ({
  resource: resourceOf(called),
  resource_name: "Sales Pipeline",
  resource_documentation: `${base}/docs`,
  authorization_servers: [base],
  scopes_supported: Scope.all,
  bearer_methods_supported: ["header"]
})

const withMcp = <const Path extends string>(path: Path) => [path, `${path}/mcp`] as const

const paths = {
  server: ["/.well-known/oauth-authorization-server", "/.well-known/openid-configuration"].flatMap(withMcp),
  resource: withMcp("/.well-known/oauth-protected-resource")
} as const

const document = (content: unknown) =>
  HttpServerResponse.text(JSON.stringify(content), {
    contentType: "application/json",
    headers: { "cache-control": "public, max-age=60" }
  })

const discovery = Layer.unwrap(
  Effect.gen(function* () {
    const base = yield* BaseUrl
    const { oauthClientDocuments } = yield* Settings
    const ofServer = document(server(base, oauthClientDocuments))
    const ofResource = Effect.map(HttpServerRequest.HttpServerRequest, ({ headers }) =>
      document(resource(base, calledBy(base, headers.host)))
    )
    return Layer.mergeAll(
      HttpRouter.add("GET", paths.resource[0], ofResource),
      HttpRouter.add("GET", paths.resource[1], ofResource),
      ...paths.server.map((path) => HttpRouter.add("GET", path as `/${string}`, ofServer))
    )
  })
)

const keys = HttpRouter.add(
  "GET",
  "/oauth/jwks",
  Effect.gen(function* () {
    const valid = yield* (yield* SigningKeys).valid
    return document({
      keys: valid.map(({ kid, publicJwk }) => ({ ...publicJwk, kid, alg: algorithm, use: "sig" }))
    })
  })
)

export const routes = [...paths.server, ...paths.resource, "/oauth/jwks" as const].map((path) => ({
  method: "GET",
  path
}))

export const layer = Layer.mergeAll(discovery, keys)
