import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import * as SignedIn from "../../support/pages/SignedIn.ts"
import { TestService } from "../../support/server/TestService.ts"

layer(TestService.layer({ OUTBOUND_ALLOW_PRIVATE: "true" }))("the log of deliveries", (it) => {
  it.effect("shows those that were given up, and sends them all again", () =>
    Effect.gen(function* () {
      const { board, browser, send, workspace } = yield* SignedIn.make()
      const sql = yield* SqlClient.SqlClient
      const made = yield* Effect.promise(() =>
        send("POST", "/v1/webhooks", { boardId: board.id, url: "http://127.0.0.1:9/x", events: ["deal.won"] })
      )
      const at = `/settings/webhooks/${made.body.id}`
      for (let index = 0; index < 2; index++) {
        yield* Effect.promise(() => send("POST", `/v1/webhooks/${made.body.id}/test`))
      }
      const [first] = yield* sql<{
        id: string
      }>`SELECT id FROM deliveries WHERE workspace_id = ${workspace.id}`
      // Nobody listens there, so that those sent by hand are given up sooner or later; here it is at once.
      yield* sql`UPDATE deliveries SET status = 'failed' WHERE workspace_id = ${workspace.id}`
      yield* sql`UPDATE deliveries SET status = 'delivered'
        WHERE workspace_id = ${workspace.id} AND id = ${first!.id}`
      yield* Effect.promise(async () => {
        const all = await browser.open(at)
        assert.lengthOf(all.text.match(/webhook\.test<\/a>/gu)!, 2)
        assert.isFalse(all.forms.some(({ action }) => action === `${at}/resend-failed`))
        const failed = await browser.open(`${at}?status=failed`)
        assert.lengthOf(failed.text.match(/webhook\.test<\/a>/gu)!, 1)
        const done = await browser.submitTo(failed, `${at}/resend-failed`)
        assert.include(done.text, "One delivery is being resent.")
        assert.include((await browser.open(`${at}?status=pending&x`)).text, "Of the newest 100.")
        assert.strictEqual((await browser.open(`${at}?status=nonsense`)).status, 200)
      })
    })
  )
})
