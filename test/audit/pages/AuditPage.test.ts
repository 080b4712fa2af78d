import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import * as SignedIn from "../../support/pages/SignedIn.ts"
import { TestService } from "../../support/server/TestService.ts"

const path = "/settings/audit"

const plain = (text: string) =>
  text
    .slice(text.indexOf("<main"))
    .replaceAll(/<[^>]*>/gu, "")
    .replaceAll("&quot;", '"')
    .replaceAll(/\s+/gu, " ")

layer(TestService.layer(), { excludeTestServices: true })("the page of the audit log", (it) => {
  it.effect("tells in plain words what was done, and filters by its address", () =>
    Effect.gen(function* () {
      const { board, browser, send } = yield* SignedIn.make()
      const deal = (yield* Effect.promise(() =>
        send("POST", "/v1/deals", { boardId: board.id, name: "Acme <b>" }, { agent: "Scout/1.2" })
      )).body
      yield* Effect.promise(() => send("PATCH", `/v1/deals/${deal.id}`, { keyTerms: "Net 30" }))
      const open = (query = "") => Effect.promise(() => browser.open(path + query))
      const whole = plain((yield* open()).text)
      assert.include(whole, "Scout, for Owner · Create a deal")
      assert.include(whole, "over the API, with the API key “First key”")
      assert.include(whole, "key terms: nothing → “Net 30”")
      assert.include(whole, "name: “Acme &lt;b&gt;”")
      assert.include(whole, "The operator · Create a workspace")
      const narrow = plain((yield* open(`?target=${deal.id}&operation=deals.update`)).text)
      assert.include(narrow, "Update a deal")
      assert.notInclude(narrow, "Create a deal")
      assert.include(plain((yield* open("?outcome=failed")).text), "No matching entries.")
      const odd = yield* open("?since=yesterday&outcome=x&target=%00&cursor=")
      assert.strictEqual(odd.status, 200)
      assert.include(plain(odd.text), "Create a deal")
      const feed = plain((yield* Effect.promise(() => browser.open(`/deals/${deal.id}`))).text)
      assert.include(feed, "Scout, for Owner")
    })
  )

  it.effect("is for admins alone", () =>
    Effect.gen(function* () {
      const service = yield* TestService
      const { workspace } = yield* SignedIn.make()
      const viewer = yield* service.member(workspace.id, "viewer")
      const browser = yield* SignedIn.browserOf(viewer.id)
      const page = yield* Effect.promise(() => browser.open(path))
      assert.strictEqual(page.status, 403)
      assert.include(page.text, "Only admins")
    })
  )
})
