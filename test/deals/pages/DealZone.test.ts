/** Without scripts and without a saved zone, pages show times in the workspace's zone. */
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { submit } from "../../support/pages/Acting.ts"
import * as SignedIn from "../../support/pages/SignedIn.ts"
import { TestService } from "../../support/server/TestService.ts"

const settings = "/settings/workspace"

layer(TestService.layer(), { excludeTestServices: true })("a time on a deal's page", (it) => {
  it.effect("is in the workspace's zone, which it names, and in the reader's once one is saved", () =>
    Effect.gen(function* () {
      const { board, browser, send } = yield* SignedIn.make()
      yield* Effect.promise(async () => {
        await submit(browser, settings, settings, { name: "Kolkata", timeZone: "Asia/Kolkata" })
        const { body } = await send("POST", "/v1/deals", {
          boardId: board.id,
          name: "A",
          nextStepAt: "2026-05-08T20:00:00Z"
        })
        const page = async () => (await browser.open(`/deals/${body.id}`)).text
        const shown = await page()
        assert.match(shown, /9 May 2026[^<]*01:30 Asia\/Kolkata/u)
        // The field of the form asks for the same day.
        assert.match(shown, /name="nextStepAt"[^>]*value="2026-05-09"/u)
        await submit(browser, "/account", "/account/reading", { language: "en", zone: "Europe/Berlin" })
        const own = await page()
        assert.match(own, /8 May 2026[^<]*22:00</u)
        assert.notInclude(own, "Asia/Kolkata")
      })
    })
  )
})
