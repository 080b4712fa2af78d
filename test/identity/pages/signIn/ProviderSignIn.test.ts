/** Signing in by an outside provider, through the pages, at a real provider. */
import { assert, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { People } from "../../../../layers/identity/people/People.ts"
import type { UserId } from "../../../../schema/Id.ts"
import * as Replay from "../../../support/audit/Replay.ts"
import { OAuthApp } from "../../../support/mcp/OAuthApp.ts"
import { sendAnyway, submit } from "../../../support/pages/Acting.ts"
import { Browser, open } from "../../../support/pages/Browser.ts"
import { FormBrowser } from "../../../support/pages/FormBrowser.ts"
import { inspect } from "../../../support/pages/Looks.ts"
import * as Outside from "../../../support/pages/Outside.ts"
import * as SignedIn from "../../../support/pages/SignedIn.ts"
import { TestService } from "../../../support/server/TestService.ts"

const roleOf = Effect.fnUntraced(function* (email: string, workspaceId: string) {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* sql<{ role: string }>`SELECT m.role FROM members m JOIN users u ON u.id = m.user_id
    WHERE u.email = ${email} AND m.workspace_id = ${workspaceId} AND m.removed_at IS NULL`
  return rows[0]?.role
})

const told = (workspaceId: string) =>
  Effect.map(Replay.log(workspaceId), (log) =>
    log.filter(({ operation }) => operation === "account.provider")
  )

const services = Layer.merge(Outside.layer(), Browser.layer())

layer(services, { excludeTestServices: true })("signing in by a provider", (it) => {
  it.effect(
    "makes someone new of the domain a member, with the role of their groups, and says so in the log",
    () =>
      Effect.gen(function* () {
        const { browser, person, provider, workspace } = yield* Outside.company
        const { email, sub } = person(["sales", "other"])
        const one = browser()
        const page = yield* Effect.promise(async () => {
          assert.include((await one.open("/sign-in")).text, "Sign in with Acme SSO")
          return provider.signIn(one, sub, { next: "/account" })
        })
        assert.include(page.url, "/account")
        for (const text of [email, "(member)"]) assert.include(page.text, text)
        assert.strictEqual(yield* roleOf(email, workspace.id), "member")
        const [entry] = yield* told(workspace.id)
        assert.deepStrictEqual([entry!.actor_type, entry!.actor_id], ["visitor", "provider"])
        const said = entry!.changes.map(({ after }) => after?.["provider"] ?? after?.["role"])
        assert.deepStrictEqual(said, [provider.issuer, "member"])
        yield* Effect.promise(() => provider.signIn(browser(), sub))
        assert.lengthOf(yield* told(workspace.id), 1)
      })
  )

  it.effect("lets the role follow the groups, up, down and out, but keeps the last admin", () =>
    Effect.gen(function* () {
      const { browser, person, provider, user, workspace } = yield* Outside.company
      const { email, sub } = person(["everyone"])
      for (const [groups, role] of [
        [["everyone"], "viewer"],
        [["everyone", "sales-admins"], "admin"],
        ["sales", "member"],
        [[], undefined],
        [["sales"], "member"]
      ] as const) {
        provider.people.set(sub, { email, email_verified: true, groups })
        const page = yield* Effect.promise(() => provider.signIn(browser(), sub))
        assert.strictEqual(yield* roleOf(email, workspace.id), role)
        assert.strictEqual(page.status, role === undefined ? 403 : 200)
        if (role === undefined) assert.include(page.text, "none of your groups has a role")
      }
      // The owner, whom the operator made an admin, is the only one.
      const owner = { email: user.email, email_verified: true, groups: ["sales"] }
      const sql = yield* SqlClient.SqlClient
      owner.email = `owner@${email.split("@")[1]}`
      yield* sql`UPDATE users SET email = ${owner.email} WHERE id = ${user.id}`
      provider.people.set("owner", owner)
      const page = yield* Effect.promise(() => provider.signIn(browser(), "owner"))
      assert.strictEqual(page.status, 200)
      assert.strictEqual(yield* roleOf(owner.email, workspace.id), "admin")
    })
  )

  it.effect("makes no account for someone without a role, but lets in whom a workspace has or invites", () =>
    Effect.gen(function* () {
      const { browser, domain, person, provider, user } = yield* Outside.company
      const { email, sub } = person([])
      const page = yield* Effect.promise(() => provider.signIn(browser(), sub))
      assert.strictEqual(page.status, 403)
      const people = yield* People
      assert.deepStrictEqual(yield* people.accounts(email), [])
      const owner = yield* SignedIn.browserOf(user.id)
      const path = "/settings/members"
      const joined = yield* Effect.promise(async () => {
        const made = await submit(owner, path, path, { email, role: "viewer", name: "" })
        const link = /<code class="secret" id="link">([^<]*)</u.exec(made.text)![1]!
        const one = browser()
        const offered = await provider.signIn(one, sub, { next: new URL(link).pathname })
        return one.submit(offered)
      })
      assert.include(joined.text, "You joined Test")
      const again = yield* Effect.promise(() => provider.signIn(browser(), sub, { next: "/account" }))
      assert.include(again.text, "(viewer)")
      assert.isTrue(email.endsWith(domain))
    })
  )

  it.effect("leads on to the consent that an app asked for", () =>
    Effect.gen(function* () {
      const { browser, person, provider, workspace } = yield* Outside.company
      const { email, sub } = person()
      const one = browser()
      const { url } = yield* TestService
      const me = yield* Effect.promise(async () => {
        const app = await OAuthApp.make(url)
        const asked = await one.open(app.authorizeUrl())
        const [, way] = /href="(\/sign-in\/oidc\?next=[^"]+)"/u.exec(asked.text)!
        const there = await one.open(way!.replaceAll("&amp;", "&"))
        const consent = await one.open(await provider.approve(there.url, sub))
        assert.include(consent.url, "/oauth/consent/")
        const done = await one.submit(consent, { decision: "allow" })
        const { body } = await app.exchange(new URL(done.url).searchParams.get("code")!)
        const response = await fetch(`${url}/v1/me`, {
          headers: { authorization: `Bearer ${body.access_token}` }
        })
        return (await response.json()) as any
      })
      assert.deepStrictEqual([me.user.email, me.workspace.id], [email, workspace.id])
    })
  )

  it.effect("works in several tabs at once, each answer once", () =>
    Effect.gen(function* () {
      const { browser, person, provider } = yield* Outside.company
      const { sub } = person()
      const one = browser()
      yield* Effect.promise(async () => {
        const [first, second] = [
          await one.open("/sign-in/oidc?next=/leads"),
          await one.open("/sign-in/oidc?next=/account")
        ]
        const answers = [await provider.approve(first.url, sub), await provider.approve(second.url, sub)]
        assert.include((await one.open(answers[1]!)).url, "/account")
        assert.include((await one.open(answers[0]!)).url, "/leads")
        const again = await one.open(answers[0]!)
        assert.strictEqual(again.status, 400)
        assert.include(again.text, "was already used")
      })
    })
  )

  it.effect("says so if the provider is away, and leaves passwords working", () =>
    Effect.gen(function* () {
      const { browser, person, provider, user } = yield* Outside.company
      yield* (yield* People).setPassword(user.id as UserId, SignedIn.password)
      const { sub } = person()
      const one = browser()
      yield* Effect.promise(async () => {
        const there = await one.open("/sign-in/oidc")
        const back = await provider.approve(there.url, sub)
        provider.broken = 503
        const page = await one.open(back)
        provider.broken = undefined
        assert.strictEqual(page.status, 503)
        assert.include(page.text, "Acme SSO can’t be reached")
        assert.notInclude(page.text, "broken")
        assert.strictEqual((await one.signIn(user.email, SignedIn.password)).status, 200)
      })
    })
  )

  it.effect("takes a key that the provider began to use since", () =>
    Effect.gen(function* () {
      const { browser, person, provider } = yield* Outside.company
      const { sub } = person()
      const url = yield* Effect.promise(async () => {
        await provider.signIn(browser(), sub)
        await provider.connect()
        // Keys are asked for every 2 s at most.
        const end = Date.now() + 10_000
        for (;;) {
          const page = await provider.signIn(browser(), sub, { next: "/account" })
          if (page.status === 200 || Date.now() > end) return page.url
        }
      })
      assert.include(url, "/account")
    })
  )

  it.effect("ends at the provider too, which ends it in other browsers", () =>
    Effect.gen(function* () {
      const { browser, person, provider } = yield* Outside.company
      const { email, sub } = person()
      const [one, two, theirs] = [browser(), browser(), new FormBrowser(provider.issuer)]
      yield* Effect.promise(async () => {
        await provider.signIn(one, sub, { at: theirs })
        await provider.signIn(two, sub, { at: theirs })
        const left = await sendAnyway(one, "/sign-out")
        assert.include(left.text, "You are signed out")
        const [, onward] = /http-equiv="refresh" content="0; url=([^"]+)"/u.exec(left.text)!
        assert.include((await two.open("/account")).text, email)
        const asks = await theirs.open(onward!.replaceAll("&amp;", "&"))
        const ended = await theirs.submit(asks, { logout: "yes" })
        assert.include(ended.url, "/sign-in")
        const end = Date.now() + 10_000
        while ((await two.open("/account")).url.endsWith("/account") && Date.now() < end);
        assert.include((await two.open("/account")).url, "/sign-in")
      })
    })
  )

  it.effect(
    "is a button that works in a browser, in every look",
    () =>
      Effect.gen(function* () {
        const { person } = yield* Outside.company
        const { sub } = person()
        const { url } = yield* TestService
        const { complaints, page } = yield* open(yield* Browser)
        yield* Effect.promise(async () => {
          await page.goto(`${url}/sign-in`)
          await inspect(page, "sign-in-provider")
          await page.getByRole("link", { name: "Sign in with Acme SSO" }).click()
          await page.locator("input[name=login]").fill(sub)
          await page.locator("input[name=password]").fill("any")
          await page.locator("button[type=submit]").click()
          await page.getByRole("button", { name: "Continue" }).click()
          await page.getByRole("button", { name: "Account", exact: true }).click()
          await page.getByRole("link", { name: "Your account" }).click()
          await inspect(page, "account-sessions")
          await page.getByRole("button", { name: "Account", exact: true }).click()
          await page.getByRole("navigation").getByRole("button", { name: "Sign out", exact: true }).click()
          await page.waitForURL(/\/session\/end/u)
          assert.deepStrictEqual(
            complaints.filter((one) => one.includes("Security Policy")),
            []
          )
        })
      }),
    240_000
  )
})
