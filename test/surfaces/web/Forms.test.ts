import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { People } from "../../../layers/identity/people/People.ts"
import type { UserId } from "../../../schema/Id.ts"
import * as OAuth from "../../../src/surfaces/OAuth.ts"
import * as Pages from "../../../src/surfaces/Pages.ts"
import { OAuthApp } from "../../support/mcp/OAuthApp.ts"
import * as SignedIn from "../../support/pages/SignedIn.ts"
import { TestService } from "../../support/server/TestService.ts"

const routes = [...Pages.routes, ...OAuth.routes]

/** Endpoints for apps and for the sign-in provider, which use no cookie. */
const forApps = ["/oauth/token", "/oauth/register", "/oauth/revoke", "/sign-in/oidc/backchannel"]

/** Read as a file that arrives: test/imports/pages/Import.test.ts. */
const uploads = ["/import"]

const posts = routes
  .filter(({ method, path }) => method === "POST" && ![...forApps, ...uploads].includes(path))
  .map(({ path }) => path)

/** Every page that a person can open, and its forms. */
const looking = Effect.gen(function* () {
  const owner = yield* SignedIn.make()
  const { token } = yield* (yield* People).link(owner.user.id as UserId, 24, null)
  const app = yield* Effect.promise(() => OAuthApp.make(owner.base))
  const consent = yield* Effect.promise(() => owner.browser.open(app.authorizeUrl()))
  const made = yield* Effect.promise(() =>
    owner.send("POST", "/v1/deals", { boardId: owner.board.id, name: "Deal" })
  )
  const fill = (path: string) =>
    path
      .replace(":token", token)
      .replace(":uid", consent.url.split("/").at(-1)!)
      .replace("/boards/:id", `/boards/${owner.board.id}`)
      .replace("/deals/:id", `/deals/${made.body.id}`)
  return { ...owner, app, fill }
})

layer(TestService.layer(), { excludeTestServices: true })("every form", (it) => {
  it("is tested here", () => {
    assert.includeMembers(posts, [
      "/sign-in",
      "/sign-out",
      "/welcome/:token",
      "/setup",
      "/account/password",
      "/account/sign-out-everywhere",
      "/leads/:id/triage",
      "/leads/:id/promote",
      "/oauth/consent/:uid",
      "/boards/:id/move",
      "/deals/:id/edit"
    ])
  })

  for (const path of posts) {
    it.effect(`at ${path} refuses what another site, browser or person made up`, () =>
      Effect.gen(function* () {
        const { browser, fill } = yield* looking
        const stranger = yield* looking
        yield* Effect.promise(async () => {
          const csrfOf = async (who: typeof browser) =>
            (await who.open("/account")).forms[0]!.inputs.find(({ name }) => name === "csrf")!.value
          const own = await csrfOf(browser)
          const foreign = await csrfOf(stranger.browser)
          const send = (body: string, headers: Record<string, string> = {}) =>
            browser.send(fill(path), { body, headers }).then(({ status }) => status)
          assert.strictEqual(await send("decision=allow"), 403)
          assert.strictEqual(await send(`csrf=${foreign}&decision=allow`), 403)
          assert.strictEqual(await send(`csrf=${own}x&decision=allow`), 403)
          assert.strictEqual(
            await send(`csrf=${own}&decision=allow`, { "sec-fetch-site": "cross-site" }),
            403
          )
          assert.strictEqual(await send(`csrf=${own}&decision=allow`, { "sec-fetch-site": "same-site" }), 403)
          const json = { "content-type": "application/json" }
          assert.strictEqual(await send(JSON.stringify({ csrf: own }), json), 400)
          const still = await browser.open("/account")
          assert.include(still.url, "/account")
        })
      })
    )
  }
})

const nobodys = "0190a0b0-c0d0-7000-8000-00000000abcd"

/** Every page that needs a sign-in. */
const behindSignIn = Pages.routes
  .filter(
    ({ method, path }) => method === "GET" && /^\/(boards|deals|leads|reports|settings|account)/u.test(path)
  )
  .map(({ path }) => path.replaceAll(/:\w+/gu, nobodys))

layer(TestService.layer(), { excludeTestServices: true })("a cookie", (it) => {
  it.effect("of the embed opens no page, and a session cookie opens no embed", () =>
    Effect.gen(function* () {
      const { base, browser, send } = yield* SignedIn.make()
      yield* Effect.promise(async () => {
        const { body } = await send("POST", "/v1/embed-token")
        const started = await fetch(`${base}/api/embed/start?token=${body.token}`, { redirect: "manual" })
        const [, embed = ""] = /embed=([^;]+)/u.exec(started.headers.getSetCookie()[0] ?? "") ?? []
        const session = browser.cookies.get("__Host-session")!.value
        const open = (path: string, cookie: string) =>
          fetch(base + path, { headers: { cookie }, redirect: "manual" }).then(({ status }) => status)
        assert.strictEqual(await open("/embed", `embed=${embed}`), 200)
        assert.isAbove(behindSignIn.length, 20)
        for (const path of behindSignIn) {
          assert.strictEqual(await open(path, `embed=${embed}`), 303, path)
          const forged = `__Host-session=${embed}; pipeline-session=${embed}`
          assert.strictEqual(await open(path, forged), 303, path)
          assert.notStrictEqual(await open(path, `__Host-session=${session}`), 401, path)
        }
        const api = (path: string) =>
          fetch(base + path, { headers: { cookie: `embed=${embed}` } }).then(({ status }) => status)
        assert.deepStrictEqual([await api("/v1/me"), await api("/v1/deals")], [401, 401])
        assert.strictEqual(await open("/account", `__Host-session=${session}`), 200)
        assert.strictEqual(await open("/embed", `embed=${session}`), 401)
      })
    })
  )
})

layer(TestService.layer(), { excludeTestServices: true })("every page", (it) => {
  for (const { path } of Pages.routes
    .concat(OAuth.routes as never)
    .filter(({ method }) => method === "GET")) {
    if (path.startsWith("/assets/") || path.startsWith("/.well-known/") || path === "/oauth/jwks") continue
    it.effect(`at ${path} can't be framed, runs no foreign script, and is not cached`, () =>
      Effect.gen(function* () {
        const { browser, fill } = yield* looking
        const page = yield* Effect.promise(() => browser.send(fill(path)))
        if (page.status === 303) return
        const policy = page.headers.get("content-security-policy") ?? ""
        assert.include(policy, "default-src 'none'")
        assert.include(policy, "frame-ancestors 'none'")
        assert.include(policy, "base-uri 'none'")
        assert.notInclude(policy, "unsafe")
        assert.strictEqual(page.headers.get("x-frame-options"), "DENY")
        assert.strictEqual(page.headers.get("x-content-type-options"), "nosniff")
        assert.include(page.headers.get("cache-control"), "no-store")
        assert.match(page.headers.get("service-request-id") ?? "", /^req_/u)
        assert.notMatch(page.text, /<script(?![^>]* src=)|\son\w+=|style=/u)
      })
    )
  }

  it.effect("has assets named by their content", () =>
    Effect.gen(function* () {
      const { base, browser } = yield* SignedIn.make()
      yield* Effect.promise(async () => {
        const { text } = await browser.open("/account")
        const [, path = ""] = /href="(\/assets\/style\.[0-9a-f]{12}\.css)"/u.exec(text) ?? []
        const style = await fetch(base + path)
        assert.strictEqual(style.status, 200)
        assert.include(style.headers.get("content-type"), "text/css")
        assert.include(style.headers.get("cache-control"), "immutable")
      })
    })
  )

  it.effect("shows failures as a page too, with the request id", () =>
    Effect.gen(function* () {
      const { browser } = yield* SignedIn.make()
      yield* Effect.promise(async () => {
        const gone = await browser.open("/welcome/nothing")
        assert.strictEqual(gone.status, 404)
        assert.include(gone.text, "already used or has expired")
      })
    })
  )
})
