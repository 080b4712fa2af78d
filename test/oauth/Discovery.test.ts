import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { AuthorizationServer } from "../../src/surfaces/oauth/AuthorizationServer.ts"
import { TestService } from "../support/server/TestService.ts"

const scopes = ["deals:read", "deals:write", "leads:read", "leads:write", "pipeline:read"]

layer(TestService.layer(), { excludeTestServices: true })("discovery", (it) => {
  for (const path of [
    "/.well-known/oauth-authorization-server",
    "/.well-known/oauth-authorization-server/mcp",
    "/.well-known/openid-configuration",
    "/.well-known/openid-configuration/mcp"
  ]) {
    it.effect(`describes the authorization server at ${path}`, () =>
      Effect.gen(function* () {
        const { send, url } = yield* TestService
        const { body, headers } = yield* Effect.promise(() => send("GET", path))
        assert.strictEqual(headers.get("access-control-allow-origin"), "*")
        assert.strictEqual(body.issuer, url)
        for (const name of ["authorize", "token", "register", "revoke", "jwks"]) {
          assert.include(Object.values(body), `${url}/oauth/${name}`)
        }
        assert.deepStrictEqual(body.code_challenge_methods_supported, ["S256"])
        assert.includeMembers(body.scopes_supported, scopes)
        assert.isTrue(body.authorization_response_iss_parameter_supported)
        assert.isTrue(body.client_id_metadata_document_supported)
      })
    )
  }

  for (const path of ["/.well-known/oauth-protected-resource", "/.well-known/oauth-protected-resource/mcp"]) {
    it.effect(`describes the resource at ${path}`, () =>
      Effect.gen(function* () {
        const { send, url } = yield* TestService
        const { body } = yield* Effect.promise(() => send("GET", path))
        assert.strictEqual(body.resource, `${url}/mcp`)
        assert.deepStrictEqual(body.authorization_servers, [url])
        assert.deepStrictEqual(body.scopes_supported, scopes)
      })
    )
  }

  it.effect("publishes the same metadata as the library would", () =>
    Effect.gen(function* () {
      const { send, url } = yield* TestService
      const { provider } = yield* yield* AuthorizationServer
      const own = yield* Effect.promise(() => send("GET", "/.well-known/oauth-authorization-server"))
      assert.strictEqual(provider.issuer, url)
      for (const [name, route] of [
        ["authorization_endpoint", "authorization"],
        ["token_endpoint", "token"],
        ["registration_endpoint", "registration"],
        ["revocation_endpoint", "revocation"],
        ["jwks_uri", "jwks"]
      ] as const) {
        assert.strictEqual(own.body[name], (provider as any).urlFor(route))
      }
    })
  )

  it.effect("publishes only the public half of its key", () =>
    Effect.gen(function* () {
      const { send } = yield* TestService
      const { body } = yield* Effect.promise(() => send("GET", "/oauth/jwks"))
      assert.strictEqual(body.keys.length, 1)
      assert.strictEqual(body.keys[0].alg, "ES256")
      assert.notProperty(body.keys[0], "d")
    })
  )
})
