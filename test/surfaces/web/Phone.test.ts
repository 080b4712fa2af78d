import { assert, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import type { Page } from "playwright-core"
import { Browser, open } from "../../support/pages/Browser.ts"
import * as SignedIn from "../../support/pages/SignedIn.ts"
import { fill } from "../../support/samples/DealSamples.ts"
import { TestService } from "../../support/server/TestService.ts"

/** The pages that people use on the way, each with the first thing on it that is work. */
const pages: ReadonlyArray<readonly [path: string, first: string]> = [
  ["/boards", ".lane"],
  ["/leads", ".lead, .nothing"],
  ["/reports", "main section, main figure, main article"],
  ["/find", "#find-q"],
  ["/settings/keys", "h1"],
  ["/settings/members", "h1"],
  ["/settings/boards", "h1"],
  ["/settings/webhooks", "h1"],
  ["/settings/usage", "h1"],
  ["/settings/audit", "h1"],
  ["/approvals", "h1"]
]

/** Below the board's own search and filters, and the periods of reports and what they say of goals. */
const latest: Readonly<Record<string, number>> = { "/boards": 300, "/reports": 210 }

/** In the browser: what a finger would miss, and what would make the window wider or iOS zoom in. */
const measure = `(() => {
  const shown = (element) => {
    const { height, width } = element.getBoundingClientRect()
    return width > 1 && height > 1 && element.checkVisibility({ visibilityProperty: true })
  }
  const told = (element) => element.outerHTML.slice(0, 120)
  const fields = "input:not([type=checkbox], [type=radio], [type=hidden]), select, textarea"
  const targets = [...document.querySelectorAll("header :is(a, button), nav a, main :is(button, summary, .button), " + fields)]
  return {
    header: document.querySelector("body > header").getBoundingClientRect().height,
    small: targets.filter(shown).filter((one) => one.getBoundingClientRect().height < 43.5).map(told),
    zooms: [...document.querySelectorAll(fields)].filter(shown).filter((one) => parseFloat(getComputedStyle(one).fontSize) < 16).map(told),
    wider: document.documentElement.scrollWidth - innerWidth
  }
})()`

interface Measured {
  readonly header: number
  readonly small: ReadonlyArray<string>
  readonly zooms: ReadonlyArray<string>
  readonly wider: number
}

const measured = (page: Page) => page.evaluate(measure) as Promise<Measured>

const inChromium = Layer.merge(TestService.layer(), Browser.layer())

layer(inChromium, { excludeTestServices: true })("on a phone", (it) => {
  it.effect(
    "every page has one row on top, targets for fingers, and its first work soon",
    () =>
      Effect.gen(function* () {
        const owner = yield* SignedIn.make()
        yield* fill(owner, 12)
        const viewport = { width: 390, height: 844 }
        const { page } = yield* open(yield* Browser, { hasTouch: true, isMobile: true, viewport })
        yield* SignedIn.inChromium(page, owner)
        yield* Effect.promise(async () => {
          for (const [path, first] of pages) {
            await page.setViewportSize(viewport)
            await page.goto(`${owner.base}${path}`)
            const { header, small, wider, zooms } = await measured(page)
            assert.isAtMost(header, 49, path)
            assert.deepStrictEqual(small, [], path)
            assert.deepStrictEqual(zooms, [], path)
            assert.isAtMost(wider, 0, path)
            const { y } = (await page.locator(first).first().boundingBox())!
            assert.isAtMost(y, latest[path] ?? 165, `${path} begins late`)
            await page.setViewportSize({ width: 320, height: 700 })
            assert.isAtMost((await measured(page)).wider, 0, `${path} at 320`)
          }
        })
      }),
    180_000
  )

  it.effect(
    "a deal's facts keep the room for their values, in the longer words of German, too",
    () =>
      Effect.gen(function* () {
        const owner = yield* SignedIn.make()
        const viewport = { width: 320, height: 700 }
        const { page } = yield* open(yield* Browser, { locale: "de-DE", isMobile: true, viewport })
        yield* SignedIn.inChromium(page, owner)
        yield* Effect.promise(async () => {
          const deal = {
            boardId: owner.board.id,
            name: "Fleet",
            company: "Northwind Logistics",
            amountCents: 4_800_000
          }
          const { body } = await owner.send("POST", "/v1/deals", deal)
          await page.goto(`${owner.base}/deals/${body.id}`)
          for (const part of ["amount", "company"]) {
            const { height } = (await page.locator(`#part-${part} .value`).boundingBox())!
            assert.isAtMost(height, 30, `${part} is on one line`)
          }
          assert.isAtMost((await measured(page)).wider, 0)
        })
      }),
    60_000
  )

  it.effect(
    "sections and the account are behind a button each, with or without scripts",
    () =>
      Effect.gen(function* () {
        const owner = yield* SignedIn.make()
        for (const javaScriptEnabled of [true, false]) {
          const viewport = { width: 390, height: 844 }
          const { page } = yield* open(yield* Browser, { javaScriptEnabled, hasTouch: true, viewport })
          yield* SignedIn.inChromium(page, owner)
          yield* Effect.promise(async () => {
            await page.goto(`${owner.base}/leads`)
            const reports = page.getByRole("link", { name: "Reports" })
            assert.isFalse(await reports.isVisible())
            await page.getByRole("button", { name: "Leads" }).tap()
            await reports.tap()
            await page.waitForURL("**/reports")
            await page.getByRole("button", { name: "Account" }).tap()
            assert.isTrue(await page.getByRole("button", { name: "Sign out" }).isVisible())
          })
        }
      }),
    60_000
  )
})
