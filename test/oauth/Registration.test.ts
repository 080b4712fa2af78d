import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { callback, OAuthApp } from "../support/mcp/OAuthApp.ts"
import * as SignedIn from "../support/pages/SignedIn.ts"
import { TestService } from "../support/server/TestService.ts"

const connected = Effect.gen(function* () {
  const owner = yield* SignedIn.make()
  const app = yield* Effect.promise(() => OAuthApp.make(owner.base))
  return { ...owner, app }
})

const errorOf = (url: string) => new URL(url).searchParams.get("error")

const isBack = (url: string) => url.startsWith(callback)

layer(TestService.layer(), { excludeTestServices: true })("a client registration", (it) => {
  for (const uri of [
    "javascript:alert(1)",
    "data:text/html,<script>alert(1)</script>",
    "vbscript:x",
    "file:///etc/passwd",
    "ms-settings:privacy",
    "tel:+15551234",
    "mailto:someone@evil.example",
    "chrome://settings",
    "view-source:https://app.example",
    "ws://app.example/callback",
    "smb://evil.example/share",
    "editor://auth/callback",
    "http://app.example/callback",
    "https://app.example/callback#fragment",
    "https://claude.ai@evil.example/callback",
    "https://claude.ai:443@evil.example/callback",
    "http://localhost@127.0.0.1:1234/callback",
    "not a uri"
  ]) {
    it.effect(`with the redirect ${uri} is refused`, () =>
      Effect.gen(function* () {
        const { url } = yield* TestService
        const { body, status } = yield* Effect.promise(() =>
          OAuthApp.register(url, { redirect_uris: [callback, uri], application_type: "web" })
        )
        assert.strictEqual(status, 400)
        assert.strictEqual(body.error, "invalid_redirect_uri")
      })
    )
  }

  for (const [name, metadata] of [
    ["without redirects", { redirect_uris: [] }],
    ["with a name without end", { client_name: "x".repeat(201) }],
    [
      "with a hundred redirects",
      { redirect_uris: Array.from({ length: 100 }, (_, n) => `${callback}/${n}`) }
    ],
    ["with the implicit grant", { grant_types: ["authorization_code", "implicit"] }],
    ["with the password grant", { grant_types: ["authorization_code", "password"] }],
    ["with a grant of machines alone", { grant_types: ["client_credentials"] }],
    ["with refresh tokens alone", { grant_types: ["refresh_token"] }],
    ["for implicit answers alone", { response_types: ["token"] }],
    [
      "with more than 4 kB to keep",
      {
        token_endpoint_auth_method: "private_key_jwt",
        jwks: { keys: [{ kty: "RSA", e: "AQAB", n: "x".repeat(4096) }] }
      }
    ],
    ["with a way to authenticate we lack", { token_endpoint_auth_method: "tls_client_auth" }]
  ] as const) {
    it.effect(`${name} is refused`, () =>
      Effect.gen(function* () {
        const { url } = yield* TestService
        const { body, status } = yield* Effect.promise(() => OAuthApp.register(url, metadata))
        assert.strictEqual(status, 400)
        assert.match(body.error, /^invalid_(client_metadata|redirect_uri)$/u)
      })
    )
  }

  it.effect("as real clients send it is accepted, whatever else it asks for", () =>
    Effect.gen(function* () {
      const { url } = yield* TestService
      const { body, status } = yield* Effect.promise(() =>
        OAuthApp.register(url, {
          client_name: "Code editor",
          redirect_uris: [
            "http://127.0.0.1/",
            "https://editor.example/redirect",
            "cursor://anysphere.cursor-mcp/oauth/callback"
          ],
          grant_types: [
            "authorization_code",
            "refresh_token",
            "urn:ietf:params:oauth:grant-type:device_code"
          ],
          response_types: ["code"],
          token_endpoint_auth_method: "none",
          application_type: "native",
          scope: "deals:read deals:write unheard:of",
          software_id: "x",
          software_version: "1"
        })
      )
      assert.strictEqual(status, 201, JSON.stringify(body))
      assert.deepStrictEqual(body.grant_types, ["authorization_code", "refresh_token"])
      assert.notProperty(body, "client_secret")
    })
  )
})

layer(TestService.layer(), { excludeTestServices: true })("an app without anyone's consent", (it) => {
  for (const [name, changes] of [
    ["without a person", { prompt: "none" }],
    ["for what is refused", { response_type: "token" }],
    ["by form_post", { prompt: "none", response_mode: "form_post" }],
    ["by fragment", { prompt: "none", response_mode: "fragment" }]
  ] as const) {
    it.effect(`can't redirect a person who asks ${name}`, () =>
      Effect.gen(function* () {
        const { base } = yield* connected
        const evil = "https://evil.example/x"
        const app = yield* Effect.promise(() => OAuthApp.make(base, { redirect_uris: [evil] }))
        const url = app.authorizeUrl({ redirect_uri: evil, ...changes })
        const page = yield* Effect.promise(() => fetch(url, { redirect: "manual" }))
        assert.strictEqual(page.status, 400)
        assert.isNull(page.headers.get("location"))
        const text = yield* Effect.promise(() => page.text())
        assert.notInclude(text, "<script>")
        if (!("response_mode" in changes)) {
          assert.include(text, "Continue to evil.example")
          assert.include(text, `${evil}?error=`)
        }
      })
    )
  }

  it.effect("gets no code in the fragment, whoever consented", () =>
    Effect.gen(function* () {
      const { app, browser } = yield* connected
      const page = yield* Effect.promise(() => browser.open(app.authorizeUrl({ response_mode: "fragment" })))
      assert.strictEqual(page.status, 400)
      assert.include(page.text, "response_mode")
    })
  )

  it.effect("is answered by redirect once somebody has consented", () =>
    Effect.gen(function* () {
      const { base, browser } = yield* connected
      const redirect_uri = "https://app.example/back"
      yield* Effect.promise(async () => {
        const app = await OAuthApp.make(base, { redirect_uris: [redirect_uri] })
        assert.notStrictEqual(await app.code(browser, { redirect_uri }), "")
        const answer = await fetch(app.authorizeUrl({ redirect_uri, prompt: "none" }), { redirect: "manual" })
        assert.strictEqual(errorOf(answer.headers.get("location")!), "login_required")
      })
    })
  )

  it.effect("can be denied by a person, and is told", () =>
    Effect.gen(function* () {
      const { app, browser } = yield* connected
      const { url } = yield* Effect.promise(() => app.consent(browser, {}, { decision: "deny" }))
      assert.strictEqual(errorOf(url), "access_denied")
      assert.isTrue(isBack(url))
    })
  )

  it.effect("takes null and empty members as absent, in lists too", () =>
    Effect.gen(function* () {
      const { url } = yield* TestService
      for (const more of [
        { grant_types: [], response_types: [], jwks: {}, contacts: [""] },
        { contacts: [null], logo_uri: null, client_uri: "", grant_types: ["authorization_code", null] },
        { redirect_uris: [callback, null, ""] }
      ]) {
        const { body, status } = yield* Effect.promise(() =>
          OAuthApp.register(url, { redirect_uris: [callback], ...more } as never)
        )
        assert.strictEqual(status, 201, JSON.stringify(body))
        assert.deepStrictEqual(body.redirect_uris, [callback])
        assert.notProperty(body, "contacts")
      }
      const { status } = yield* Effect.promise(() =>
        OAuthApp.register(url, { redirect_uris: [null, ""] } as never)
      )
      assert.strictEqual(status, 400)
    })
  )
})
