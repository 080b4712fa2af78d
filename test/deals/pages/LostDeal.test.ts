import { assert, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { Browser, open } from "../../support/pages/Browser.ts"
import * as SignedIn from "../../support/pages/SignedIn.ts"
import { TestService } from "../../support/server/TestService.ts"

layer(Layer.merge(TestService.layer(), Browser.layer()), { excludeTestServices: true })(
  "a lost deal",
  (it) => {
    it.effect(
      "is asked for its reason at the button of its stage",
      () =>
        Effect.gen(function* () {
          const owner = yield* SignedIn.make()
          const { complaints, page } = yield* open(yield* Browser, { viewport: { width: 1280, height: 800 } })
          yield* SignedIn.inChromium(page, owner)
          yield* Effect.promise(async () => {
            const deal = { boardId: owner.board.id, name: "Fleet", amountCents: 100 }
            const { body } = await owner.send("POST", "/v1/deals", deal)
            await page.goto(`${owner.base}/deals/${body.id}`)
            const button = page.locator(".steps .dead button")
            await button.click()
            const [at, asked] = [await button.boundingBox(), await page.locator("#losing").boundingBox()]
            const gap = asked!.y - (at!.y + at!.height)
            assert.isTrue(gap >= 0 && gap < 16, `${gap} pixels below the button`)
            assert.isAtMost(asked!.x + asked!.width, 1280)
            assert.isBelow(asked!.x, at!.x + at!.width)
            await page.locator("#losing input[name=lostReason]").fill("Too expensive")
            await page.locator("#losing button").click()
            await page.locator(".steps .dead.here").waitFor()
            const lost = (await owner.send("GET", `/v1/deals/${body.id}`)).body
            assert.deepStrictEqual([lost.stage.region, lost.lostReason], ["dead", "Too expensive"])
            assert.deepStrictEqual(complaints, [])
          })
        }),
      60_000
    )

    it.effect(
      "is asked for its reason in the list, too, if the chosen stage is the dead one",
      () =>
        Effect.gen(function* () {
          const owner = yield* SignedIn.make()
          const { complaints, page } = yield* open(yield* Browser)
          yield* SignedIn.inChromium(page, owner)
          yield* Effect.promise(async () => {
            const deal = { boardId: owner.board.id, name: "Fleet", amountCents: 100 }
            const { body } = await owner.send("POST", "/v1/deals", deal)
            await page.goto(`${owner.base}/deals?board=${owner.board.id}`)
            await page.locator(`input[name=deal][value="${body.id}"]`).check()
            const reason = page.locator("#bulk-reason")
            assert.isFalse(await reason.isVisible())
            await page.locator("#bulk-stage").selectOption({ label: "Dead" })
            await reason.fill("No budget")
            await page.locator("button[name=do][value=move]").click()
            await page.getByText("1 deal changed.").waitFor()
            const lost = (await owner.send("GET", `/v1/deals/${body.id}`)).body
            assert.deepStrictEqual([lost.stage.region, lost.lostReason], ["dead", "No budget"])
            assert.deepStrictEqual(complaints, [])
          })
        }),
      60_000
    )
  }
)
