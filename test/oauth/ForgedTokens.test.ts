import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { generateKeyPair, importJWK, type JWK, SignJWT, UnsecuredJWT } from "jose"
import { SigningKeys } from "../../layers/identity/oauth/SigningKeys.ts"
import { FormBrowser } from "../support/pages/FormBrowser.ts"
import { OAuthApp } from "../support/mcp/OAuthApp.ts"
import * as SignedIn from "../support/pages/SignedIn.ts"
import { TestService } from "../support/server/TestService.ts"

const connected = Effect.gen(function* () {
  const owner = yield* SignedIn.make()
  const app = yield* Effect.promise(() => OAuthApp.make(owner.base))
  return { ...owner, app }
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
