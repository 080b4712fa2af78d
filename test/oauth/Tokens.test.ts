import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { Grants } from "../../layers/identity/oauth/Grants.ts"
import { SigningKeys } from "../../layers/identity/oauth/SigningKeys.ts"
import { Members } from "../../layers/identity/Members.ts"
import { People } from "../../layers/identity/people/People.ts"
import { Tenant } from "../../layers/identity/Tenant.ts"
import { Workspaces } from "../../layers/identity/Workspaces.ts"
import type { UserId } from "../../schema/Id.ts"
import { OAuthApp } from "../support/mcp/OAuthApp.ts"
import { eventually } from "../support/fakes/Receiver.ts"
import * as SignedIn from "../support/pages/SignedIn.ts"
import { TestService } from "../support/server/TestService.ts"

/** A connected app, and requests with its tokens. */
const connected = Effect.gen(function* () {
  const owner = yield* SignedIn.make()
  yield* (yield* TestService).member(owner.workspace.id, "admin")
  const app = yield* Effect.promise(() => OAuthApp.make(owner.base))
  const tokens = yield* Effect.promise(() => app.connect(owner.browser))
  const call = owner.as(tokens.access_token)
  const tenant = { workspaceId: owner.workspace.id }
  return { ...owner, app, tokens, call, tenant, userId: owner.user.id as UserId }
})

/** Within a second, on any node. */
const soon = (status: number, call: () => Promise<{ status: number }>) =>
  eventually(async () => ((await call()).status === status ? true : undefined), 1)

const ago = (millis: number) => new Date(Date.now() - millis).toISOString()

layer(TestService.layer(), { excludeTestServices: true })("access and refresh tokens", (it) => {
  it.effect("lose the scopes that a new role lacks, from the next request on", () =>
    Effect.gen(function* () {
      const { board, call, tenant, userId } = yield* connected
      const create = () => call("POST", "/v1/deals", { boardId: board.id, name: "D" })
      assert.strictEqual((yield* Effect.promise(create)).status, 201)
      yield* Effect.provideService((yield* Members).setRole(userId, "viewer"), Tenant, tenant)
      yield* soon(403, create)
      const { body } = yield* Effect.promise(() => call("GET", "/v1/me"))
      assert.deepStrictEqual(body.auth.scopes, ["deals:read", "leads:read", "pipeline:read"])
      yield* Effect.provideService((yield* Members).setRole(userId, "member"), Tenant, tenant)
      yield* soon(201, create)
    })
  )

  it.effect("end with the membership, and do not come back with it", () =>
    Effect.gen(function* () {
      const { app, call, tenant, tokens, user, userId } = yield* connected
      const workspaces = yield* Workspaces
      yield* Effect.provideService((yield* Members).remove(userId), Tenant, tenant)
      yield* soon(401, () => call("GET", "/v1/me"))
      const refused = yield* Effect.promise(() => app.refresh(tokens.refresh_token))
      assert.strictEqual(refused.body.error, "invalid_grant")
      yield* Effect.provideService(workspaces.addMember(user.email, null, "admin"), Tenant, tenant)
      const still = yield* Effect.promise(() => call("GET", "/v1/me"))
      assert.strictEqual(still.status, 401)
    })
  )

  it.effect("end when the app is disconnected, and leave other apps alone", () =>
    Effect.gen(function* () {
      const { app, as, base, browser, call, tenant, tokens } = yield* connected
      const other = yield* Effect.promise(() => OAuthApp.make(base))
      const others = yield* Effect.promise(() => other.connect(browser))
      const grants = yield* Grants
      const list = yield* Effect.provideService(grants.list, Tenant, tenant)
      const grant = list.find(({ clientId }) => clientId === app.clientId)!
      assert.strictEqual(grant.clientName, "Test App")
      assert.strictEqual(grant.redirectHost, "127.0.0.1:7777")
      assert.isTrue(yield* grants.revoke(grant.grantId))
      yield* soon(401, () => call("GET", "/v1/me"))
      const refused = yield* Effect.promise(() => app.refresh(tokens.refresh_token))
      assert.strictEqual(refused.body.error, "invalid_grant")
      const me = yield* Effect.promise(() => as(others.access_token)("GET", "/v1/me"))
      assert.strictEqual(me.status, 200)
    })
  )

  it.effect("end when the app itself revokes its refresh token", () =>
    Effect.gen(function* () {
      const { app, call, tokens } = yield* connected
      const { status } = yield* Effect.promise(() =>
        app.post("/oauth/revoke", { token: tokens.refresh_token })
      )
      assert.strictEqual(status, 200)
      const me = yield* Effect.promise(() => call("GET", "/v1/me"))
      assert.strictEqual(me.status, 401)
      const refused = yield* Effect.promise(() => app.refresh(tokens.refresh_token))
      assert.strictEqual(refused.body.error, "invalid_grant")
    })
  )

  it.effect("end when the app revokes its access token, with or without a hint", () =>
    Effect.gen(function* () {
      for (const hint of [{}, { token_type_hint: "access_token" }, { token_type_hint: "refresh_token" }]) {
        const { app, as, tokens } = yield* connected
        const revoked = yield* Effect.promise(() =>
          app.post("/oauth/revoke", { token: tokens.access_token, ...hint })
        )
        assert.deepStrictEqual([revoked.status, revoked.body], [200, {}])
        const me = yield* Effect.promise(() => as(tokens.access_token)("GET", "/v1/me"))
        assert.strictEqual(me.status, 401)
        const refreshed = yield* Effect.promise(() => app.refresh(tokens.refresh_token))
        assert.strictEqual(refreshed.body.error, "invalid_grant")
        const again = yield* Effect.promise(() => app.post("/oauth/revoke", { token: tokens.access_token }))
        assert.strictEqual(again.status, 200)
      }
    })
  )

  it.effect("do not end when another or an unknown app revokes the access token", () =>
    Effect.gen(function* () {
      const { app, as, base, tokens } = yield* connected
      const other = yield* Effect.promise(() => OAuthApp.make(base))
      const token = tokens.access_token
      assert.strictEqual((yield* Effect.promise(() => other.post("/oauth/revoke", { token }))).status, 200)
      const forged = `${token.split(".").slice(0, 2).join(".")}.${"a".repeat(86)}`
      assert.strictEqual(
        (yield* Effect.promise(() => app.post("/oauth/revoke", { token: forged }))).status,
        200
      )
      const nobody = { token, client_id: "nobody" }
      assert.strictEqual(
        (yield* Effect.promise(() => app.post("/oauth/revoke", nobody))).body.error,
        "invalid_client"
      )
      assert.strictEqual((yield* Effect.promise(() => as(token)("GET", "/v1/me"))).status, 200)
    })
  )

  it.effect("of a narrower consent end with the wider one, and the app is listed once in the settings", () =>
    Effect.gen(function* () {
      const { as, base, browser } = yield* SignedIn.make()
      yield* Effect.promise(async () => {
        const app = await OAuthApp.make(base)
        const scopes = ["deals:read", "deals:write"]
        const narrow = await app.connect(browser, { scope: "deals:read" }, { scope: ["deals:read"] })
        const wide = await app.connect(browser, { scope: scopes.join(" ") }, { scope: scopes })
        assert.strictEqual((await as(narrow.access_token)("GET", "/v1/me")).status, 401)
        assert.strictEqual((await app.refresh(narrow.refresh_token)).body.error, "invalid_grant")
        assert.strictEqual((await as(wide.access_token)("GET", "/v1/me")).status, 200)
        const { forms } = await browser.open("/settings/apps")
        assert.strictEqual(forms.filter(({ action }) => action.endsWith("/revoke")).length, 1)
      })
    })
  )

  it.effect("can't be revoked by another app", () =>
    Effect.gen(function* () {
      const { base, call, tokens } = yield* connected
      const other = yield* Effect.promise(() => OAuthApp.make(base))
      yield* Effect.promise(() => other.post("/oauth/revoke", { token: tokens.refresh_token }))
      const me = yield* Effect.promise(() => call("GET", "/v1/me"))
      assert.strictEqual(me.status, 200)
    })
  )

  it.effect("end when the password is changed", () =>
    Effect.gen(function* () {
      const { app, browser, call, tokens, userId } = yield* connected
      yield* (yield* People).setPassword(userId, "another good password")
      yield* soon(401, () => call("GET", "/v1/me"))
      const refused = yield* Effect.promise(() => app.refresh(tokens.refresh_token))
      assert.strictEqual(refused.body.error, "invalid_grant")
      const page = yield* Effect.promise(() => browser.open("/account"))
      assert.include(page.url, "/sign-in")
    })
  )

  it.effect("are refreshed in parallel with one token, and all keep working", () =>
    Effect.gen(function* () {
      const { app, as, tokens } = yield* connected
      const refreshed = yield* Effect.promise(() =>
        Promise.all(Array.from({ length: 5 }, () => app.refresh(tokens.refresh_token)))
      )
      assert.deepStrictEqual(
        refreshed.map(({ status }) => status),
        [200, 200, 200, 200, 200]
      )
      assert.strictEqual(new Set(refreshed.map(({ body }) => body.refresh_token)).size, 5)
      for (const { body } of refreshed) {
        const me = yield* Effect.promise(() => as(body.access_token)("GET", "/v1/me"))
        assert.strictEqual(me.status, 200)
        const again = yield* Effect.promise(() => app.refresh(body.refresh_token))
        assert.strictEqual(again.status, 200)
      }
    })
  )

  it.effect(
    "of ten apps are refreshed at once, hundreds of times, and nobody is logged out",
    () =>
      Effect.gen(function* () {
        const { as, base, browser } = yield* connected
        const apps = yield* Effect.promise(() =>
          Promise.all(Array.from({ length: 10 }, () => OAuthApp.make(base)))
        )
        const held = new Map<OAuthApp, { access_token: string; refresh_token: string }>()
        for (const app of apps) held.set(app, yield* Effect.promise(() => app.connect(browser)))
        const round = (app: OAuthApp) =>
          Promise.all([1, 2, 3].map(() => app.refresh(held.get(app)!.refresh_token))).then((replies) => {
            for (const { status } of replies) assert.strictEqual(status, 200)
            held.set(app, replies.at(-1)!.body)
          })
        for (let count = 0; count < 70; count++) {
          yield* Effect.promise(() => Promise.all(apps.map(round)))
        }
        for (const { access_token } of held.values()) {
          const me = yield* Effect.promise(() => as(access_token)("GET", "/v1/me"))
          assert.strictEqual(me.status, 200)
        }
      }),
    240_000
  )

  it.effect("die as a family when a refresh token is used again after the grace", () =>
    Effect.gen(function* () {
      const { app, as, tokens } = yield* connected
      const sql = yield* SqlClient.SqlClient
      const { body } = yield* Effect.promise(() => app.refresh(tokens.refresh_token))
      yield* sql`UPDATE oauth_artifacts SET consumed_at = ${ago(121_000)}
        WHERE kind = 'RefreshToken' AND consumed_at IS NOT NULL`
      const stolen = yield* Effect.promise(() => app.refresh(tokens.refresh_token))
      assert.strictEqual(stolen.body.error, "invalid_grant")
      const heir = yield* Effect.promise(() => app.refresh(body.refresh_token))
      assert.strictEqual(heir.body.error, "invalid_grant")
      const me = yield* Effect.promise(() => as(body.access_token)("GET", "/v1/me"))
      assert.strictEqual(me.status, 401)
    })
  )

  it.effect("stay valid until they expire after their signing key is rotated", () =>
    Effect.gen(function* () {
      const { app, as, call, send, tokens } = yield* connected
      const sql = yield* SqlClient.SqlClient
      const { kid, retired } = yield* (yield* SigningKeys).rotate
      assert.strictEqual(retired.length, 1)
      assert.strictEqual((yield* Effect.promise(() => call("GET", "/v1/me"))).status, 200)
      const published = yield* Effect.promise(() => send("GET", "/oauth/jwks"))
      assert.deepStrictEqual(
        published.body.keys.map((key: { kid: string }) => key.kid),
        [kid, ...retired]
      )
      const { body } = yield* Effect.promise(() => app.refresh(tokens.refresh_token))
      const header = JSON.parse(Buffer.from(body.access_token.split(".")[0], "base64url").toString())
      assert.strictEqual(header.kid, kid)
      assert.strictEqual((yield* Effect.promise(() => as(body.access_token)("GET", "/v1/me"))).status, 200)
      yield* sql`UPDATE oauth_keys SET retired_at = ${ago(100_000_000)} WHERE retired_at IS NOT NULL`
      const gone = async () => ((await send("GET", "/oauth/jwks")).body.keys.length === 1 ? true : undefined)
      yield* eventually(gone, 3)
    })
  )

  it.effect("are stored as hashes, and keys and secrets sealed", () =>
    Effect.gen(function* () {
      const { base, tokens } = yield* connected
      const { body } = yield* Effect.promise(() =>
        OAuthApp.register(base, { token_endpoint_auth_method: "client_secret_basic" })
      )
      assert.isString(body.client_secret)
      const sql = yield* SqlClient.SqlClient
      const rows = yield* sql<{ all: string }>`SELECT
          (SELECT string_agg(a::text, ' ') FROM oauth_artifacts a) ||
          (SELECT string_agg(c::text, ' ') FROM oauth_clients c) ||
          (SELECT string_agg(k::text, ' ') FROM oauth_keys k) ||
          (SELECT string_agg(s::text, ' ') FROM sessions s) AS all`
      const stored = rows[0]!.all
      assert.notInclude(stored, tokens.refresh_token)
      assert.notInclude(stored, body.client_secret)
      assert.notInclude(stored, '"d"')
      for (const secret of [tokens.refresh_token, body.client_secret]) {
        assert.notInclude(stored, Buffer.from(secret).toString("hex"))
      }
    })
  )

  it.effect("of a client with a secret need the secret", () =>
    Effect.gen(function* () {
      const { base, browser } = yield* connected
      const { body } = yield* Effect.promise(() =>
        OAuthApp.register(base, { token_endpoint_auth_method: "client_secret_post" })
      )
      const app = new OAuthApp(base, body.client_id)
      const code = yield* Effect.promise(() => app.code(browser))
      const without = yield* Effect.promise(() => app.exchange(code))
      assert.strictEqual(without.body.error, "invalid_client")
      const wrong = yield* Effect.promise(() => app.exchange(code, { client_secret: "wrong" }))
      assert.strictEqual(wrong.body.error, "invalid_client")
      const right = yield* Effect.promise(() => app.exchange(code, { client_secret: body.client_secret }))
      assert.strictEqual(right.status, 200)
    })
  )
})
