import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { Sessions } from "../../layers/identity/people/Sessions.ts"
import type { UserId } from "../../schema/Id.ts"
import { OAuthApp } from "../support/mcp/OAuthApp.ts"
import { TestService } from "../support/server/TestService.ts"

const proxied = TestService.layer({ BASE_URL: "https://CRM.example:443/", TRUST_PROXY: "true" })

/** The headers that a proxy adds. */
const headers = { host: "127.0.0.1", "x-forwarded-proto": "https", "x-forwarded-host": "crm.example" }

layer(proxied, { excludeTestServices: true })("behind a proxy that terminates TLS", (it) => {
  it.effect("the pages' cookies are only for this host and https, and other cookies are ignored", () =>
    Effect.gen(function* () {
      const { url } = yield* TestService
      const { user } = yield* (yield* TestService).workspace()
      const token = yield* (yield* Sessions).open(user.id as UserId)
      yield* Effect.promise(async () => {
        const get = (path: string, cookie = "") =>
          fetch(url + path, { headers: { ...headers, cookie }, redirect: "manual" })
        const cookies = (await get("/sign-in")).headers.getSetCookie()
        assert.strictEqual(cookies.length, 1)
        assert.match(cookies[0]!, /^__Host-visitor=.*; Secure/u)
        assert.strictEqual((await get("/account", `__Host-session=${token}`)).status, 200)
        assert.strictEqual((await get("/account", `pipeline-session=${token}`)).status, 303)
      })
    })
  )

  it.effect("every URL is the public one, and every cookie only for https", () =>
    Effect.gen(function* () {
      const { url } = yield* TestService
      yield* Effect.promise(async () => {
        const get = (path: string) => fetch(url + path, { headers, redirect: "manual" })
        const path = "/.well-known/oauth-authorization-server"
        const metadata = (await (await get(path)).json()) as Record<string, string>
        assert.strictEqual(metadata["issuer"], "https://crm.example")
        assert.strictEqual(metadata["token_endpoint"], "https://crm.example/oauth/token")
        const { body } = await OAuthApp.register(url)
        const app = new OAuthApp(url, body.client_id)
        const { pathname, search } = new URL(app.authorizeUrl({ resource: "https://crm.example/mcp" }))
        const answer = await get(pathname + search)
        assert.match(answer.headers.get("location") ?? "", /^https:\/\/crm\.example\/oauth\/consent\//u)
        const cookies = answer.headers.getSetCookie()
        assert.strictEqual(cookies.length, 2)
        for (const cookie of cookies) {
          assert.match(cookie, /; secure/iu)
          assert.match(cookie, /; httponly/iu)
          assert.match(cookie, /; path=\/oauth\/(consent|authorize)\//iu)
        }
      })
    })
  )
})
