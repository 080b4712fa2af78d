/** What strangers, other tenants and forged tokens make of signing in by a provider. */
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { generateKeyPair, exportJWK } from "jose"
import { People } from "../../../../layers/identity/people/People.ts"
import { submit } from "../../../support/pages/Acting.ts"
import { FormBrowser } from "../../../support/pages/FormBrowser.ts"
import * as Outside from "../../../support/pages/Outside.ts"
import * as SignedIn from "../../../support/pages/SignedIn.ts"
import { run as admin } from "../../../support/server/Admin.ts"

const session = "__Host-session"

const backchannel = "/sign-in/oidc/backchannel"

const notify = (browser: FormBrowser, token: string) =>
  browser.send(backchannel, { body: new URLSearchParams({ logout_token: token }).toString() })

const isIn = async (browser: FormBrowser) => (await browser.open("/account")).url.endsWith("/account")

const now = () => Math.floor(Date.now() / 1000)

const foreignKey = Effect.promise(async () => {
  const { privateKey } = await generateKeyPair("RS256", { extractable: true })
  return { ...(await exportJWK(privateKey)), alg: "RS256" }
})

layer(Outside.layer(), { excludeTestServices: true })("signing in by a provider", (it) => {
  it.effect("refuses an ID token that is not for this sign-in, or not the provider's", () =>
    Effect.gen(function* () {
      const { browser, person, provider } = yield* Outside.company
      const { sub } = person()
      const stolen = { ...(yield* foreignKey), kid: provider.keys[0]!.kid! }
      const cases = {
        nonce: { claims: { nonce: "another" } },
        issuer: { claims: { iss: "https://evil.example" } },
        audience: { claims: { aud: "another" } },
        party: { claims: { aud: ["pipeline", "another"], azp: "another" } },
        expired: { claims: { exp: now() - 120 } },
        subject: { claims: { sub: "x".repeat(300) } },
        unsigned: { alg: "none" },
        key: { key: stolen }
      } as const
      yield* Effect.promise(async () => {
        for (const [name, spoiled] of Object.entries(cases)) {
          const one = browser()
          provider.spoiled = spoiled
          const page = await provider.signIn(one, sub)
          provider.spoiled = undefined
          assert.strictEqual(page.status, 400, name)
          assert.include(page.text, "didn’t confirm your identity", name)
          assert.isFalse(one.cookies.has(session), name)
        }
        // Within a minute, clocks may differ.
        provider.spoiled = { claims: { exp: now() - 20, iat: now() + 20 } }
        const page = await provider.signIn(browser(), sub)
        provider.spoiled = undefined
        assert.strictEqual(page.status, 200)
      })
    })
  )

  it.effect("takes an answer only in the browser that asked, as it asked, from the provider it asked", () =>
    Effect.gen(function* () {
      const { browser, person, provider } = yield* Outside.company
      const { sub } = person()
      yield* Effect.promise(async () => {
        const [attacker, victim] = [browser(), browser()]
        const answer = await provider.approve((await attacker.open("/sign-in/oidc")).url, sub)
        await victim.open("/sign-in/oidc")
        const state = new URL(answer).searchParams.get("state")!
        const wrong = {
          "another browser": [victim, {}],
          "no browser": [browser(), {}],
          "another state": [attacker, { state: `${state.slice(0, -2)}AA` }],
          "no state": [attacker, { state: "" }],
          "another issuer": [attacker, { iss: "https://evil.example" }],
          "an error": [attacker, { error: "access_denied", code: "" }]
        } as const
        for (const [name, [by, changes]] of Object.entries(wrong)) {
          const url = new URL(answer)
          for (const [field, value] of Object.entries(changes)) {
            if (value === "") url.searchParams.delete(field)
            else url.searchParams.set(field, value)
          }
          const kept = new Map(by.cookies)
          const page = await by.open(url.href)
          assert.strictEqual(page.status, 400, name)
          assert.isFalse(by.cookies.has(session), name)
          for (const [cookie, value] of kept) by.cookies.set(cookie, value)
        }
        assert.strictEqual((await attacker.open(answer)).status, 200)
        // The code was used: not even a copy of the cookies helps.
        attacker.cookies.delete(session)
      })
    })
  )

  it.effect("trusts only addresses that are verified, and of the provider's domains", () =>
    Effect.gen(function* () {
      const { browser, domain, provider } = yield* Outside.company
      const people = yield* People
      const cases = [
        [{ email_verified: false }, "hasn’t verified your email address"],
        [{ email_verified: undefined }, "hasn’t verified your email address"],
        [{ email_verified: "true" }, "hasn’t verified your email address"],
        [{ email: undefined, email_verified: true }, "hasn’t verified your email address"],
        [{ email: "ceo@elsewhere.example", email_verified: true }, "can’t sign in with Acme SSO"],
        [{ email: `ceo@sub.${domain}`, email_verified: true }, "can’t sign in with Acme SSO"],
        [{ email: `"ceo@${domain}"@elsewhere.example`, email_verified: true }, "hasn’t verified"],
        [{ email: "ceo@nowhere.example", email_verified: true }, "doesn’t exist"]
      ] as const
      for (const [claims, said] of cases) {
        const all = { email: `ceo@${domain}`, groups: ["sales-admins"], ...claims }
        provider.people.set("ceo", all)
        const page = yield* Effect.promise(() => provider.signIn(browser(), "ceo"))
        assert.strictEqual(page.status, 403)
        assert.include(page.text, said)
        assert.deepStrictEqual(yield* people.accounts(String(all.email)), [])
      }
    })
  )

  it.effect("takes an account that someone made in advance out of their hands", () =>
    Effect.gen(function* () {
      const { browser, person, provider, workspace } = yield* Outside.company
      const { email, sub } = person(["sales-admins"])
      const owner = yield* SignedIn.make()
      const path = "/settings/members"
      const theirs = "an attacker's password"
      yield* Effect.promise(async () => {
        const made = await submit(owner.browser, path, path, { email, role: "admin", name: "Made by me" })
        const [, link] = /<code class="secret" id="link">([^<]*)</u.exec(made.text)!
        const squatter = browser()
        await squatter.submit(await squatter.open(link!), { password: theirs, again: theirs })
        assert.isTrue(await isIn(squatter))
        const mine = browser()
        const page = await provider.signIn(mine, sub, { next: "/settings/members" })
        assert.include(page.text, email)
        assert.isFalse(await isIn(squatter))
        assert.strictEqual((await browser().signIn(email, theirs)).status, 400)
      })
      const accounts = yield* (yield* People).accounts(email)
      assert.deepStrictEqual(
        accounts.map(({ hasPassword, onlyIn }) => ({ hasPassword, onlyIn })),
        [{ hasPassword: false, onlyIn: null }]
      )
      assert.isString(workspace.id)
    })
  )

  it.effect("keeps an address's next owner out of the account of the one before, until it is unlinked", () =>
    Effect.gen(function* () {
      const { browser, person, provider } = yield* Outside.company
      const { email, sub } = person()
      provider.people.set("next", { email, email_verified: true, groups: ["sales"] })
      yield* Effect.promise(async () => {
        assert.strictEqual((await provider.signIn(browser(), sub)).status, 200)
        const page = await provider.signIn(browser(), "next")
        assert.strictEqual(page.status, 403)
        assert.include(page.text, "is linked to another person at Acme SSO")
      })
      // The first goes on, whatever becomes of the address.
      provider.people.set(sub, { email: "moved@elsewhere.example", email_verified: true, groups: [] })
      const moved = yield* Effect.promise(() => provider.signIn(browser(), sub, { next: "/account" }))
      assert.include(moved.text, email)
      assert.strictEqual((yield* admin("user unlink", { email })).unlinked, 1)
      assert.strictEqual((yield* Effect.promise(() => provider.signIn(browser(), "next"))).status, 200)
    })
  )

  it.effect("ends the sessions that the provider names, once for each notice", () =>
    Effect.gen(function* () {
      const { browser, person, provider } = yield* Outside.company
      const { email, sub } = person()
      const other = person()
      const stolen = { ...(yield* foreignKey), kid: provider.keys[0]!.kid! }
      yield* Effect.promise(async () => {
        const [one, two, stranger] = [browser(), browser(), browser()]
        await provider.signIn(one, sub)
        await provider.signIn(two, sub)
        await provider.signIn(stranger, other.sub)
        const wrong = {
          issuer: provider.notice({ sub, iss: "https://evil.example" }),
          audience: provider.notice({ sub, aud: "another" }),
          "no event": provider.notice({ sub, events: undefined }),
          "another event": provider.notice({ sub, events: { "https://evil.example": {} } }),
          nonce: provider.notice({ sub, nonce: "n" }),
          "no id": provider.notice({ sub, jti: undefined }),
          "no time": provider.notice({ sub, iat: undefined }),
          old: provider.notice({ sub, iat: now() - 900, exp: undefined }),
          expired: provider.notice({ sub, exp: now() - 120 }),
          nobody: provider.notice({}),
          unsigned: provider.notice({ sub }, { alg: "none" }),
          key: provider.notice({ sub }, { key: stolen })
        }
        for (const [name, token] of Object.entries(wrong)) {
          const answer = await notify(browser(), await token)
          assert.strictEqual(answer.status, 400, name)
          assert.include(answer.text, "invalid_request", name)
        }
        for (const token of ["", "a.b.c"]) assert.strictEqual((await notify(browser(), token)).status, 400)
        assert.strictEqual((await notify(browser(), await provider.notice({ sub: "unknown" }))).status, 200)
        assert.strictEqual((await notify(browser(), await provider.notice({ sid: "unknown" }))).status, 200)
        assert.deepStrictEqual([await isIn(one), await isIn(two)], [true, true])
        const notice = await provider.notice({ sub })
        const answer = await notify(browser(), notice)
        assert.deepStrictEqual([answer.status, answer.headers.get("cache-control")], [200, "no-store"])
        assert.deepStrictEqual([await isIn(one), await isIn(two), await isIn(stranger)], [false, false, true])
        await provider.signIn(one, sub)
        assert.strictEqual((await notify(browser(), notice)).status, 400)
        assert.isTrue(await isIn(one))
      })
      assert.strictEqual((yield* admin("user sign-out", { email })).sessions, 1)
    })
  )
})
