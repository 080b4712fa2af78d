import { assert, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import * as Period from "../../../src/reports/rules/Period.ts"
import { Browser, open } from "../../support/pages/Browser.ts"
import type { Page } from "../../support/pages/FormBrowser.ts"
import { inspect, weigh } from "../../support/pages/Looks.ts"
import * as SignedIn from "../../support/pages/SignedIn.ts"
import { TestService } from "../../support/server/TestService.ts"

const thisMonth = new Date().toISOString().slice(0, 7)
const next = Period.monthAfter(thisMonth, 1)

/** Deals of every category, an overdue one, a won one and one without a date, and a goal. */
const filled = Effect.gen(function* () {
  const owner = yield* SignedIn.make()
  const { board, send } = owner
  return yield* Effect.promise(async () => {
    const { body: stages } = await send("GET", `/v1/boards/${board.id}/stages`)
    const deal = async (name: string, amountCents: number, more: object = {}) => {
      const { body, status, text } = await send("POST", "/v1/deals", {
        ...{ boardId: board.id, name, amountCents, company: `${name} Inc.` },
        ...more
      })
      assert.strictEqual(status, 201, text)
      return body.id as string
    }
    const close = (day: string) => ({ expectedCloseAt: `${next}-${day}` })
    const committed = await deal("Fleet", 1_000_000, { ...close("10"), forecastCategory: "committed" })
    await deal("Kiosks", 500_000, { ...close("12"), forecastCategory: "best_case" })
    await deal("Portal", 250_000, close("28"))
    await deal("Late", 40_000, { expectedCloseAt: "2026-01-01" })
    await deal("Undated", 80_000)
    const won = await deal("Support", 300_000)
    const last = stages.find(({ region }: { readonly region: string }) => region === "won")
    await send("POST", `/v1/deals/${won}/move`, { toStageId: last.id })
    await send("PUT", `/v1/boards/${board.id}/goals`, {
      proposals: null,
      deals_won: null,
      deal_value: 2_000_000
    })
    return { ...owner, committed, deal }
  })
})

/** The texts of a row of the table of periods. */
const cellsOf = ({ text }: Page, period: string) => {
  const row = new RegExp(`period=${period}#deals"[\\s\\S]*?</tr>`, "u").exec(text)?.[0] ?? ""
  return [...row.matchAll(/<td class="sum[^>]*>([\s\S]*?)<\/td>/gu)].map(([, cell]) =>
    cell!.replaceAll(/<[^>]*>/gu, "").trim()
  )
}

/** The address of a link with this text. */
const linkIn = ({ text }: Page, name: string) =>
  new RegExp(`href="([^"]*)"\\s*>${name.replaceAll("$", "\\$")}</a`, "u")
    .exec(text)![1]!
    .replaceAll("&amp;", "&")

layer(Layer.merge(TestService.layer(), Browser.layer()), { excludeTestServices: true })(
  "the forecast page",
  (it) => {
    it.effect("shows the sums of each period, the gap to the goal, and the deals behind", () =>
      Effect.gen(function* () {
        const { board, browser, send } = yield* filled
        yield* Effect.promise(async () => {
          const page = await browser.open("/forecast")
          assert.strictEqual(page.status, 200)
          const sums = ["$0", "$10,000", "$5,000", "$2,500"]
          const [row] = (await send("GET", "/v1/reports/forecast")).body.rows.slice(2)
          const weighted = `$${(row.weighted / 100).toLocaleString("en")}`
          assert.deepStrictEqual(cellsOf(page, next), [...sums, weighted, "$20,000", "$10,000", "3"])
          assert.strictEqual(cellsOf(page, thisMonth)[6], "$17,000")
          assert.deepStrictEqual(cellsOf(page, "overdue").slice(3), ["$400", "$40", "1"])
          assert.include(page.text, "1 open deal has no expected close")
          assert.notInclude(page.text, 'id="deals"')
          const undated = await browser.open(linkIn(page, "Show open deals"))
          assert.include(undated.text, "Undated")
          const won = await browser.open(linkIn(page, "$3,000"))
          assert.match(won.text, />Support<\/a>/u)
          const chosen = await browser.open(`/forecast?period=${next}`)
          const names = [...chosen.text.matchAll(/>(Fleet|Kiosks|Portal|Late|Undated)<\/a/gu)].map(
            ([, one]) => one
          )
          assert.deepStrictEqual(names, ["Fleet", "Kiosks", "Portal"])
          const list = await browser.open(linkIn(chosen, "Show all in the list of deals"))
          for (const name of names) assert.include(list.text, `>${name}</a>`)
          assert.notInclude(list.text, ">Late</a>")
          assert.notInclude(list.text, ">Undated</a>")
          const late = await browser.open("/forecast?period=overdue&by=quarter")
          assert.include(late.text, ">Late</a>")
          assert.notInclude(late.text, ">Portal</a>")
          const mine = await browser.open(`/forecast?by=quarter&owner=me&board=${board.id}`)
          assert.include(mine.text, "No goal</td>")
          assert.strictEqual(linkIn(mine, "Set goals"), `/settings/boards/${board.id}#goals`)
        })
      })
    )

    it.effect("never adds currencies, and counts a goal that is reached", () =>
      Effect.gen(function* () {
        const { browser, deal, send } = yield* filled
        yield* Effect.promise(async () => {
          const { body } = await send("POST", "/v1/boards", { name: "Europe", currency: "EUR" })
          const goals = { proposals: null, deals_won: null, deal_value: 100 }
          await send("PUT", `/v1/boards/${body.id}/goals`, goals)
          const close = { expectedCloseAt: `${next}-10`, forecastCategory: "committed" }
          await deal("Rad", 700, { boardId: body.id, ...close })
          const page = await browser.open("/forecast")
          assert.include(page.text, 'rowspan="2"')
          assert.include(page.text, "Chart of the forecast in EUR.")
          assert.deepStrictEqual(cellsOf(page, next).slice(0, 4), ["€0", "€7", "€0", "€0"])
          assert.deepStrictEqual(cellsOf(page, next).slice(5), ["€1", "None", "1"])
          const europe = await browser.open(`/forecast?board=${body.id}&period=${next}`)
          assert.notInclude(europe.text, ">Fleet</a>")
          assert.include(europe.text, ">Rad</a>")
        })
      })
    )

    it.effect("changes the expected close and the category in place, and returns to the same page", () =>
      Effect.gen(function* () {
        const { browser, committed, send } = yield* filled
        yield* Effect.promise(async () => {
          const path = `/forecast?by=month&period=${next}`
          const read = async () => (await send("GET", `/v1/deals/${committed}`)).body
          const action = `/forecast/deals/${committed}/edit/close?period=${next}`
          const page = await browser.open(path)
          const saved = await browser.submitTo(page, action, { forecastCategory: "pipeline" })
          assert.include(saved.url, `/forecast?period=${next}`)
          assert.include(saved.text, "Saved.")
          assert.strictEqual((await read()).forecastCategory, "pipeline")
          const wrong = await browser.submitTo(saved, action, { expectedCloseAt: "soon" })
          assert.strictEqual(wrong.status, 400)
          assert.match(
            wrong.text,
            new RegExp(`<details id="edit-close-${committed}" name="edited" open`, "u")
          )
          await send("PATCH", `/v1/deals/${committed}`, { forecastCategory: "best_case" })
          const overtaken = await browser.submitTo(saved, action, { forecastCategory: "committed" })
          assert.include(overtaken.text, "Forecast was changed by someone else")
          assert.strictEqual((await read()).forecastCategory, "best_case")
          await browser.submitTo(overtaken, action, { forecastCategory: "committed" })
          assert.strictEqual((await read()).forecastCategory, "committed")
          const later = `${Period.monthAfter(next, 1)}-05`
          const moved = await browser.submitTo(await browser.open(path), action, { expectedCloseAt: later })
          assert.notInclude(moved.text, ">Fleet</a>")
          const gone = await browser.submitTo(overtaken, action, { forecastCategory: "pipeline" })
          assert.include(gone.text, "Forecast was changed by someone else")
        })
      })
    )

    it.effect("says how to begin where no deal has an expected close, and lets viewers only read", () =>
      Effect.gen(function* () {
        const empty = yield* SignedIn.make()
        const { browser: admin, committed, workspace } = yield* filled
        const viewer = yield* (yield* TestService).member(workspace.id, "viewer")
        const browser = yield* SignedIn.browserOf(viewer.id)
        yield* Effect.promise(async () => {
          const { status, text } = await empty.browser.open(`/forecast?period=${next}`)
          assert.strictEqual(status, 200)
          assert.include(text, "No open deal has an expected close yet.")
          assert.notInclude(text, 'id="periods"')
          assert.include(text, "No open deals in this period.")
          const page = await browser.open(`/forecast?period=${next}`)
          assert.include(page.text, ">Fleet</a>")
          assert.notInclude(page.text, "/edit/close")
          const csrf = page.forms.flatMap(({ inputs }) => inputs).find(({ name }) => name === "csrf")!.value
          const seen = await admin.open(`/forecast?period=${next}`)
          const action = `/forecast/deals/${committed}/edit/close?period=${next}`
          const forged = seen.forms.filter((form) => form.action === action)
          const refused = await browser.submit(
            { ...seen, forms: forged },
            { csrf, forecastCategory: "pipeline" }
          )
          assert.strictEqual(refused.status, 403)
          assert.notInclude(refused.text, "<details")
        })
      })
    )

    it.effect("names the parameters of an invalid address", () =>
      Effect.gen(function* () {
        const { browser } = yield* filled
        yield* Effect.promise(async () => {
          for (const [query, names] of [
            ["by=week", "by"],
            ["by=month&by=quarter", "by"],
            ["board=x&owner=%00", "board, owner"],
            ["period=2026-13", "period"],
            ["period=2026-Q2", "period"],
            ["by=quarter&period=2026-05", "period"]
          ]) {
            const { status, text } = await browser.open(`/forecast?${query}`)
            assert.strictEqual(status, 400, query)
            assert.include(text, `(${names})`)
            assert.include(text, 'id="periods"')
          }
          for (const query of ["period=2020-01", "period=9999-12", "by=quarter&period=later", "owner=ME"])
            assert.strictEqual((await browser.open(`/forecast?${query}`)).status, 200, query)
          const unknown = "01997f2e-6b1c-7d7a-9d0c-3f5a8c1e2b40"
          assert.strictEqual((await browser.open(`/forecast?board=${unknown}`)).status, 404)
        })
      })
    )

    it.effect(
      "is accessible, loads little, and saves without leaving the page",
      () =>
        Effect.gen(function* () {
          const owner = yield* filled
          const { complaints, page } = yield* open(yield* Browser)
          yield* SignedIn.inChromium(page, owner)
          yield* Effect.promise(async () => {
            await page.goto(`${owner.base}/deals`)
            await page.getByRole("link", { name: "Forecast" }).click()
            await page.goto(`${owner.base}/forecast?period=${next}`)
            await page.getByLabel("Edit: Expected close, Fleet").click()
            await inspect(page, "forecast")
            const opened = page.locator(".behind details[open]")
            await opened.getByLabel("Forecast").selectOption("best_case")
            await opened.getByRole("button", { name: "Save" }).click()
            await page.locator(".category", { hasText: "Best case $15,000" }).waitFor()
            await page.getByLabel("Edit: Expected close, Fleet").click()
            await opened
              .getByLabel("Expected close", { exact: true })
              .fill(`${Period.monthAfter(next, 2)}-01`)
            await opened.getByRole("button", { name: "Save" }).click()
            await page.getByRole("link", { name: "Fleet" }).waitFor({ state: "detached" })
            await page.getByText("Saved.").waitFor()
            await weigh(page, `${owner.base}/forecast?period=${next}`)
            assert.deepStrictEqual(complaints, [])
          })
        }),
      60_000
    )
  }
)
