import { assert, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { Browser, open } from "../../support/pages/Browser.ts"
import * as SignedIn from "../../support/pages/SignedIn.ts"
import { fill, stagesOf } from "../../support/samples/DealSamples.ts"
import { TestService } from "../../support/server/TestService.ts"

const furnished = Effect.gen(function* () {
  const owner = yield* SignedIn.make()
  yield* fill(owner, 2)
  const [first, second] = yield* stagesOf(owner)
  return { ...owner, first: first!, second: second!, at: `/settings/boards/${owner.board.id}` }
})

layer(TestService.layer(), { excludeTestServices: true })("a stage with deals", (it) => {
  it.effect("that is removed says how many it holds, and asks at once where they go", () =>
    Effect.gen(function* () {
      const { at, browser, first, second, send } = yield* furnished
      yield* Effect.promise(async () => {
        const page = await browser.open(at)
        assert.include(page.text, "2 deals")
        const asked = await browser.submitTo(page, `${at}/stages`, { do: `drop ${first.id}` })
        assert.match(asked.text, /It has 2 deals: choose below\s+where\s+they\s+go\./u)
        assert.include(asked.text, `Deals of “${first.name}” go to`)
        const saved = await browser.submitTo(asked, `${at}/stages`, { do: "save", to: second.id })
        assert.include(saved.text, "Stages saved.")
        const { body } = await send("GET", `/v1/deals?stageId=${second.id}`)
        assert.lengthOf(body.data, 2)
      })
    })
  )

  it.effect("and one without deals is removed without a question", () =>
    Effect.gen(function* () {
      const { at, browser, second } = yield* furnished
      yield* Effect.promise(async () => {
        const page = await browser.submitTo(await browser.open(at), `${at}/stages`, {
          do: `drop ${second.id}`
        })
        assert.include(page.text, "is removed. Unsaved changes.")
        assert.notInclude(page.text, "go to</label>")
      })
    })
  )
})

const inChromium = Layer.merge(TestService.layer(), Browser.layer())

layer(inChromium, { excludeTestServices: true })("unsaved stages", (it) => {
  it.effect(
    "are not left unasked, but are saved and discarded so",
    () =>
      Effect.gen(function* () {
        const owner = yield* furnished
        const { complaints, page } = yield* open(yield* Browser)
        yield* SignedIn.inChromium(page, owner)
        yield* Effect.promise(async () => {
          const name = page.locator("#stages input[name=name]").first()
          await page.goto(owner.base + owner.at)
          await name.fill("Fresh")
          // The browser of the tests answers that it stays.
          await page.getByRole("link", { name: "Leads" }).click()
          assert.strictEqual(await name.inputValue(), "Fresh")
          assert.strictEqual(new URL(page.url()).pathname, owner.at)
          const asked = complaints.filter((text) => text.startsWith("dialog"))
          assert.lengthOf(asked, 1)
          await page.getByRole("button", { name: "Save stages" }).click()
          await page.getByText("Stages saved.").waitFor()
          await name.fill("Fresher")
          await page.getByRole("link", { name: "Discard changes" }).click()
          await page.locator("#stages input[name=name][value=Fresh]").waitFor()
          assert.lengthOf(
            complaints.filter((text) => text.startsWith("dialog")),
            1
          )
        })
      }),
    60_000
  )
})
