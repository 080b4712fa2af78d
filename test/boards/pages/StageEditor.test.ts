import { assert, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import type { Page } from "playwright-core"
import { Browser, open } from "../../support/pages/Browser.ts"
import { inspect, weigh } from "../../support/pages/Looks.ts"
import * as SignedIn from "../../support/pages/SignedIn.ts"
import { TestService } from "../../support/server/TestService.ts"

const pages = Layer.merge(TestService.layer(), Browser.layer())

const namesIn = (page: Page) =>
  page
    .locator("#stages input[name=name]")
    .evaluateAll((inputs) => inputs.map((input) => (input as unknown as { value: string }).value))

const opened = Effect.fnUntraced(function* () {
  const owner = yield* SignedIn.make()
  const visit = yield* open(yield* Browser)
  yield* SignedIn.inChromium(visit.page, owner)
  const names = async (): Promise<ReadonlyArray<string>> =>
    (await owner.send("GET", `/v1/boards/${owner.board.id}/stages`)).body.map(
      ({ name }: { name: string }) => name
    )
  return { ...owner, ...visit, names, at: `${owner.base}/settings/boards/${owner.board.id}` }
})

const save = async (page: Page) => {
  await page.getByRole("button", { name: "Save stages" }).click()
  await page.getByText("Stages saved.").waitFor()
}

layer(pages, { excludeTestServices: true })("the stage editor in Chromium", (it) => {
  it.effect(
    "orders stages with the arrow keys, announces it, and saves the order",
    () =>
      Effect.gen(function* () {
        const { at, complaints, names, page } = yield* opened()
        yield* Effect.promise(async () => {
          await page.goto(at)
          await page.getByRole("button", { name: "Order of “New”" }).focus()
          assert.isTrue(await page.getByText("The new order is not saved yet.").isHidden())
          await page.keyboard.press("ArrowDown")
          await page.getByText("The new order is not saved yet.").waitFor()
          const said = page.getByRole("status")
          assert.strictEqual(
            await said.innerText(),
            "New is now 2 of 2 in early. Save the stages to keep it."
          )
          assert.strictEqual(
            await page.evaluate("document.activeElement.textContent.trim()"),
            "⠿Order of “New”"
          )
          await page.keyboard.press("ArrowDown")
          assert.deepStrictEqual((await namesIn(page)).slice(0, 3), ["Qualified", "New", "Proposal"])
          assert.deepStrictEqual((await names()).slice(0, 2), ["New", "Qualified"])
          await page.getByLabel("Probability in percent").nth(1).fill("5")
          await save(page)
          assert.deepStrictEqual((await names()).slice(0, 3), ["Qualified", "New", "Proposal"])
          assert.deepStrictEqual(complaints, [])
        })
      }),
    60_000
  )

  it.effect(
    "orders stages by dragging, within their region",
    () =>
      Effect.gen(function* () {
        const { at, complaints, names, page } = yield* opened()
        yield* Effect.promise(async () => {
          await page.goto(at)
          await page.setViewportSize({ width: 1280, height: 1600 })
          const place = async (name: string) => (await page.getByRole("button", { name }).boundingBox())!
          const from = await place("Order of “Verbal”")
          const to = await place("Order of “Negotiation”")
          await page.mouse.move(from.x + 10, from.y + 10)
          await page.mouse.down()
          await page.mouse.move(from.x + 10, to.y + 10, { steps: 5 })
          await page.mouse.move(from.x + 10, 0, { steps: 5 })
          await page.mouse.up()
          await page.getByText("Verbal is now 1 of 2 in late.").waitFor()
          const wanted = ["New", "Qualified", "Proposal", "Verbal", "Negotiation", "Won", "Dead"]
          assert.deepStrictEqual(await namesIn(page), wanted)
          await page.mouse.move(from.x + 10, 1500)
          assert.deepStrictEqual(await namesIn(page), wanted)
          await save(page)
          assert.deepStrictEqual(await names(), wanted)
          assert.deepStrictEqual(complaints, [])
        })
      }),
    60_000
  )

  it.effect(
    "orders stages with its buttons without leaving the page, and keeps what was typed",
    () =>
      Effect.gen(function* () {
        const { at, complaints, names, page } = yield* opened()
        yield* Effect.promise(async () => {
          await page.goto(at)
          await page.getByLabel("Name", { exact: true }).first().fill("Fresh")
          await page.getByRole("button", { name: "Move down “New”" }).press("Enter")
          assert.strictEqual(page.url(), at)
          assert.isTrue(await page.getByRole("button", { name: "Move down “New”" }).isDisabled())
          assert.include(await page.evaluate("document.activeElement.textContent"), "Move up “New”")
          await page.getByRole("button", { name: "Add a late stage" }).click()
          await page.locator("input[name=name]:focus").waitFor()
          await page.keyboard.type("Contract")
          await page.keyboard.press("Enter")
          await page.getByText("Stages saved.").waitFor()
          assert.deepStrictEqual(await names(), [
            "Qualified",
            "Fresh",
            "Proposal",
            "Negotiation",
            "Verbal",
            "Contract",
            "Won",
            "Dead"
          ])
          assert.deepStrictEqual(complaints, [])
        })
      }),
    60_000
  )

  it.effect(
    "is accessible in every look, and light",
    () =>
      Effect.gen(function* () {
        const { at, base, board, complaints, page, send, workspace } = yield* opened()
        const viewer = yield* (yield* TestService).member(workspace.id, "viewer")
        const theirs = { base, browser: yield* SignedIn.browserOf(viewer.id) }
        yield* Effect.promise(async () => {
          await send("PATCH", `/v1/boards/${board.id}`, {
            name: `<script>window.owned = 1</script>${"LongName".repeat(5)}`
          })
          await send("POST", "/v1/deals", { boardId: board.id, name: "Deal" })
          await page.goto(`${base}/settings/boards`)
          await inspect(page, "boards")
          await weigh(page, `${base}/settings/boards`)
          await page.goto(at)
          await inspect(page, "board-settings")
          await weigh(page, at)
          await page.getByRole("button", { name: "Add an early stage" }).click()
          await page.locator("input[name=name]:focus").waitFor()
          await page.keyboard.type("W".repeat(80))
          await page.getByRole("button", { name: "Remove “New”" }).click()
          await page.getByLabel("Deals of “New” go to").waitFor()
          await inspect(page, "board-settings-asking")
          await page.getByRole("link", { name: "Discard changes" }).click()
          await page.getByRole("button", { name: "Remove “New”" }).waitFor()
          assert.isUndefined(await page.evaluate("window.owned"))
        })
        yield* SignedIn.inChromium(page, theirs)
        yield* Effect.promise(async () => {
          await page.goto(at)
          await inspect(page, "board-settings-viewer")
          // Chromium logs statuses of 400 and above.
          assert.deepStrictEqual(
            complaints.filter((text) => !text.startsWith("Failed to load resource")),
            []
          )
        })
      }),
    120_000
  )
})
