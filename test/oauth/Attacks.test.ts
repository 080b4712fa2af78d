import { assert, layer } from "@effect/vitest"
import * as modern from "@modelcontextprotocol/client"
import { Effect } from "effect"
import { generateKeyPair, importJWK, type JWK, SignJWT, UnsecuredJWT } from "jose"
import { SigningKeys } from "../../layers/identity/oauth/SigningKeys.ts"
import { ClientMemory } from "../support/mcp/ClientMemory.ts"
import { FormBrowser } from "../support/pages/FormBrowser.ts"
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

layer(TestService.layer(), { excludeTestServices: true })("an attack on the authorization request", (it) => {
  for (const [name, changes] of [
    ["without PKCE", { code_challenge: undefined, code_challenge_method: undefined }],
    ["with plain PKCE", { code_challenge_method: "plain" }],
    ["with PKCE of no method", { code_challenge_method: undefined }],
    ["for an implicit token", { response_type: "token" }],
    ["with a request object", { request: "e30.e30." }]
  ] as const) {
    it.effect(`${name} is refused`, () =>
      Effect.gen(function* () {
        const { app, base, browser } = yield* connected
        const { url } = yield* Effect.promise(() => browser.open(app.authorizeUrl(changes)))
        assert.isTrue(isBack(url), url)
        assert.isNotNull(errorOf(url) ?? new URLSearchParams(new URL(url).hash.slice(1)).get("error"))
        assert.notInclude(url, "code=")
        assert.include(decodeURIComponent(url), `iss=${base}`)
      })
    )
  }

  for (const resource of ["https://api.example/", "/mcp", "BASE", "BASE/mcp/", "BASE/v1"]) {
    it.effect(`for the resource ${resource} is refused`, () =>
      Effect.gen(function* () {
        const { app, base, browser } = yield* connected
        const { url } = yield* Effect.promise(() =>
          browser.open(app.authorizeUrl({ resource: resource.replace("BASE", base) }))
        )
        assert.strictEqual(errorOf(url), "invalid_target")
      })
    )
  }

  for (const uri of [
    "http://127.0.0.1:7777/callback/../evil",
    "http://127.0.0.1:7777/callback?x=1",
    "http://127.0.0.1:7777/Callback",
    "http://127.0.0.1.evil.example:7777/callback",
    "http://evil.example/callback",
    "http://127.0.0.1:7777@evil.example/callback",
    "javascript:alert(1)//http://127.0.0.1:7777/callback",
    "//evil.example"
  ]) {
    it.effect(`with the redirect ${uri} ends on the service's error page`, () =>
      Effect.gen(function* () {
        const { app, base, browser } = yield* connected
        const page = yield* Effect.promise(() => browser.open(app.authorizeUrl({ redirect_uri: uri })))
        assert.strictEqual(page.status, 400)
        assert.isTrue(page.url.startsWith(`${base}/oauth/authorize`))
        assert.isNull(page.headers.get("location"))
        assert.include(page.text, "invalid_redirect_uri")
      })
    )
  }

  it.effect("of an unknown client ends on the service's error page", () =>
    Effect.gen(function* () {
      const { base, browser } = yield* connected
      const app = new OAuthApp(base, "<script>alert(1)</script>")
      const page = yield* Effect.promise(() => browser.open(app.authorizeUrl()))
      assert.strictEqual(page.status, 400)
      assert.notInclude(page.text, "<script>")
    })
  )

  it.effect("under another Host is answered under the service's own address", () =>
    Effect.gen(function* () {
      const { app, base, browser } = yield* connected
      const headers = {
        "x-forwarded-host": "evil.example",
        "x-forwarded-proto": "https",
        host: "evil.example"
      }
      const { headers: answered } = yield* Effect.promise(() => browser.send(app.authorizeUrl(), { headers }))
      assert.isTrue(answered.get("location")!.startsWith(`${base}/oauth/consent/`))
    })
  )

  it.effect("begun in one browser can't be consented to in another", () =>
    Effect.gen(function* () {
      const { app, browser } = yield* connected
      const victim = yield* connected
      const page = yield* Effect.promise(() => browser.open(app.authorizeUrl()))
      const opened = yield* Effect.promise(() => victim.browser.open(page.url))
      assert.strictEqual(opened.status, 400)
      assert.include(opened.text, "began in another browser")
    })
  )

  it.effect("answered by another server is refused by the SDK", () =>
    Effect.gen(function* () {
      const { base } = yield* connected
      const memory = new ClientMemory() as modern.OAuthClientProvider
      const serverUrl = `${base}/mcp`
      const outcome = yield* Effect.promise(async () => {
        await modern.auth(memory, { serverUrl })
        return modern
          .auth(memory, { serverUrl, authorizationCode: "x", iss: "https://evil.example" })
          .catch((error: Error) => error.message)
      })
      assert.match(outcome, /issuer/iu)
    })
  )
})

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
    ["with no grant at all", { grant_types: [] }],
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
})

layer(TestService.layer(), { excludeTestServices: true })("an attack on the token endpoint", (it) => {
  for (const [name, changes] of [
    ["a wrong verifier", { code_verifier: "x".repeat(43) }],
    ["no verifier", { code_verifier: "" }],
    ["another redirect", { redirect_uri: "http://127.0.0.1:7777/other" }],
    ["another resource", { resource: "https://api.example/" }]
  ] as const) {
    it.effect(`with ${name} gets nothing`, () =>
      Effect.gen(function* () {
        const { app, browser } = yield* connected
        const code = yield* Effect.promise(() => app.code(browser))
        const { body, status } = yield* Effect.promise(() => app.exchange(code, changes))
        assert.strictEqual(status, 400)
        assert.strictEqual(body.error, name === "another resource" ? "invalid_target" : "invalid_grant")
      })
    )
  }

  it.effect("with the code of another app gets nothing", () =>
    Effect.gen(function* () {
      const { app, base, browser } = yield* connected
      const thief = yield* Effect.promise(() => OAuthApp.make(base))
      const code = yield* Effect.promise(() => app.code(browser))
      const { body } = yield* Effect.promise(() => thief.exchange(code, { code_verifier: app.verifier }))
      assert.strictEqual(body.error, "invalid_grant")
    })
  )

  it.effect("with the refresh token of another app gets nothing", () =>
    Effect.gen(function* () {
      const { app, base, browser } = yield* connected
      const thief = yield* Effect.promise(() => OAuthApp.make(base))
      const tokens = yield* Effect.promise(() => app.connect(browser))
      const { body } = yield* Effect.promise(() => thief.refresh(tokens.refresh_token))
      assert.strictEqual(body.error, "invalid_grant")
    })
  )

  it.effect("with a used code ends the tokens from that code", () =>
    Effect.gen(function* () {
      const { app, as, browser } = yield* connected
      const code = yield* Effect.promise(() => app.code(browser))
      const first = yield* Effect.promise(() => app.exchange(code))
      assert.strictEqual(first.status, 200)
      const second = yield* Effect.promise(() => app.exchange(code))
      assert.strictEqual(second.body.error, "invalid_grant")
      const me = yield* Effect.promise(() => as(first.body.access_token)("GET", "/v1/me"))
      assert.strictEqual(me.status, 401)
      const refreshed = yield* Effect.promise(() => app.refresh(first.body.refresh_token))
      assert.strictEqual(refreshed.body.error, "invalid_grant")
    })
  )

  it.effect("with one code many times at once leaves no working token", () =>
    Effect.gen(function* () {
      const { app, as, browser } = yield* connected
      const code = yield* Effect.promise(() => app.code(browser))
      const replies = yield* Effect.promise(() =>
        Promise.all(Array.from({ length: 8 }, () => app.exchange(code)))
      )
      const given = replies.filter(({ status }) => status === 200)
      assert.isAtMost(given.length, 1)
      for (const { body } of given) {
        const me = yield* Effect.promise(() => as(body.access_token)("GET", "/v1/me"))
        assert.strictEqual(me.status, 401)
      }
    })
  )
})

layer(TestService.layer(), { excludeTestServices: true })("a forged access token", (it) => {
  const forging = Effect.gen(function* () {
    const { app, as, base, browser } = yield* connected
    const { access_token: good } = yield* Effect.promise(() => app.connect(browser))
    const { kid, privateJwk, publicJwk } = yield* (yield* SigningKeys).current
    const claims = JSON.parse(Buffer.from(good.split(".")[1]!, "base64url").toString())
    const ours = yield* Effect.promise(() => importJWK(privateJwk as JWK, "ES256"))
    const header = { alg: "ES256", typ: "at+jwt", kid }
    const sign = (changes: object, headers: object = {}, key: any = ours) =>
      new SignJWT({ ...claims, ...changes }).setProtectedHeader({ ...header, ...headers }).sign(key)
    const status = (token: string) => as(token)("GET", "/v1/me").then((answer) => answer.status)
    return { base, good, claims, kid, publicJwk, sign, status }
  })

  it.effect("is compared with a genuine token made in the same way, which works", () =>
    Effect.gen(function* () {
      const { sign, status } = yield* forging
      assert.strictEqual(yield* Effect.promise(async () => status(await sign({}))), 200)
    })
  )

  const forgeries: ReadonlyArray<
    readonly [string, (forge: Effect.Success<typeof forging>) => Promise<string>]
  > = [
    ["of alg none", async ({ claims }) => new UnsecuredJWT(claims).encode()],
    [
      "of alg none with our header",
      async ({ good, kid }) =>
        `${Buffer.from(JSON.stringify({ alg: "none", typ: "at+jwt", kid })).toString("base64url")}.${good.split(".")[1]}.`
    ],
    [
      "signed with our public key as an HMAC secret",
      async ({ publicJwk, sign }) =>
        sign({}, { alg: "HS256" }, new TextEncoder().encode(JSON.stringify(publicJwk)))
    ],
    [
      "signed with another key under our kid",
      async ({ sign }) => sign({}, {}, (await generateKeyPair("ES256")).privateKey)
    ],
    [
      "that brings its own key",
      async ({ sign }) => {
        const { privateKey, publicKey } = await generateKeyPair("ES256", { extractable: true })
        const jwk = await crypto.subtle.exportKey("jwk", publicKey)
        return sign({}, { jwk, kid: undefined }, privateKey)
      }
    ],
    ["for another audience", ({ sign }) => sign({ aud: "https://api.example/" })],
    ["for our address but not the resource", ({ base, sign }) => sign({ aud: base })],
    ["of another issuer", ({ sign }) => sign({ iss: "https://evil.example" })],
    ["that is no access token", ({ sign }) => sign({}, { typ: "JWT" })],
    ["that has expired", ({ sign }) => sign({ exp: Math.floor(Date.now() / 1000) - 60 })],
    ["without an end", ({ sign }) => sign({ exp: undefined })],
    ["of another person", ({ sign }) => sign({ sub: "01997f2e-6b1c-7d7a-9d0c-1f2e3d4c5b6a" })],
    ["of another app", ({ sign }) => sign({ client_id: "someone-else" })],
    ["of no grant", ({ sign }) => sign({ grant: "01997f2e-6b1c-7d7a-9d0c-1f2e3d4c5b6a.x" })],
    [
      "with scopes added to it",
      async ({ claims, good }) => {
        const [header, , signature] = good.split(".")
        const more = { ...claims, scope: `${claims.scope} admin` }
        return `${header}.${Buffer.from(JSON.stringify(more)).toString("base64url")}.${signature}`
      }
    ],
    ["without end", async () => `${"a".repeat(3000)}.${"b".repeat(3000)}.c`]
  ]

  for (const [name, forge] of forgeries) {
    it.effect(`${name} is refused`, () =>
      Effect.gen(function* () {
        const forger = yield* forging
        const status = yield* Effect.promise(async () => forger.status(await forge(forger)))
        assert.strictEqual(status, 401)
      })
    )
  }
})

layer(TestService.layer({ RATE_LIMIT_PER_ADDRESS: "3" }), { excludeTestServices: true })(
  "one address",
  (it) => {
    it.effect("may register, exchange and sign in only a limited number of times", () =>
      Effect.gen(function* () {
        const { url } = yield* TestService
        yield* Effect.promise(async () => {
          const app = new OAuthApp(url, "x")
          const browser = new FormBrowser(url)
          const signIn = () => browser.signIn("nobody@test.example", "wrong").then(({ status }) => status)
          const attempts = [
            () => OAuthApp.register(url).then(({ status }) => status),
            () => app.refresh("x").then(({ status }) => status),
            signIn
          ]
          for (const attempt of attempts) {
            for (let count = 0; count < 3; count++) assert.notStrictEqual(await attempt(), 429)
            assert.strictEqual(await attempt(), 429)
          }
          const refused = await fetch(`${url}/oauth/register`, { method: "POST", body: "{}" })
          const body = (await refused.json()) as { readonly error: string }
          assert.strictEqual(body.error, "temporarily_unavailable")
          assert.match(refused.headers.get("retry-after") ?? "", /^\d+$/u)
        })
      })
    )
  }
)
