import { assert, layer } from "@effect/vitest"
import { Effect, Layer, Schedule } from "effect"
import { formTo, sendAnyway, submit } from "../../support/pages/Acting.ts"
import { Browser, open } from "../../support/pages/Browser.ts"
import type { FormBrowser } from "../../support/pages/FormBrowser.ts"
import { inspect } from "../../support/pages/Looks.ts"
import * as SignedIn from "../../support/pages/SignedIn.ts"
import { sender, TestService } from "../../support/server/TestService.ts"

const path = "/settings/rehearsals"

const make = async (browser: FormBrowser, name = "") => {
  const { text } = await submit(browser, path, path, { name })
  const token = /<code class="secret" id="token">([^<]*)<\/code>/u.exec(text)![1]!
  return token
}

const idIn = (text: string) => /rehearsals\/([0-9a-f-]{36})/u.exec(text)![1]!

/** Once the key works, the copy is done. */
const ready = (base: string, token: string) =>
  Effect.repeat(
    Effect.promise(() => sender(base, token)("GET", "/v1/me")),
    { until: ({ status }) => status === 200, schedule: Schedule.spaced("50 millis"), times: 200 }
  )

const pages = Layer.merge(TestService.layer(), Browser.layer())

layer(pages, { excludeTestServices: true })("the page of rehearsals", (it) => {
  it.effect("makes one, opens it, sets its clock and discards it, without scripts", () =>
    Effect.gen(function* () {
      const { base, browser, send } = yield* SignedIn.make()
      const token = yield* Effect.promise(() => make(browser, "Try Scout"))
      const { body } = yield* ready(base, token)
      assert.strictEqual(body.workspace.name, "Try Scout")
      yield* Effect.promise(async () => {
        const listed = await browser.open(path)
        const id = idIn(listed.text)
        assert.strictEqual(id, body.workspace.id)
        await submit(browser, `${path}/${id}`, `${path}/${id}/clock`, { forward: "14 days" })
        const refused = await submit(browser, `${path}/${id}`, `${path}/${id}/clock`, { forward: "soon" })
        assert.include(refused.text, "must be a span of time")
        const index = (await browser.open(path)).forms.findIndex(({ inputs }) =>
          inputs.some(({ name, value }) => name === "workspace" && value === id)
        )
        const board = await browser.submit(await browser.open(path), {}, index)
        assert.match(board.text, /class="rehearsal"[\s\S]*Try Scout[\s\S]*Its time is/u)
        const inside = await browser.open(path)
        assert.strictEqual(formTo(inside, path), -1)
        const me = await sender(base, token)("GET", "/v1/me")
        const ahead = Date.parse(me.body.workspace.rehearsal.now) - Date.now()
        assert.strictEqual(Math.round(ahead / 86_400_000), 14)
        await submit(browser, `${path}/${id}`, `${path}/${id}/reset`)
        const after = await submit(browser, path, `${path}/${id}/discard`)
        assert.notInclude(after.text, "Try Scout</strong>")
        assert.strictEqual((await sender(base, token)("GET", "/v1/me")).status, 401)
        assert.notInclude((await browser.open("/boards")).text, 'class="rehearsal"')
        const { data } = (await send("GET", "/v1/audit")).body
        const told = data.map(({ operation }: any) => operation)
        assert.includeMembers(told, ["rehearsals.create", "rehearsals.setClock", "rehearsals.discard"])
      })
    })
  )

  it.effect("is for admins, and reaches no rehearsal of others", () =>
    Effect.gen(function* () {
      const mine = yield* SignedIn.make()
      const theirs = yield* SignedIn.make()
      const token = yield* Effect.promise(() => make(theirs.browser))
      const { body } = yield* ready(theirs.base, token)
      const member = yield* (yield* TestService).member(mine.workspace.id, "member")
      const browser = yield* SignedIn.browserOf(member.id)
      yield* Effect.promise(async () => {
        assert.strictEqual((await browser.open(path)).status, 403)
        assert.strictEqual((await sendAnyway(browser, path, { name: "" })).status, 403)
        for (const act of ["discard", "reset"]) {
          const action = `${path}/${body.workspace.id}/${act}`
          assert.strictEqual((await sendAnyway(mine.browser, action)).status, 404)
        }
        assert.strictEqual((await sender(theirs.base, token)("GET", "/v1/me")).status, 200)
        assert.notInclude((await mine.browser.open(path)).text, body.workspace.id)
      })
    })
  )

  it.effect(
    "looks well, and a rehearsal says on every page what it is",
    () =>
      Effect.gen(function* () {
        const owner = yield* SignedIn.make()
        const token = yield* Effect.promise(() => make(owner.browser))
        const { body } = yield* ready(owner.base, token)
        const { page } = yield* open(yield* Browser)
        yield* SignedIn.inChromium(page, owner)
        yield* Effect.promise(async () => {
          await page.goto(owner.base + path)
          await inspect(page, "rehearsals")
          await page.goto(`${owner.base}${path}/${body.workspace.id}`)
          await page.getByLabel("Go forward by").fill("14 days")
          await inspect(page, "rehearsal-clock")
          await page.getByRole("button", { name: "Set the clock" }).click()
          await page.getByText("Clock set.").waitFor()
          await page.getByRole("button", { name: "Open" }).first().click()
          await page.getByRole("complementary", { name: "Rehearsal" }).waitFor()
          await inspect(page, "rehearsal-board")
        })
      }),
    60_000
  )
})
