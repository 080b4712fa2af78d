/** Codes of an authenticator app after the password, through the pages. */
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { Secret, TOTP } from "otpauth"
import { People } from "../../../../layers/identity/people/People.ts"
import { SecondFactors } from "../../../../layers/identity/people/SecondFactors.ts"
import { Sessions } from "../../../../layers/identity/people/Sessions.ts"
import type { UserId } from "../../../../schema/Id.ts"
import * as Replay from "../../../support/audit/Replay.ts"
import { OAuthApp } from "../../../support/mcp/OAuthApp.ts"
import { FormBrowser, type Page } from "../../../support/pages/FormBrowser.ts"
import * as SignedIn from "../../../support/pages/SignedIn.ts"
import { TestService } from "../../../support/server/TestService.ts"

const path = "/account/second-step"
const step = "/sign-in/code"
const current = SignedIn.password

const codesIn = ({ text }: Page) =>
  [...text.matchAll(/<code>([a-z2-7-]{19})<\/code>/gu)].map(([, code]) => code!)

const isIn = async (browser: FormBrowser) => (await browser.open("/account")).url.endsWith("/account")

/** Someone who set up an app; `code` is the app's, so many half minutes from now. */
const withApp = Effect.fnUntraced(function* () {
  const made = yield* SignedIn.withPassword()
  const { base, browser, user } = made
  const sql = yield* SqlClient.SqlClient
  const { page, secret, used } = yield* Effect.promise(async () => {
    await browser.signIn(user.email, current)
    const setup = await browser.open(path)
    const secret = /Key: <code>([A-Z2-7 ]+)</u.exec(setup.text)![1]!.replaceAll(" ", "")
    const app = new TOTP({ secret: Secret.fromBase32(secret) })
    const refused = await browser.submitTo(setup, path, { current, code: "000000" })
    assert.strictEqual(refused.status, 400)
    assert.include(refused.text, setup.text.match(/Key: <code>([A-Z2-7 ]+)</u)![1]!)
    const wrong = await browser.submitTo(setup, path, { current: "not it", code: app.generate() })
    assert.include(wrong.text, "Wrong password")
    const used = app.generate()
    return { secret, used, page: await browser.submitTo(setup, path, { current, code: used }) }
  })
  const app = new TOTP({ secret: Secret.fromBase32(secret) })
  const code = (ahead = 0) => app.generate({ timestamp: Date.now() + ahead * 30_000 })
  /** As if the last code had been taken an hour ago. */
  const rest = sql`UPDATE second_factors SET last_step = last_step - 120 WHERE user_id = ${user.id}`
  const start = async (one = new FormBrowser(base)) => ({ one, asked: await one.signIn(user.email, current) })
  return { ...made, code, codes: codesIn(page), rest, secret, start, used, id: user.id as UserId }
})

layer(TestService.layer({ RATE_LIMIT_PER_ADDRESS: "1000" }), { excludeTestServices: true })(
  "a second step",
  (it) => {
    it.effect("is set up with password and code, and stored sealed", () =>
      Effect.gen(function* () {
        const { codes, id, secret } = yield* withApp()
        assert.lengthOf(new Set(codes), 10)
        const sql = yield* SqlClient.SqlClient
        const [row] = yield* sql<{ secret: Buffer }>`SELECT secret FROM second_factors WHERE user_id = ${id}`
        assert.notInclude(row!.secret.toString("latin1"), secret)
        const hashes = yield* sql<{ hash: Buffer }>`SELECT hash FROM recovery_codes WHERE user_id = ${id}`
        for (const { hash } of hashes)
          assert.notInclude(
            codes.map((one) => one.replaceAll("-", "")),
            hash.toString()
          )
      })
    )

    it.effect("takes a code once, of now or half a minute beside, and makes no session before", () =>
      Effect.gen(function* () {
        const { code, rest, start, used } = yield* withApp()
        yield* Effect.promise(async () => {
          const { asked, one } = await start()
          assert.include(asked.text, "Enter your code")
          assert.isFalse(await isIn(one))
          assert.strictEqual((await one.submitTo(asked, step, { code: used })).status, 400)
          assert.isFalse(await isIn(one))
        })
        yield* rest
        yield* Effect.promise(async () => {
          const { asked, one } = await start()
          for (const wrong of ["", "000000", code(-3), code(3), "aaaa-aaaa-aaaa-aaaa"]) {
            assert.strictEqual((await one.submitTo(asked, step, { code: wrong })).status, 400)
          }
          const now = code()
          assert.include(
            (await one.submitTo(asked, step, { code: ` ${now.slice(0, 3)} ${now.slice(3)}` })).url,
            "/boards"
          )
          assert.isTrue(await isIn(one))
          const second = await start()
          for (const old of [now, code(-1)]) {
            assert.strictEqual((await second.one.submitTo(second.asked, step, { code: old })).status, 400)
          }
          assert.include((await second.one.submitTo(second.asked, step, { code: code(1) })).url, "/boards")
        })
      })
    )

    it.effect("takes a recovery code once, and new ones void the old", () =>
      Effect.gen(function* () {
        const { codes, rest, code, start, workspace } = yield* withApp()
        const [first = "", second = ""] = codes
        const browser = yield* Effect.promise(async () => {
          const { asked, one } = await start()
          await one.submitTo(asked, step, { code: first.toUpperCase().replaceAll("-", " ") })
          assert.isTrue(await isIn(one))
          const other = await start()
          assert.strictEqual((await other.one.submitTo(other.asked, step, { code: first })).status, 400)
          assert.include((await one.open(path)).text, "9 recovery")
          return one
        })
        yield* rest
        yield* Effect.promise(async () => {
          const shown = await browser.open(path)
          const renewed = codesIn(await browser.submitTo(shown, `${path}/change`, { current, code: code() }))
          assert.lengthOf(renewed, 10)
          const { asked, one } = await start()
          assert.strictEqual((await one.submitTo(asked, step, { code: second })).status, 400)
          await one.submitTo(asked, step, { code: renewed[0]! })
          assert.isTrue(await isIn(one))
          const off = { current, code: renewed[1]!, do: "off" }
          assert.strictEqual(
            (await one.submitTo(await one.open(path), `${path}/change`, { ...off, code: "1" })).status,
            400
          )
          await one.submitTo(await one.open(path), `${path}/change`, off)
          assert.isTrue(await isIn((await start()).one))
        })
        const deeds = (yield* Replay.log(workspace.id)).map(({ operation }) => operation)
        for (const auditContext of [
          "account.factor_on",
          "account.recovery_code",
          "account.recovery_codes",
          "account.factor_off"
        ]) {
          assert.include(deeds, auditContext)
        }
      })
    )

    it.effect(
      "counts wrong codes of the account from everywhere, and then not even takes the right one",
      () =>
        Effect.gen(function* () {
          const { code, rest, start } = yield* withApp()
          yield* rest
          yield* Effect.promise(async () => {
            const begun = await Promise.all([start(), start()])
            const began = performance.now()
            const sent = await Promise.all(
              Array.from({ length: 20 }, (_, index) => {
                const { asked, one } = begun[index % 2]!
                return one.submitTo(asked, step, { code: "000000" })
              })
            )
            const taken = sent.filter(({ status }) => status === 400).length
            assert.lengthOf(
              sent.filter(({ status }) => status === 429),
              20 - taken
            )
            // Where they take longer than the first waits of 2, 4 and 8 s, as many more are taken.
            const seconds = (performance.now() - began) / 1000
            assert.isAtLeast(taken, 8)
            assert.isAtMost(taken, 8 + Math.floor(Math.log2(1 + seconds / 2)))
            const { asked, one } = begun[0]!
            const late = await one.submitTo(asked, step, { code: code() })
            assert.strictEqual(late.status, 429)
            assert.include(late.text, "Too many wrong codes")
          })
        })
    )

    it.effect("is no use in another browser, after a new password, or with a state that was changed", () =>
      Effect.gen(function* () {
        const { base, code, id, rest, start } = yield* withApp()
        yield* rest
        const { asked, one } = yield* Effect.promise(() => start())
        const state = asked.forms[0]!.inputs.find(({ name }) => name === "state")!.value
        yield* Effect.promise(async () => {
          const other = new FormBrowser(base)
          const { forms } = await other.open("/sign-in")
          const csrf = forms[0]!.inputs.find(({ name }) => name === "csrf")!.value
          for (const stolen of [state, "", `${state.slice(0, -4)}AAAA`]) {
            const body = new URLSearchParams({ csrf, state: stolen, code: code() }).toString()
            assert.strictEqual((await other.send(step, { body })).status, 400)
          }
          assert.isFalse(await isIn(other))
        })
        yield* (yield* People).setPassword(id, "another good password")
        yield* Effect.promise(async () => {
          assert.strictEqual((await one.submitTo(asked, step, { code: code() })).status, 400)
          assert.isFalse(await isIn(one))
        })
      })
    )

    it.effect("stands before an app's consent, and after a link to a new password", () =>
      Effect.gen(function* () {
        const { base, code, id, rest } = yield* withApp()
        yield* rest
        const link = yield* (yield* People).link(id, 1, null)
        yield* Effect.promise(async () => {
          const one = new FormBrowser(base)
          const password = "another good password"
          const asked = await one.submit(await one.open(`/welcome/${link.token}`), {
            password,
            again: password
          })
          assert.include(asked.text, "Enter your code")
          assert.isFalse(await isIn(one))
        })
        const { email } = (yield* (yield* People).find(id))!
        yield* Effect.promise(async () => {
          const one = new FormBrowser(base)
          const app = await OAuthApp.make(base)
          const first = await one.submit(await one.open(app.authorizeUrl()), {
            email,
            password: "another good password"
          })
          assert.include(first.text, "Enter your code")
          const consent = await one.submitTo(first, step, { code: code() })
          const done = await one.submit(consent, { decision: "allow" })
          assert.isNotEmpty(new URL(done.url).searchParams.get("code"))
        })
      })
    )

    it.effect("goes when an operator resets it, or vouches for an account that a workspace made", () =>
      Effect.gen(function* () {
        const { id, start, workspace } = yield* withApp()
        const factors = yield* SecondFactors
        const sql = yield* SqlClient.SqlClient
        yield* factors.turnOff(id, "operator")
        yield* Effect.promise(async () => assert.isTrue(await isIn((await start()).one)))
        assert.include(
          (yield* Replay.log(workspace.id)).map(({ operation }) => operation),
          "admin.user.factors"
        )
        const other = yield* withApp()
        yield* sql`UPDATE users SET only_in = ${other.workspace.id} WHERE id = ${other.id}`
        yield* (yield* People).setPassword(other.id, current, "operator")
        assert.isUndefined(yield* factors.of(other.id))
        assert.isEmpty(yield* (yield* Sessions).list(other.id))
      })
    )
  }
)
