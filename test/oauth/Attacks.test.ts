import { assert, layer } from "@effect/vitest"
import * as modern from "@modelcontextprotocol/client"
import { Effect } from "effect"
import { ClientMemory } from "../support/mcp/ClientMemory.ts"
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
      assert.include(opened.text, "was started in another browser")
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
