import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import * as SignedIn from "../../support/pages/SignedIn.ts"
import { TestService } from "../../support/server/TestService.ts"

const lists = [
  "/approvals",
  "/deals/deleted",
  "/deals",
  "/leads",
  "/settings/audit",
  "/settings/boards",
  "/settings/webhooks"
]

layer(TestService.layer(), { excludeTestServices: true })("a page of a list that is no more", (it) => {
  it.effect("is the first one, which says so", () =>
    Effect.gen(function* () {
      const { board, browser, send } = yield* SignedIn.make()
      const hook = { boardId: board.id, url: "https://192.0.43.8/hooks", events: ["deal.won"] }
      yield* Effect.promise(async () => {
        const { body } = await send("POST", "/v1/webhooks", hook)
        for (const path of [...lists, `/settings/webhooks/${body.id}`]) {
          const whole = await browser.open(path)
          assert.strictEqual(whole.status, 200, path)
          const page = await browser.open(`${path}?cursor=made-up`)
          assert.strictEqual(page.status, 400, path)
          assert.include(page.text, "Showing the first page.", path)
          const heading = /<h1>[^<]*/u
          assert.strictEqual(heading.exec(page.text)?.[0], heading.exec(whole.text)?.[0], path)
        }
      })
    })
  )
})
