import { assert, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import type { Page } from "playwright-core"
import { Browser, open } from "../../support/pages/Browser.ts"
import { fill, stagesOf } from "../../support/samples/DealSamples.ts"
import * as SignedIn from "../../support/pages/SignedIn.ts"
import { TestService } from "../../support/server/TestService.ts"

/** Which deals the page shows in which stage. */
const shown = (page: Page) =>
  page.evaluate(`Object.fromEntries(
    Array.from(document.querySelectorAll(".lane"), (lane) => [
      lane.querySelector("h2").textContent,
      Array.from(lane.querySelectorAll(".name"), ({ textContent }) => textContent)
    ])
  )`) as Promise<Record<string, ReadonlyArray<string>>>

/** Lets a page paint until a time. */
const until = (page: Page, time: number) =>
  page.evaluate(`new Promise((done) => {
    const look = () => (Date.now() >= ${time} ? done() : requestAnimationFrame(look))
    look()
  })`)

const focused = (page: Page) => page.evaluate("document.activeElement.textContent")

layer(Layer.merge(TestService.layer(), Browser.layer()), { excludeTestServices: true })(
  "a board in two browsers, in Chromium",
  (it) => {
    it.effect(
      "is right in both two seconds after many changes, and keeps the focus",
      () =>
        Effect.gen(function* () {
          const owner = yield* SignedIn.make()
          const ids = yield* fill(owner)
          const stages = (yield* stagesOf(owner)).filter(
            ({ region }) => region !== "won" && region !== "dead"
          )
          const one = yield* open(yield* Browser)
          const two = yield* open(yield* Browser)
          for (const { page } of [one, two]) yield* SignedIn.inChromium(page, owner)
          yield* Effect.promise(async () => {
            const pages = [one.page, two.page]
            for (const page of pages) await page.goto(`${owner.base}/boards`)
            const names = ["Fleet tracking rollout", "Annual support plan"]
            for (const [index, page] of pages.entries()) {
              await page.getByRole("link", { name: names[index]!, exact: true }).focus()
            }
            const from = Date.now()
            // Twenty changes a second for longer than the page waits when nothing happens.
            for (let change = 0; Date.now() - from < 12_000; change++) {
              const due = from + change * 50
              const id = ids[change % 5]!
              const to = { toStageId: stages[Math.floor(change / 5 + change) % stages.length]!.id }
              await Promise.all([owner.send("POST", `/v1/deals/${id}/move`, to), until(one.page, due)])
            }
            const { body } = await owner.send("GET", `/v1/boards/${owner.board.id}/lanes`)
            const right = Object.fromEntries(
              body.lanes.map((lane: any) => [lane.stage.name, lane.deals.map(({ name }: any) => name)])
            )
            const latest = Date.now() + 2_000
            for (const [index, page] of pages.entries()) {
              while (JSON.stringify(await shown(page)) !== JSON.stringify(right) && Date.now() < latest) {
                await page.evaluate("new Promise(requestAnimationFrame)")
              }
              assert.deepStrictEqual(await shown(page), right)
              assert.strictEqual(await focused(page), names[index])
            }
            assert.deepStrictEqual([...one.complaints, ...two.complaints], [])
          })
        }),
      90_000
    )

    it.effect(
      "shows the rest of a long lane as it is scrolled, and keeps its place when others change it",
      () =>
        Effect.gen(function* () {
          const owner = yield* SignedIn.make()
          const { complaints, page } = yield* open(yield* Browser, { viewport: { width: 1280, height: 720 } })
          yield* SignedIn.inChromium(page, owner)
          yield* Effect.promise(async () => {
            for (let index = 0; index < 80; index++) {
              await owner.send("POST", "/v1/deals", { boardId: owner.board.id, name: `Deal ${index}.` })
            }
            await page.goto(`${owner.base}/boards`)
            const lane = page.locator(".lane").first()
            const cards = lane.locator(".cards")
            const tall = await page.evaluate("document.documentElement.scrollHeight - innerHeight")
            assert.isAtMost(tall as number, 0)
            await cards.hover()
            const last = lane.getByRole("link", { name: "Deal 0.", exact: true })
            const seen = () => last.isVisible()
            for (const end = Date.now() + 20_000; Date.now() < end && !(await seen());) {
              await cards.evaluate((list) => list.scrollBy(0, 800))
              await page.evaluate("new Promise(requestAnimationFrame)")
            }
            assert.strictEqual(await lane.locator(".deal").count(), 80, page.url())
            await last.scrollIntoViewIfNeeded()
            assert.isTrue(await lane.getByRole("heading", { name: "New" }).isVisible())
            await last.focus()
            const top = async () => (await last.boundingBox())!.y
            const before = await top()
            await owner.send("POST", "/v1/deals", { boardId: owner.board.id, name: "On top" })
            await page.evaluate(`new Promise((resolve) => {
              document.addEventListener("refreshed", resolve, { once: true })
              document.dispatchEvent(new Event("refresh"))
            })`)
            assert.strictEqual(await lane.locator(".deal").count(), 81)
            assert.strictEqual(await focused(page), "Deal 0.")
            assert.approximately(await top(), before, 1)
            assert.deepStrictEqual(complaints, [])
          })
        }),
      90_000
    )
  }
)
