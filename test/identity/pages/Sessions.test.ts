/** The sessions that a person sees on their page, and ends. */
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { Sessions } from "../../../layers/identity/people/Sessions.ts"
import type { UserId } from "../../../schema/Id.ts"
import { sendAnyway } from "../../support/pages/Acting.ts"
import { FormBrowser, type Page } from "../../support/pages/FormBrowser.ts"
import * as SignedIn from "../../support/pages/SignedIn.ts"
import { TestService } from "../../support/server/TestService.ts"

const firefox = "Mozilla/5.0 (Windows NT 10.0; rv:140.0) Gecko/20100101 Firefox/140.0"

const path = "/account/sessions"

const endings = ({ forms }: Page) =>
  forms.flatMap(({ action }) => (/^\/account\/sessions\/[0-9a-f]{64}\/end$/u.test(action) ? [action] : []))

const isIn = async (browser: FormBrowser) => (await browser.open("/account")).url.endsWith("/account")

/** A browser that signs in by the page's form, with its own name. */
const signIn = async (base: string, email: string, agent: string) => {
  const browser = new FormBrowser(base)
  const { forms } = await browser.open("/sign-in")
  const csrf = forms[0]!.inputs.find(({ name }) => name === "csrf")!.value
  const body = new URLSearchParams({ csrf, email, password: SignedIn.password }).toString()
  await browser.send("/sign-in", { body, headers: { "user-agent": agent } })
  return browser
}

layer(TestService.layer(), { excludeTestServices: true })("a person's sessions", (it) => {
  it.effect("are listed with browser and range of addresses, and ended one by one or all but one", () =>
    Effect.gen(function* () {
      const { base, user } = yield* SignedIn.withPassword()
      yield* Effect.promise(async () => {
        const names = [firefox, "first agent", "second agent"]
        const [own, first, second] = await Promise.all(names.map((name) => signIn(base, user.email, name)))
        const page = await own!.open("/account")
        for (const text of ["Firefox on Windows", "this browser", "first agent", "127.0.0.0/24"]) {
          assert.include(page.text, text)
        }
        assert.lengthOf(endings(page), 2)
        const after = await own!.submitTo(page, endings(page)[0]!)
        assert.include(after.text, "Browser signed out.")
        assert.lengthOf(endings(after), 1)
        assert.lengthOf([await isIn(first!), await isIn(second!)].filter(Boolean), 1)
        const alone = await own!.submitTo(after, `${path}/end-others`)
        assert.lengthOf(endings(alone), 0)
        assert.notInclude(alone.text, `${path}/end-others`)
        assert.deepStrictEqual(
          [await isIn(first!), await isIn(second!), await isIn(own!)],
          [false, false, true]
        )
      })
    })
  )

  it.effect("are ended by their person alone", () =>
    Effect.gen(function* () {
      const [alice, bob] = [yield* SignedIn.make(), yield* SignedIn.make()]
      yield* SignedIn.browserOf(alice.user.id)
      yield* Effect.promise(async () => {
        const [of] = endings(await alice.browser.open("/account"))
        for (const action of [of!, `${path}/${"0".repeat(64)}/end`, `${path}/nothing/end`]) {
          assert.strictEqual((await sendAnyway(bob.browser, action)).status, 404)
        }
        assert.lengthOf(endings(await alice.browser.open("/account")), 1)
        const forged = await alice.browser.send(of!, { body: "csrf=wrong" })
        assert.strictEqual(forged.status, 403)
      })
    })
  )

  it.effect("are at most 50: the one that was used longest ago makes room", () =>
    Effect.gen(function* () {
      const { browser, user } = yield* SignedIn.make()
      const sessions = yield* Sessions
      const id = user.id as UserId
      for (let count = 0; count < 49; count++) yield* sessions.open(id)
      assert.isTrue(yield* Effect.promise(() => isIn(browser)))
      const sql = yield* SqlClient.SqlClient
      yield* sql`UPDATE sessions SET seen_at = now() - interval '1 hour'
        WHERE user_id = ${id} AND hash = (SELECT hash FROM sessions WHERE user_id = ${id} ORDER BY created_at LIMIT 1)`
      yield* sessions.open(id)
      assert.lengthOf(yield* sessions.list(id), 50)
      assert.isFalse(yield* Effect.promise(() => isIn(browser)))
    })
  )

  it.effect("are written as seen no more than once in five minutes", () =>
    Effect.gen(function* () {
      const { browser, user } = yield* SignedIn.make()
      const sql = yield* SqlClient.SqlClient
      const seen = Effect.map(
        sql<{ age: number }>`SELECT extract(epoch FROM now() - seen_at)::float8 AS age FROM sessions
          WHERE user_id = ${user.id}`,
        ([row]) => row!.age
      )
      const ago = (minutes: number) =>
        sql`UPDATE sessions SET seen_at = now() - make_interval(mins => ${minutes}) WHERE user_id = ${user.id}`
      yield* ago(4)
      yield* Effect.promise(() => browser.open("/account"))
      assert.isAbove(yield* seen, 200)
      yield* ago(6)
      yield* Effect.promise(() => browser.open("/account"))
      assert.isBelow(yield* seen, 200)
    })
  )
})
