import { assert, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import type { Page } from "playwright-core"
import { readFor, taps } from "../../support/samples/Keys.ts"
import { Browser, open } from "../../support/pages/Browser.ts"
import { fill, stagesOf } from "../../support/samples/DealSamples.ts"
import { inspect, weigh } from "../../support/pages/Looks.ts"
import * as SignedIn from "../../support/pages/SignedIn.ts"
import { TestService } from "../../support/server/TestService.ts"

const lane = (page: Page, name: string) =>
  page.locator(".lane", { has: page.getByRole("heading", { name, exact: true }) })

const card = (page: Page, name: string) => page.getByRole("link", { name, exact: true })

const said = (page: Page, text: string) => page.locator("#said", { hasText: text }).waitFor()

/** A board with deals, in Chromium. */
const looking = Effect.fnUntraced(function* (count?: number) {
  const owner = yield* SignedIn.make()
  const ids = yield* fill(owner, count)
  const stages = yield* stagesOf(owner)
  const { complaints, page } = yield* open(yield* Browser)
  yield* SignedIn.inChromium(page, owner)
  yield* Effect.promise(() => page.goto(`${owner.base}/boards`))
  const stageOf = (id: string | undefined) =>
    owner.send("GET", `/v1/deals/${id}`).then(({ body }) => body.stage.name as string)
  return { ...owner, ids, stages, complaints, page, stageOf }
})

const inChromium = Layer.merge(TestService.layer(), Browser.layer())

layer(inChromium, { excludeTestServices: true })("the board, in Chromium", (it) => {
  it.effect(
    "moves a deal where it is dropped, and counts again",
    () =>
      Effect.gen(function* () {
        const { complaints, ids, page, stageOf } = yield* looking()
        yield* Effect.promise(async () => {
          await card(page, "Depot expansion").dragTo(lane(page, "Qualified"))
          await said(page, "Depot expansion is in Qualified.")
          await lane(page, "Qualified").getByText("3 deals").waitFor()
          await lane(page, "New").getByText("1 deal", { exact: true }).waitFor()
          assert.strictEqual(await stageOf(ids[0]), "Qualified")
          const first = lane(page, "Qualified").getByRole("listitem").first()
          assert.include(await first.innerText(), "Depot expansion")
          await card(page, "Depot expansion").dragTo(lane(page, "Won"))
          await said(page, "Depot expansion is in Won.")
          assert.strictEqual(await stageOf(ids[0]), "Won")
          assert.strictEqual(await page.locator(".dragged, .over, [data-busy]").count(), 0)
          assert.deepStrictEqual(complaints, [])
        })
      }),
    60_000
  )

  it.effect(
    "moves a deal with Shift and arrow keys, one stage for each press, and keeps the focus on it",
    () =>
      Effect.gen(function* () {
        const { complaints, ids, page, stageOf } = yield* looking()
        yield* Effect.promise(async () => {
          const focused = () => page.evaluate("document.activeElement.textContent")
          await card(page, "Route planning trial").focus()
          await page.keyboard.press("ArrowDown")
          assert.strictEqual(await focused(), "Depot expansion")
          await page.keyboard.press("ArrowDown")
          assert.strictEqual(await focused(), "Depot expansion")
          await page.keyboard.press("ArrowUp")
          await page.keyboard.press("Shift+ArrowLeft")
          await page.keyboard.press("Shift+ArrowRight")
          await page.keyboard.press("Shift+ArrowRight")
          await page.keyboard.press("Shift+ArrowRight")
          await said(page, "Route planning trial is in Negotiation.")
          await page.locator("[data-busy]").waitFor({ state: "detached" })
          assert.strictEqual(await focused(), "Route planning trial")
          assert.strictEqual(await stageOf(ids[1]), "Negotiation")
          await lane(page, "Negotiation").getByRole("link", { name: "Route planning trial" }).waitFor()
          await page.keyboard.press("Shift+ArrowLeft")
          await said(page, "Route planning trial is in Proposal.")
          await page.locator("[data-busy]").waitFor({ state: "detached" })
          assert.strictEqual(await focused(), "Route planning trial")
          await page.keyboard.press("Enter")
          await page.waitForURL(/\/deals\//u)
          await page.getByRole("heading", { name: "Route planning trial" }).waitFor()
          assert.deepStrictEqual(complaints, [])
        })
      }),
    60_000
  )

  it.effect(
    "moves nothing with arrow keys alone, which go from deal to deal",
    () =>
      Effect.gen(function* () {
        const { ids, page, stageOf, complaints } = yield* looking()
        yield* Effect.promise(async () => {
          const place = () =>
            page.evaluate("document.activeElement.closest('.lane')?.querySelector('h2').textContent")
          const before = await Promise.all(ids.map(stageOf))
          await card(page, "Depot expansion").dragTo(lane(page, "Verbal"))
          await said(page, "Depot expansion is in Verbal.")
          await page.locator("[data-busy]").waitFor({ state: "detached" })
          await page.keyboard.press("ArrowRight")
          await page.keyboard.press("ArrowRight")
          assert.strictEqual(await stageOf(ids[0]), "Verbal")
          await card(page, "Route planning trial").focus()
          const seen = []
          for (let press = 0; press < 8; press++) {
            await page.keyboard.press("ArrowRight")
            seen.push(await place())
          }
          assert.strictEqual(seen[0], "Qualified")
          assert.include(["Won", "Dead"], seen.at(-1))
          assert.strictEqual(await page.locator("[data-busy]").count(), 0)
          const after = await Promise.all(ids.map(stageOf))
          assert.deepStrictEqual(after.slice(1), before.slice(1))
          assert.deepStrictEqual(complaints, [])
        })
      }),
    60_000
  )

  it.effect(
    "asks for the same keys again before it moves a deal to won or dead",
    () =>
      Effect.gen(function* () {
        const { ids, page, send, stages, stageOf } = yield* looking()
        yield* Effect.promise(async () => {
          const verbal = stages.find(({ name }) => name === "Verbal")!
          await send("POST", `/v1/deals/${ids[0]}/move`, { toStageId: verbal.id })
          await page.reload()
          await card(page, "Depot expansion").focus()
          await page.keyboard.press("Shift+ArrowRight")
          await said(page, "Press the keys again to move Depot expansion to Won.")
          assert.strictEqual(await stageOf(ids[0]), "Verbal")
          await readFor(page)
          await page.keyboard.press("Shift+ArrowRight")
          await said(page, "Depot expansion is in Won.")
          assert.strictEqual(await stageOf(ids[0]), "Won")
          await page.locator("[data-busy]").waitFor({ state: "detached" })
          await page.keyboard.press("Shift+ArrowRight")
          await said(page, "Press the keys again to move Depot expansion to Dead.")
          await page.keyboard.press("Shift+ArrowLeft")
          await said(page, "Press the keys again to move Depot expansion to Verbal.")
          assert.strictEqual(await stageOf(ids[0]), "Won")
        })
      }),
    60_000
  )

  it.effect(
    "does not take held or hasty keys as an answer, nor a key pressed after the focus moved",
    () =>
      Effect.gen(function* () {
        const { ids, page, send, stages, stageOf } = yield* looking()
        yield* Effect.promise(async () => {
          const verbal = stages.find(({ name }) => name === "Verbal")!
          await send("POST", `/v1/deals/${ids[0]}/move`, { toStageId: verbal.id })
          await page.reload()
          await card(page, "Depot expansion").focus()
          await taps(page, "ArrowRight", true)
          await said(page, "Press the keys again to move Depot expansion to Won.")
          await readFor(page)
          await page.keyboard.press("ArrowLeft")
          await card(page, "Depot expansion").focus()
          await page.keyboard.press("Shift+ArrowRight")
          await said(page, "Press the keys again to move Depot expansion to Won.")
          assert.strictEqual(await page.locator("[data-busy]").count(), 0)
          assert.strictEqual(await stageOf(ids[0]), "Verbal")
        })
      }),
    60_000
  )

  it.effect(
    "moves a deal by the card's own form, without leaving the page",
    () =>
      Effect.gen(function* () {
        const { complaints, ids, page, stageOf } = yield* looking()
        yield* Effect.promise(async () => {
          await page.evaluate("window.stayed = true")
          const form = page.locator(".deal", { hasText: "Fleet tracking rollout" })
          await form.locator("summary").click()
          await page.getByRole("combobox", { name: "Stage of Fleet tracking rollout" }).selectOption("Verbal")
          await form.getByRole("button", { name: "Move" }).click()
          await said(page, "Fleet tracking rollout is in Verbal.")
          assert.strictEqual(await stageOf(ids[5]), "Verbal")
          assert.isTrue(await page.evaluate("window.stayed"))
          assert.strictEqual(
            await page.evaluate("document.activeElement.textContent"),
            "Fleet tracking rollout"
          )
          assert.deepStrictEqual(complaints, [])
        })
      }),
    60_000
  )

  it.effect(
    "takes moves back by the button and by Ctrl+Z, one after another, and does them again",
    () =>
      Effect.gen(function* () {
        const { complaints, ids, page, stageOf } = yield* looking()
        yield* Effect.promise(async () => {
          await card(page, "Depot expansion").dragTo(lane(page, "Won"))
          await said(page, "Depot expansion is in Won.")
          await page.getByRole("button", { name: "Undo" }).click()
          await said(page, "Change undone.")
          assert.strictEqual(await stageOf(ids[0]), "New")
          await lane(page, "New").getByRole("link", { name: "Depot expansion" }).waitFor()
          await page.getByRole("button", { name: "Redo" }).click()
          await said(page, "Change redone.")
          assert.strictEqual(await stageOf(ids[0]), "Won")
          await card(page, "Route planning trial").focus()
          await page.keyboard.press("Shift+ArrowRight")
          await page.keyboard.press("Shift+ArrowRight")
          await said(page, "Route planning trial is in Proposal.")
          await page.keyboard.press("Control+z")
          await lane(page, "Qualified").getByRole("link", { name: "Route planning trial" }).waitFor()
          await page.keyboard.press("Control+z")
          await lane(page, "New").getByRole("link", { name: "Route planning trial" }).waitFor()
          await page.keyboard.press("Control+z")
          await lane(page, "New").getByRole("link", { name: "Depot expansion" }).waitFor()
          await page.keyboard.press("Control+Shift+Z")
          await lane(page, "Won").getByRole("link", { name: "Depot expansion" }).waitFor()
          assert.strictEqual(await stageOf(ids[0]), "Won")
          assert.strictEqual(await stageOf(ids[1]), "New")
          assert.deepStrictEqual(complaints, [])
        })
      }),
    60_000
  )

  it.effect(
    "says why a move can't be undone, and opens a card's menu by a key",
    () =>
      Effect.gen(function* () {
        const { complaints, ids, page, send, stages, stageOf } = yield* looking()
        yield* Effect.promise(async () => {
          await card(page, "Depot expansion").focus()
          await page.keyboard.press("m")
          await page.keyboard.type("Verbal")
          await page.keyboard.press("Tab")
          await page.keyboard.press("Enter")
          await said(page, "Depot expansion is in Verbal.")
          await send("POST", `/v1/deals/${ids[0]}/move`, { toStageId: stages[1]!.id })
          await page.getByRole("button", { name: "Undo" }).click()
          await said(page, "Not undone: someone has changed it since.")
          assert.strictEqual(await stageOf(ids[0]), "Qualified")
          assert.isTrue(await page.locator("#said.wrong").isVisible())
          assert.isFalse(await page.getByRole("button", { name: "Undo" }).isVisible())
          assert.deepStrictEqual(complaints, [])
        })
      }),
    60_000
  )

  it.effect(
    "says why a move is refused, and leaves the deal where it is",
    () =>
      Effect.gen(function* () {
        const { ids, page, send } = yield* looking()
        yield* Effect.promise(async () => {
          await send("DELETE", `/v1/deals/${ids[0]}`)
          await card(page, "Depot expansion").focus()
          await page.keyboard.press("Shift+ArrowRight")
          await said(page, "There is no deal")
          assert.strictEqual(await page.locator(".moving, [data-busy]").count(), 0)
          assert.isTrue(await page.locator("#said.wrong").isVisible())
          await page.locator(".deal", { hasText: "Depot expansion" }).waitFor({ state: "detached" })
        })
      }),
    60_000
  )

  it.effect(
    "shows other people's moves, and new deals, within about ten seconds",
    () =>
      Effect.gen(function* () {
        const { board, complaints, ids, page, send, stages } = yield* looking()
        yield* Effect.promise(async () => {
          await card(page, "Self-service kiosks").focus()
          await send("POST", `/v1/deals/${ids[2]}/move`, { toStageId: stages[3]!.id })
          await send("POST", "/v1/deals", { boardId: board.id, name: "Brand new", amountCents: 100 })
          const moved = lane(page, "Negotiation").getByRole("link", { name: "Self-service kiosks" })
          await moved.waitFor({ timeout: 12_000 })
          await card(page, "Brand new").waitFor({ timeout: 1_000 })
          await page.getByText("8 deals open, worth $99,301.50").waitFor({ timeout: 1_000 })
          assert.strictEqual(await page.evaluate("document.activeElement.textContent"), "Self-service kiosks")
          assert.deepStrictEqual(complaints, [])
        })
      }),
    60_000
  )

  it.effect(
    "shows the chosen board, and finds deals",
    () =>
      Effect.gen(function* () {
        const { complaints, page, send } = yield* looking()
        yield* Effect.promise(async () => {
          await send("POST", "/v1/boards", { name: "Partners" })
          await page.reload()
          await page.getByLabel("Board", { exact: true }).selectOption("Partners")
          await page.getByRole("button", { name: "Show" }).click()
          await page.getByRole("heading", { name: "Partners" }).waitFor()
          await inspect(page, "board-empty")
          await page.goBack()
          await page.getByLabel("Search deals by name or company").fill("clinics")
          await page.keyboard.press("Enter")
          await card(page, "Annual support plan").waitFor()
          assert.strictEqual(await page.locator(".deal").count(), 1)
          await inspect(page, "board-found")
          assert.deepStrictEqual(complaints, [])
        })
      }),
    60_000
  )

  it.effect(
    "fits the largest number of stages, with the longest names",
    () =>
      Effect.gen(function* () {
        const { base, board, complaints, ids, page, send, stages } = yield* looking(30)
        yield* Effect.promise(async () => {
          const name = (index: number) =>
            `Stage ${index} has a name as long as a name of a stage of a board may ever be${"e".repeat(9)}`
          const more = (region: string) =>
            Array.from({ length: 4 }, () => ({ name: name(region.length), region }))
          const [a, b, anchor, c, d] = stages
          const named = [a, b, ...more("early"), anchor, c, d, ...more("late")].map((stage, index) => ({
            ...(stage !== undefined && "id" in stage ? { id: stage.id } : {}),
            region: stage!.region,
            name: name(index).slice(0, 80)
          }))
          const { status, text } = await send("PUT", `/v1/boards/${board.id}/stages`, { stages: named })
          assert.strictEqual(status, 200, text)
          await page.reload()
          await inspect(page, "board-wide")
          await weigh(page, page.url())
          await page.goto(`${base}/deals/${ids[0]}`)
          await inspect(page, "deal-wide")
          assert.deepStrictEqual(complaints, [])
        })
      }),
    60_000
  )

  it.effect(
    "lets a viewer look, but not move",
    () =>
      Effect.gen(function* () {
        const { base, ids, stageOf, workspace } = yield* looking()
        const viewer = yield* (yield* TestService).member(workspace.id, "viewer")
        const { complaints, page } = yield* open(yield* Browser)
        yield* SignedIn.inChromium(page, { base, browser: yield* SignedIn.browserOf(viewer.id) })
        yield* Effect.promise(async () => {
          await page.goto(`${base}/boards`)
          await card(page, "Route planning trial").focus()
          await page.keyboard.press("Shift+ArrowRight")
          await page.keyboard.press("ArrowDown")
          assert.strictEqual(await page.evaluate("document.activeElement.textContent"), "Depot expansion")
          assert.strictEqual(await stageOf(ids[1]), "New")
          await inspect(page, "board-viewer")
          await page.goto(`${base}/deals/${ids[1]}`)
          await inspect(page, "deal-viewer")
          assert.deepStrictEqual(complaints, [])
        })
      }),
    60_000
  )

  it.effect(
    "looks right with some and with many deals, loads little and shifts nothing",
    () =>
      Effect.gen(function* () {
        const few = yield* looking()
        yield* Effect.promise(() => inspect(few.page, "board"))
        const { complaints, page } = yield* looking(100)
        yield* Effect.promise(async () => {
          await inspect(page, "board-full")
          await page.locator(".deal summary").first().click()
          await inspect(page, "board-moving")
          // Every lane has its maximum length.
          assert.strictEqual(await page.locator(".more").count(), 7)
          await weigh(page, page.url())
          assert.deepStrictEqual(complaints, [])
        })
      }),
    120_000
  )
})
