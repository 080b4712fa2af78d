import { assert, layer } from "@effect/vitest"
import { decodeJwt, decodeProtectedHeader } from "jose"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { Tenant } from "../../layers/identity/Tenant.ts"
import { Workspaces } from "../../layers/identity/Workspaces.ts"
import { callback, OAuthApp } from "../support/mcp/OAuthApp.ts"
import * as SignedIn from "../support/pages/SignedIn.ts"
import { TestService } from "../support/server/TestService.ts"

const all = ["deals:read", "deals:write", "leads:read", "leads:write", "pipeline:read"]

layer(TestService.layer(), { excludeTestServices: true })("authorization", (it) => {
  it.effect("issues an ES256 at+jwt for the MCP resource, valid for a day", () =>
    Effect.gen(function* () {
      const { base, browser, user } = yield* SignedIn.make()
      yield* Effect.promise(async () => {
        const app = await OAuthApp.make(base)
        const tokens = await app.connect(browser)
        const header = decodeProtectedHeader(tokens.access_token)
        assert.strictEqual(header.typ, "at+jwt")
        assert.strictEqual(header.alg, "ES256")
        const claims = decodeJwt(tokens.access_token)
        assert.strictEqual(claims.iss, base)
        assert.strictEqual(claims.aud, `${base}/mcp`)
        assert.strictEqual(claims.sub, user.id)
        assert.strictEqual(claims["client_id"], app.clientId)
        assert.strictEqual(claims.exp! - claims.iat!, 86_400)
        assert.strictEqual(tokens.expires_in, 86_400)
        assert.strictEqual(tokens.scope, all.join(" "))
      })
    })
  )

  it.effect("lets the person withhold scopes, and limits the token to the rest", () =>
    Effect.gen(function* () {
      const { as, base, board, browser } = yield* SignedIn.make()
      yield* Effect.promise(async () => {
        const app = await OAuthApp.make(base)
        const tokens = await app.connect(browser, {}, { scope: ["deals:read", "pipeline:read"] })
        assert.strictEqual(tokens.scope, "deals:read pipeline:read")
        const call = as(tokens.access_token)
        assert.deepStrictEqual((await call("GET", "/v1/me")).body.auth.scopes, [
          "deals:read",
          "pipeline:read"
        ])
        assert.strictEqual((await call("GET", "/v1/deals")).status, 200)
        const refused = await call("POST", "/v1/deals", { boardId: board.id, name: "No" })
        assert.strictEqual(refused.status, 403)
        assert.strictEqual(refused.body.error.code, "insufficient_scope")
        assert.deepStrictEqual(refused.body.error.meta, { scope: "deals:write", lacking: "consent" })
      })
    })
  )

  it.effect("asks for the requested scopes, and for all if none was requested", () =>
    Effect.gen(function* () {
      const { base, browser } = yield* SignedIn.make()
      yield* Effect.promise(async () => {
        const app = await OAuthApp.make(base)
        const offered = async (scope?: string) => {
          const page = await browser.open(app.authorizeUrl({ scope }))
          return page.forms
            .at(-1)!
            .inputs.filter(({ name }) => name === "scope")
            .map(({ value }) => value)
            .sort()
        }
        assert.deepStrictEqual(await offered(), all)
        assert.deepStrictEqual(await offered("openid offline_access"), all)
        assert.deepStrictEqual(await offered("deals:read leads:read"), ["deals:read", "leads:read"])
        assert.deepStrictEqual(await offered("deals:read unheard:of"), ["deals:read"])
      })
    })
  )

  it.effect("refuses a request with only unknown scopes", () =>
    Effect.gen(function* () {
      const { base, browser } = yield* SignedIn.make()
      yield* Effect.promise(async () => {
        const app = await OAuthApp.make(base)
        const { url } = await browser.open(app.authorizeUrl({ scope: "unheard:of" }))
        assert.isTrue(url.startsWith(callback))
        assert.strictEqual(new URL(url).searchParams.get("error"), "invalid_scope")
      })
    })
  )

  it.effect("sends the person back with access_denied, state and issuer if they deny", () =>
    Effect.gen(function* () {
      const { base, browser } = yield* SignedIn.make()
      yield* Effect.promise(async () => {
        const app = await OAuthApp.make(base)
        const { url } = await app.consent(browser, {}, { decision: "deny" })
        const { searchParams } = new URL(url)
        assert.strictEqual(searchParams.get("error"), "access_denied")
        assert.strictEqual(searchParams.get("state"), "the-state")
        assert.strictEqual(searchParams.get("iss"), base)
        assert.isNull(searchParams.get("code"))
      })
    })
  )

  it.effect("refuses a consent without scopes", () =>
    Effect.gen(function* () {
      const { base, browser } = yield* SignedIn.make()
      yield* Effect.promise(async () => {
        const app = await OAuthApp.make(base)
        const page = await app.consent(browser, {}, { scope: [] })
        assert.strictEqual(page.status, 400)
        assert.include(page.text, "Choose at least one permission")
        const again = await browser.submit(page, { scope: "deals:read", decision: "allow" })
        assert.isTrue(again.url.startsWith(callback))
      })
    })
  )

  it.effect("shows the app and where it sends the person, all escaped", () =>
    Effect.gen(function* () {
      const { base, browser } = yield* SignedIn.make()
      yield* Effect.promise(async () => {
        const app = await OAuthApp.make(base, {
          client_name: `<img src=x onerror=alert(1)>"'\u202E`,
          redirect_uris: ["https://app.example/callback"]
        })
        const page = await browser.open(app.authorizeUrl({ redirect_uri: "https://app.example/callback" }))
        assert.include(page.text, "app.example")
        assert.match(page.text, /also sees who belongs to the workspace/u)
        assert.notInclude(page.text, "<img")
        assert.notInclude(page.text, "\u202E")
        assert.include(page.text, "&lt;img src=x onerror=alert(1)&gt;&quot;&#39;")
        assert.include(page.headers.get("content-security-policy"), "form-action 'self' https://app.example;")
      })
    })
  )

  it.effect("grants the chosen workspace, and only one of the person's own", () =>
    Effect.gen(function* () {
      const { as, base, browser, user, workspace } = yield* SignedIn.make()
      const service = yield* TestService
      const other = yield* service.workspace()
      const strange = yield* service.workspace()
      const workspaces = yield* Workspaces
      yield* Effect.provideService(workspaces.addMember(user.email, null, "viewer"), Tenant, {
        workspaceId: other.workspace.id
      })
      yield* Effect.promise(async () => {
        const app = await OAuthApp.make(base)
        const page = await browser.open(app.authorizeUrl())
        assert.include(page.text, workspace.id)
        assert.include(page.text, other.workspace.id)
        assert.notInclude(page.text, strange.workspace.id)
        const nowhere = await browser.submit(page, { decision: "allow", workspace: [] })
        assert.include(nowhere.text, "Choose a workspace")
        const foreign = await browser.submit(page, { decision: "allow", workspace: strange.workspace.id })
        assert.include(foreign.text, "Choose a workspace")
        const done = await browser.submit(foreign, { decision: "allow", workspace: other.workspace.id })
        const code = new URL(done.url).searchParams.get("code")!
        const { body } = await app.exchange(code)
        const me = await as(body.access_token)("GET", "/v1/me")
        assert.strictEqual(me.body.workspace.id, other.workspace.id)
        assert.deepStrictEqual(me.body.auth.scopes, ["deals:read", "leads:read", "pipeline:read"])
        const refused = await as(body.access_token)("POST", "/v1/leads", { firstName: "No" })
        assert.strictEqual(refused.status, 403)
        assert.deepStrictEqual(refused.body.error.meta, { scope: "leads:write", lacking: "role" })
      })
    })
  )

  it.effect("asks a signed-out person to sign in, then continues where it was", () =>
    Effect.gen(function* () {
      const { base, browser, user } = yield* SignedIn.withPassword()
      yield* Effect.promise(async () => {
        const app = await OAuthApp.make(base)
        const page = await browser.open(app.authorizeUrl())
        assert.include(page.url, "/sign-in?next=")
        const consent = await browser.submit(page, { email: user.email, password: SignedIn.password })
        assert.include(consent.url, "/oauth/consent/")
        const done = await browser.submit(consent, { decision: "allow" })
        assert.isTrue(done.url.startsWith(callback))
      })
    })
  )

  it.effect("answers prompt=none with an error, and prompt=login with the sign-in page", () =>
    Effect.gen(function* () {
      const { base, browser, user } = yield* SignedIn.withPassword()
      yield* Effect.promise(async () => {
        const app = await OAuthApp.make(base)
        await browser.signIn(user.email, SignedIn.password)
        const silent = await browser.open(app.authorizeUrl({ prompt: "none" }))
        assert.strictEqual(new URL(silent.url).searchParams.get("error"), "login_required")
      })
      const sql = yield* SqlClient.SqlClient
      yield* sql`UPDATE sessions SET created_at = ${new Date(Date.now() - 5_000).toISOString()} WHERE user_id = ${user.id}`
      yield* Effect.promise(async () => {
        const app = await OAuthApp.make(base)
        const login = await browser.open(app.authorizeUrl({ prompt: "login" }))
        assert.include(login.url, "/sign-in?next=")
        const consent = await browser.submit(login, { email: user.email, password: SignedIn.password })
        assert.include(consent.url, "/oauth/consent/")
      })
    })
  )

  it.effect("refreshes for fewer scopes, never for more", () =>
    Effect.gen(function* () {
      const { base, browser } = yield* SignedIn.make()
      yield* Effect.promise(async () => {
        const app = await OAuthApp.make(base)
        const tokens = await app.connect(browser, {}, { scope: ["deals:read", "deals:write"] })
        const fewer = await app.refresh(tokens.refresh_token, { scope: "deals:read" })
        assert.strictEqual(fewer.body.scope, "deals:read")
        const more = await app.refresh(tokens.refresh_token, { scope: "deals:read leads:read" })
        assert.strictEqual(more.body.error, "invalid_scope")
      })
    })
  )
})
