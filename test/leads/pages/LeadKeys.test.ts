import { assert, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import type { Page } from "playwright-core"
import { Browser, open } from "../../support/pages/Browser.ts"
import * as SignedIn from "../../support/pages/SignedIn.ts"
import { TestService } from "../../support/server/TestService.ts"

/** The name of the focused lead; empty if none has the focus. */
const focused = (page: Page) =>
  page.evaluate(`document.activeElement.closest(".lead")?.querySelector("h2 a").textContent ?? ""`)

const waitForFocus = (page: Page, name: string) =>
  page.locator(".lead h2 a:focus", { hasText: new RegExp(`^${name}$`, "u") }).waitFor()

/** Makes the page refresh now, and waits until it has. */
const refresh = (page: Page) =>
  page.evaluate(`new Promise((resolve) => {
    document.addEventListener("refreshed", resolve, { once: true })
    document.dispatchEvent(new Event("refresh"))
  })`)

const start = Effect.gen(function* () {
  const owner = yield* SignedIn.make()
  const { complaints, page } = yield* open(yield* Browser)
  yield* SignedIn.inChromium(page, owner)
  const create = async (firstName: string) =>
    (await owner.send("POST", "/v1/leads", { firstName })).body.id as string
  const status = async (id: string) =>
    (await owner.send("GET", `/v1/leads/${id}`)).body.triageStatus as string
  return { ...owner, complaints, page, create, status }
})

const settings = { PROMOTION_ENABLED: "true" }

layer(Layer.merge(TestService.layer(settings), Browser.layer()), { excludeTestServices: true })(
  "the leads' pages in Chromium",
  (it) => {
    it.effect(
      "can be worked through by keyboard",
      () =>
        Effect.gen(function* () {
          const { base, complaints, create, page, status } = yield* start
          yield* Effect.promise(async () => {
            const ids = new Map<string, string>()
            for (const name of ["E", "D", "C", "B", "A"]) ids.set(name, await create(name))
            const of = (name: string) => status(ids.get(name)!)
            await page.goto(`${base}/leads?status=active`)
            await page.keyboard.press("x")
            await page.getByRole("searchbox").pressSequentially("xcbsjk")
            assert.strictEqual(await page.getByRole("searchbox").inputValue(), "xcbsjk")
            await page.locator(".lead h2 a").first().focus()
            assert.strictEqual(await focused(page), "A")
            for (const [key, name] of [
              ["j", "B"],
              ["ArrowDown", "C"],
              ["k", "B"],
              ["ArrowUp", "A"],
              ["k", "A"],
              ["Control+j", "A"],
              ["Shift+X", "A"]
            ] as const) {
              await page.keyboard.press(key)
              assert.strictEqual(await focused(page), name, key)
            }
            await page.keyboard.press("x")
            await waitForFocus(page, "B")
            await page.getByText("Marked as junk.").waitFor()
            await page.keyboard.press("c")
            await waitForFocus(page, "C")
            await page.getByText("Marked as contacted.").waitFor()
            await page.keyboard.press("b")
            await waitForFocus(page, "D")
            await page.getByText("Marked as bad fit.").waitFor()
            await page.keyboard.press("j")
            await page.keyboard.press("s")
            await waitForFocus(page, "D")
            await page.getByText("Marked as stale.").waitFor()
            const states = await Promise.all(["A", "B", "C", "D", "E"].map(of))
            assert.deepStrictEqual(states, ["junk", "contacted", "bad_fit", "new", "stale"])
            assert.deepStrictEqual(await page.locator(".lead h2 a").allInnerTexts(), ["B", "D"])
            await page.getByRole("button", { name: "Junk: D" }).focus()
            await page.keyboard.press("Enter")
            await waitForFocus(page, "B")
            await page.getByText("Marked as junk.").waitFor()
            assert.strictEqual(await of("D"), "junk")
            await page.keyboard.press("Enter")
            await page.waitForURL(`**/leads/${ids.get("B")}?*`)
            await create("Z")
            await page.getByRole("link", { name: "Back to the list" }).click()
            await waitForFocus(page, "B")
            await page.getByRole("link", { name: "a lead", exact: true }).click()
            await waitForFocus(page, "Z")
            assert.deepStrictEqual(complaints, [])
          })
        }),
      60_000
    )

    it.effect(
      "take back junk and bad fit, marked by mouse or by key alike",
      () =>
        Effect.gen(function* () {
          const { base, complaints, create, page, status } = yield* start
          yield* Effect.promise(async () => {
            const [junk, misfit] = [await create("A"), await create("B")]
            await page.goto(`${base}/leads`)
            await page.getByRole("button", { name: "Junk: A" }).click()
            await page.getByText("Marked as junk.").waitFor()
            assert.strictEqual(await status(junk), "junk")
            await page.getByRole("button", { name: "Undo", exact: true }).click()
            await page.getByText("Change undone.").waitFor()
            assert.strictEqual(await status(junk), "new")
            await page.getByRole("button", { name: "Redo" }).click()
            await page.getByText("Change redone.").waitFor()
            assert.strictEqual(await status(junk), "junk")
            await page.getByRole("link", { name: "B", exact: true }).focus()
            await page.keyboard.press("b")
            await page.getByText("Marked as bad fit.").waitFor()
            assert.strictEqual(await status(misfit), "bad_fit")
            await page.keyboard.press("Control+z")
            await page.getByRole("link", { name: "B", exact: true }).waitFor()
            assert.strictEqual(await status(misfit), "new")
            await page.keyboard.press("Control+z")
            await page.getByRole("link", { name: "A", exact: true }).waitFor()
            assert.strictEqual(await status(junk), "new")
            await page.goto(`${base}/leads/${misfit}`)
            await page.getByRole("button", { name: "Bad fit: B" }).click()
            await page.getByText("Marked as bad fit.").waitFor()
            await page.getByRole("button", { name: "Undo", exact: true }).click()
            await page.getByText("Change undone.").waitFor()
            assert.strictEqual(await status(misfit), "new")
            assert.deepStrictEqual(complaints, [])
          })
        }),
      60_000
    )

    it.effect(
      "take five keys as quickly as somebody types, one lead for each",
      () =>
        Effect.gen(function* () {
          const { base, complaints, create, page, status } = yield* start
          yield* Effect.promise(async () => {
            const ids = []
            for (const name of ["F", "E", "D", "C", "B", "A"]) ids.unshift(await create(name))
            await page.goto(`${base}/leads`)
            await page.keyboard.press("j")
            assert.strictEqual(await focused(page), "A")
            // The service is slow, and news of other leads comes in between.
            await page.route("**/triage", async (route) => {
              await refresh(page)
              await route.continue()
            })
            await page.keyboard.type("xbcxb", { delay: 40 })
            assert.strictEqual(await focused(page), "F")
            assert.deepStrictEqual(await page.locator(".lead:visible h2 a").allInnerTexts(), ["F"])
            await page.locator(".lead").nth(1).waitFor({ state: "detached" })
            const states = await Promise.all(ids.map(status))
            assert.deepStrictEqual(states, ["junk", "bad_fit", "contacted", "junk", "bad_fit", "new"])
            assert.strictEqual(await focused(page), "F")
            assert.deepStrictEqual(complaints, [])
          })
        }),
      60_000
    )

    it.effect(
      "go on to the next lead of the list from each lead's own page, by key",
      () =>
        Effect.gen(function* () {
          const { base, complaints, create, page, status } = yield* start
          yield* Effect.promise(async () => {
            const ids = []
            for (const name of ["D", "C", "B", "A"]) ids.unshift(await create(name))
            const [a, b, c, d] = ids as [string, string, string, string]
            const at = (id: string) => page.waitForURL(new RegExp(`/leads/${id}`, "u"))
            await page.goto(`${base}/leads`)
            await page.keyboard.press("j")
            await page.keyboard.press("Enter")
            await at(a)
            await page.keyboard.press("j")
            await at(b)
            await page.keyboard.press("k")
            await at(a)
            await page.keyboard.press("x")
            await at(b)
            await page.getByText("A is marked as Junk.").waitFor()
            assert.strictEqual(await status(a), "junk")
            await page.keyboard.press("Control+z")
            await page.getByText("Change undone.").waitFor()
            assert.strictEqual(await status(a), "new")
            await page.keyboard.press("c")
            await at(c)
            assert.strictEqual(await status(b), "contacted")
            await page.keyboard.press("k")
            await at(a)
            await page.goBack()
            await page.keyboard.press("b")
            await at(d)
            await page.keyboard.press("s")
            await page.getByText("That was the last lead in this list.").waitFor()
            assert.deepStrictEqual(await page.locator(".lead h2 a").allInnerTexts(), ["A"])
            // Opened by itself, a lead stays open.
            await page.goto(`${base}/leads/${a}`)
            await page.keyboard.press("c")
            await page.getByText("Marked as contacted.").waitFor()
            assert.include(page.url(), a)
            assert.deepStrictEqual(complaints, [])
          })
        }),
      60_000
    )

    it.effect(
      "keep the focus in an empty inbox, and say what was refused",
      () =>
        Effect.gen(function* () {
          const { base, create, page, send } = yield* start
          yield* Effect.promise(async () => {
            const id = await create("A")
            await create("B")
            await page.goto(`${base}/leads?status=new`)
            await page.locator(".lead h2 a", { hasText: "A" }).focus()
            // Somebody else changes the lead first.
            await send("PATCH", `/v1/leads/${id}`, { triageStatus: "junk" })
            await page.keyboard.press("s")
            await page.getByText("A lead that is junk cannot become stale").waitFor()
            assert.strictEqual(await focused(page), "A")
            await refresh(page)
            await page.locator(".lead h2 a").focus()
            await page.keyboard.press("c")
            await page.getByRole("heading", { name: "All done: no leads to triage" }).waitFor()
            await page.locator("#main:focus").waitFor()
          })
        }),
      60_000
    )

    it.effect(
      "show new leads within seconds, and keep the focus",
      () =>
        Effect.gen(function* () {
          const { base, complaints, create, page, send } = yield* start
          yield* Effect.promise(async () => {
            await create("First")
            await page.goto(`${base}/leads`)
            await page.evaluate("window.same = true")
            await page.locator(".lead h2 a").focus()
            const id = await create("Second")
            const row = page.locator(`#lead-${id}`)
            await row.waitFor({ timeout: 8_000 })
            assert.strictEqual(await focused(page), "First")
            const enrich = (enrichment: object) => send("PATCH", `/v1/leads/${id}`, { enrichment })
            await row.getByText("Not scored").waitFor()
            await enrich({ status: "in_progress" })
            await row.getByText("Being scored").waitFor({ timeout: 8_000 })
            await enrich({ status: "complete", score: 88, verdict: "Strong fit" })
            await row.getByText("Strong fit").waitFor({ timeout: 8_000 })
            assert.include((await row.locator(".score.high").innerText()).replaceAll(/\s/gu, ""), "88")
            assert.strictEqual(await focused(page), "First")
            assert.isTrue(await page.evaluate("window.same"))
            assert.deepStrictEqual(complaints, [])
          })
        }),
      60_000
    )

    it.effect(
      "keep the current lead in place when others arrive above it",
      () =>
        Effect.gen(function* () {
          const { base, create, page } = yield* start
          yield* Effect.promise(async () => {
            for (let index = 0; index < 20; index++) await create(`L${index}`)
            await page.goto(`${base}/leads`)
            const held = page.locator(".lead h2 a", { hasText: /^L9$/u })
            await held.focus()
            const top = async () => (await held.boundingBox())!.y
            const before = await top()
            await create("New")
            await refresh(page)
            assert.strictEqual(await page.locator(".lead").first().getByRole("link").innerText(), "New")
            assert.approximately(await top(), before, 1)
          })
        }),
      60_000
    )

    it.effect(
      "follow a lead while it is scored, triaged and promoted",
      () =>
        Effect.gen(function* () {
          const { base, complaints, create, page, send, status } = yield* start
          yield* Effect.promise(async () => {
            const id = await create("Mia")
            const enrich = (enrichment: object) => send("PATCH", `/v1/leads/${id}`, { enrichment })
            await enrich({ status: "in_progress" })
            await page.goto(`${base}/leads/${id}`)
            await page.getByText("Being scored").waitFor()
            await page.getByText("History: 1 update").click()
            await page.getByLabel("Name of the deal").fill("Trailers")
            await page.getByLabel("Name of the deal").blur()
            await enrich({ status: "complete", score: 88, body: "# Yes\n\nthey do" })
            await page.getByRole("heading", { name: "Yes" }).waitFor({ timeout: 8_000 })
            assert.isTrue(
              await page.locator("#findings details").evaluate((one) => "open" in one && one.open === true)
            )
            await page.getByRole("button", { name: "Contacted: Mia" }).click()
            await page.getByText("Marked as contacted.").waitFor()
            assert.strictEqual(await status(id), "contacted")
            assert.strictEqual(await page.getByLabel("Name of the deal").inputValue(), "Trailers")
            await page.getByRole("button", { name: "Promote" }).click()
            const link = page.getByRole("link", { name: "Open the deal" })
            await link.waitFor()
            const { body } = await send("GET", `/v1/leads/${id}`)
            assert.strictEqual(await link.getAttribute("href"), `/deals/${body.dealId}`)
            const deal = await send("GET", `/v1/deals/${body.dealId}`)
            assert.strictEqual(deal.body.name, "Trailers")
            assert.strictEqual(await page.getByRole("button", { name: "Promote" }).count(), 0)
            assert.deepStrictEqual(complaints, [])
          })
        }),
      60_000
    )
  }
)
