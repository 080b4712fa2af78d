import { assert, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import type { Page } from "playwright-core"
import { Browser, open } from "../../support/pages/Browser.ts"
import * as SignedIn from "../../support/pages/SignedIn.ts"
import { TestService } from "../../support/server/TestService.ts"

const count = 500

/** A board whose first stage has 500 deals, the newest first: `Deal 499.` to `Deal 0.` */
const looking = Effect.gen(function* () {
  const owner = yield* SignedIn.make()
  const rows = Array.from({ length: count }, (_, index) => ({
    externalId: `long-${index}`,
    name: `Deal ${index}.`,
    company: "Northwind Logistics",
    createdAt: new Date(Date.UTC(2026, 0, 1, 0, index)).toISOString()
  }))
  yield* Effect.promise(async () => {
    for (let from = 0; from < count; from += 100) {
      const batch = { boardId: owner.board.id, rows: rows.slice(from, from + 100) }
      const { body, status, text } = await owner.send("POST", "/v1/imports/deals", batch)
      assert.strictEqual(status, 200, text)
      assert.strictEqual(body.created, 100, text)
    }
  })
  const { complaints, page } = yield* open(yield* Browser, { viewport: { width: 1280, height: 720 } })
  yield* SignedIn.inChromium(page, owner)
  return { ...owner, complaints, page }
})

const first = (page: Page) => page.locator(".lane").first()

/** Scrolls the lane until a deal has come; the milliseconds that it took. */
const scrollTo = async (page: Page, name: string) => {
  const cards = first(page).locator(".cards")
  const last = first(page).getByRole("link", { name, exact: true })
  const from = Date.now()
  while (!(await last.isVisible())) {
    assert.isBelow(
      Date.now() - from,
      60_000,
      `${await first(page).locator(".deal").count()} of ${count} came`
    )
    await cards.evaluate((list) => list.scrollTo(0, list.scrollHeight))
    await page.evaluate("new Promise(requestAnimationFrame)")
  }
  await last.scrollIntoViewIfNeeded()
  return last
}

layer(Layer.merge(TestService.layer(), Browser.layer()), { excludeTestServices: true })(
  "a lane of 500 deals",
  (it) => {
    it.effect(
      "is scrolled to its last, which is then moved by key and by mouse",
      () =>
        Effect.gen(function* () {
          const { base, complaints, page } = yield* looking
          yield* Effect.promise(async () => {
            await page.goto(`${base}/boards`)
            const bytes = await page.evaluate("performance.getEntriesByType('navigation')[0].encodedBodySize")
            assert.isBelow(bytes as number, 60_000, "the page as it is loaded, not all of the lane")
            await first(page).getByText("500 deals", { exact: true }).waitFor()
            const last = await scrollTo(page, "Deal 0.")
            assert.strictEqual(await first(page).locator(".deal").count(), count)

            await last.focus()
            await page.keyboard.press("ArrowUp")
            const focused = () => page.evaluate("document.activeElement.textContent")
            assert.strictEqual(await focused(), "Deal 1.")
            await page.keyboard.press("Shift+ArrowRight")
            await page.locator("#said", { hasText: "Deal 1. is in Qualified." }).waitFor()
            assert.strictEqual(await focused(), "Deal 1.")

            const onto = page.locator(".lane", {
              has: page.getByRole("heading", { name: "Proposal", exact: true })
            })
            await (await scrollTo(page, "Deal 0.")).dragTo(onto)
            await page.locator("#said", { hasText: "Deal 0. is in Proposal." }).waitFor()
            await first(page).getByText("498 deals", { exact: true }).waitFor()
            assert.deepStrictEqual(complaints, [])
          })
        }),
      180_000
    )
  }
)
