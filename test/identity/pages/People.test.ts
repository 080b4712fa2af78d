import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { People } from "../../../layers/identity/people/People.ts"
import { Passwords } from "../../../layers/identity/people/Passwords.ts"
import type { UserId } from "../../../schema/Id.ts"
import { FormBrowser } from "../../support/pages/FormBrowser.ts"
import * as SignedIn from "../../support/pages/SignedIn.ts"
import { TestService } from "../../support/server/TestService.ts"

const session = "__Host-session"

layer(TestService.layer(), { excludeTestServices: true })("signing in", (it) => {
  it.effect("opens the first page, with a cookie that no script, other site or subdomain can use", () =>
    Effect.gen(function* () {
      const { browser, user } = yield* SignedIn.withPassword()
      yield* Effect.promise(async () => {
        const form = await browser.open("/sign-in")
        const body = new URLSearchParams({
          csrf: form.forms[0]!.inputs.find(({ name }) => name === "csrf")!.value,
          email: user.email.toUpperCase(),
          password: SignedIn.password
        })
        const answer = await browser.send("/sign-in", { body: body.toString() })
        assert.strictEqual(answer.status, 303)
        assert.strictEqual(answer.headers.get("location"), "/")
        const cookie = answer.headers.getSetCookie().find((line) => line.startsWith(session))!
        assert.match(cookie, /^__Host-session=[0-9A-Za-z]{43};/u)
        for (const attribute of ["Path=/", "HttpOnly", "Secure", "SameSite=Lax", "Max-Age="]) {
          assert.include(cookie, attribute)
        }
        assert.notInclude(cookie, "Domain")
        const account = await browser.open("/account")
        assert.include(account.text, user.email)
      })
    })
  )

  it.effect("fails in the same words for a wrong password and an unknown person", () =>
    Effect.gen(function* () {
      const { browser, user } = yield* SignedIn.withPassword()
      const service = yield* TestService
      const passwordless = yield* service.workspace()
      yield* Effect.promise(async () => {
        const texts = new Set<string>()
        for (const email of [user.email, "nobody@test.example", passwordless.user.email]) {
          const page = await browser.signIn(email, "wrong")
          assert.strictEqual(page.status, 400)
          // Tokens and the passkey's challenge are new on every page.
          texts.add(
            page.text
              .replaceAll(email, "EMAIL")
              .replaceAll(/value="[^"]{20,}"/gu, "")
              .replaceAll(/challenge&quot;:&quot;[\w-]{43}/gu, "")
          )
          assert.isFalse(browser.cookies.has(session))
        }
        assert.strictEqual(texts.size, 1)
      })
    })
  )

  it.effect("takes as long for an unknown person as for a known one", () =>
    Effect.gen(function* () {
      const passwords = yield* Passwords
      const hash = yield* passwords.hash("the password")
      const time = Effect.fnUntraced(function* (stored: ReadonlyArray<string>) {
        const began = performance.now()
        for (let count = 0; count < 3; count++)
          assert.notInclude(yield* passwords.matches("wrong", stored), true)
        return performance.now() - began
      })
      const [somebody, nobody] = [yield* time([hash]), yield* time([])]
      assert.isAbove(nobody, somebody / 4)
      assert.deepStrictEqual(yield* passwords.matches("the password", [hash]), [true])
    }).pipe(Effect.provide(Passwords.layer))
  )

  it.effect("continues only to a path of this service", () =>
    Effect.gen(function* () {
      const { base, board, browser, user } = yield* SignedIn.withPassword()
      const home = `/boards/${board.id}`
      yield* Effect.promise(async () => {
        for (const [next, expected] of [
          ["/account?x=1", "/account?x=1"],
          ["//evil.example/", home],
          ["https://evil.example/", home],
          ["/\\evil.example", home],
          ["javascript:alert(1)", home]
        ] as const) {
          const page = await browser.open(`/sign-in?next=${encodeURIComponent(next)}`)
          const forced = { email: user.email, password: SignedIn.password, next }
          const { url } = await browser.submit(page, forced)
          assert.strictEqual(url, base + expected)
        }
      })
    })
  )

  it.effect("makes a new session, whatever cookies the browser had", () =>
    Effect.gen(function* () {
      const { browser, user } = yield* SignedIn.withPassword()
      yield* Effect.promise(async () => {
        const planted = "a".repeat(43)
        browser.cookies.set(session, { value: planted, path: "/" })
        await browser.signIn(user.email, SignedIn.password)
        const first = browser.cookies.get(session)!.value
        assert.notStrictEqual(first, planted)
        await browser.signIn(user.email, SignedIn.password)
        assert.notStrictEqual(browser.cookies.get(session)!.value, first)
        const attacker = new FormBrowser(browser.base)
        for (const value of [planted, first]) {
          attacker.cookies.set(session, { value, path: "/" })
          assert.include((await attacker.open("/account")).url, "/sign-in")
        }
      })
    })
  )

  it.effect("ends in this browser, or in all of them", () =>
    Effect.gen(function* () {
      const { base, browser, user } = yield* SignedIn.withPassword()
      yield* Effect.promise(async () => {
        const other = new FormBrowser(base)
        await browser.signIn(user.email, SignedIn.password)
        await other.signIn(user.email, SignedIn.password)
        const kept = browser.cookies.get(session)!
        const out = await browser.submit(await browser.open("/account"), {}, 0)
        assert.include(out.text, "You are signed out.")
        browser.cookies.set(session, kept)
        assert.isFalse(browser.cookies.has("pipeline-session"))
        assert.include((await browser.open("/account")).url, "/sign-in")
        assert.notInclude((await other.open("/account")).url, "/sign-in")
        await browser.signIn(user.email, SignedIn.password)
        const everywhere = await browser.submit(await browser.open("/account"))
        assert.include(everywhere.text, "You are signed out everywhere.")
        assert.include((await other.open("/account")).url, "/sign-in")
      })
    })
  )
})

layer(TestService.layer(), { excludeTestServices: true })("a password", (it) => {
  it.effect("is changed by a person who knows it, which ends their other sessions", () =>
    Effect.gen(function* () {
      const { base, browser, user } = yield* SignedIn.withPassword()
      yield* Effect.promise(async () => {
        const other = new FormBrowser(base)
        await browser.signIn(user.email, SignedIn.password)
        await other.signIn(user.email, SignedIn.password)
        const change = async (fields: Record<string, string>) =>
          browser.submit(await browser.open("/account"), fields, 1)
        const next = "a much better one"
        for (const [fields, problem] of [
          [{ current: "wrong", password: next, again: next }, "current password is wrong"],
          [{ current: SignedIn.password, password: "short", again: "short" }, "at least 10"],
          [{ current: SignedIn.password, password: next, again: `${next}!` }, "passwords don’t match"]
        ] as const) {
          const page = await change(fields)
          assert.strictEqual(page.status, 400)
          assert.include(page.text, problem)
        }
        const before = browser.cookies.get(session)!.value
        const done = await change({ current: SignedIn.password, password: next, again: next })
        assert.include(done.text, "Password changed.")
        assert.notStrictEqual(browser.cookies.get(session)!.value, before)
        assert.include((await other.open("/account")).url, "/sign-in")
        assert.strictEqual((await other.signIn(user.email, SignedIn.password)).status, 400)
        assert.strictEqual((await other.signIn(user.email, next)).status, 200)
      })
    })
  )

  it.effect("is chosen with a link, once, by one of several concurrent requests", () =>
    Effect.gen(function* () {
      const service = yield* TestService
      const { user } = yield* service.workspace()
      const people = yield* People
      const { token } = yield* people.link(user.id as UserId, 24, null)
      yield* Effect.promise(async () => {
        const path = `/welcome/${token}`
        const browsers = Array.from({ length: 4 }, () => new FormBrowser(service.url))
        const pages = await Promise.all(browsers.map((browser) => browser.open(path)))
        for (const { text } of pages) assert.include(text, "Choose a password")
        const weak = await browsers[0]!.submit(pages[0]!, { password: "short", again: "short" })
        assert.strictEqual(weak.status, 400)
        const done = await Promise.all(
          browsers.map((browser, index) => {
            const password = `a password of ${index}`
            return browser.submit(pages[index]!, { password, again: password })
          })
        )
        const winners = done.filter(({ text }) => text.includes("Your password is set"))
        assert.strictEqual(winners.length, 1)
        const password = `a password of ${done.indexOf(winners[0]!)}`
        const fresh = new FormBrowser(service.url)
        assert.strictEqual((await fresh.open(path)).status, 404)
        assert.strictEqual((await fresh.signIn(user.email, password)).status, 200)
      })
    })
  )

  it.effect("can't be chosen with a link that is expired, made up, or older than the current password", () =>
    Effect.gen(function* () {
      const service = yield* TestService
      const { user } = yield* service.workspace()
      const people = yield* People
      const sql = yield* SqlClient.SqlClient
      const browser = new FormBrowser(service.url)
      const statusOf = (token: string) =>
        Effect.promise(() => browser.open(`/welcome/${token}`).then(({ status }) => status))
      const { token: old } = yield* people.link(user.id as UserId, 24, null)
      assert.strictEqual(yield* statusOf(old), 200)
      yield* sql`UPDATE password_links SET expires_at = ${new Date(Date.now() - 1).toISOString()}`
      assert.strictEqual(yield* statusOf(old), 404)
      const { token: second } = yield* people.link(user.id as UserId, 24, null)
      yield* people.setPassword(user.id as UserId, "set meanwhile")
      assert.strictEqual(yield* statusOf(second), 404)
      assert.strictEqual(yield* statusOf("x".repeat(43)), 404)
    })
  )

  it.effect("is stored as an Argon2id hash, sessions and links as hashes", () =>
    Effect.gen(function* () {
      const { browser, user } = yield* SignedIn.withPassword()
      yield* Effect.promise(() => browser.signIn(user.email, SignedIn.password))
      const { token } = yield* (yield* People).link(user.id as UserId, 24, null)
      const sql = yield* SqlClient.SqlClient
      const rows = yield* sql<{
        all: string
      }>`SELECT (SELECT password_hash FROM users WHERE id = ${user.id}) ||
        (SELECT string_agg(s::text, ' ') FROM sessions s) ||
        (SELECT string_agg(l::text, ' ') FROM password_links l) AS all`
      const stored = rows[0]!.all
      assert.match(stored, /^\$argon2id\$v=19\$m=47104,t=2,p=1\$/u)
      for (const secret of [token, browser.cookies.get(session)!.value]) {
        assert.notInclude(stored, secret)
        assert.notInclude(stored, Buffer.from(secret).toString("hex"))
      }
    })
  )
})
