import { assert, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { Browser, open } from "../../support/pages/Browser.ts"
import { fill } from "../../support/samples/DealSamples.ts"
import { inspect } from "../../support/pages/Looks.ts"
import * as SignedIn from "../../support/pages/SignedIn.ts"
import { TestService } from "../../support/server/TestService.ts"

const inChromium = Layer.merge(TestService.layer(), Browser.layer())

layer(inChromium, { excludeTestServices: true })("deleted deals", (it) => {
  it.effect("are listed with who deleted them and restored without scripts, by those who may", () =>
    Effect.gen(function* () {
      const { board, browser, send, workspace } = yield* SignedIn.make()
      const theirs = yield* SignedIn.make()
      const viewer = yield* (yield* TestService).member(workspace.id, "viewer")
      const looking = yield* SignedIn.browserOf(viewer.id)
      yield* Effect.promise(async () => {
        const name = 'Fleet <b>"audit"</b>'
        const { body: deal } = await send("POST", "/v1/deals", { boardId: board.id, name, company: "Acme" })
        assert.include((await browser.open("/deals/deleted")).text, "No deals were deleted")
        await send("DELETE", `/v1/deals/${deal.id}`, undefined, { agent: "Scout/1.2" })
        assert.include((await browser.open(`/boards/${board.id}`)).text, 'href="/deals/deleted"')
        const page = await browser.open("/deals/deleted")
        assert.include(page.text, "Fleet &lt;b&gt;&quot;audit&quot;&lt;/b&gt;")
        assert.include(
          page.text.replaceAll(/\s+/gu, " "),
          "by Scout, for Owner, with the API key “First key”"
        )
        const foreign = await theirs.browser.open("/deals/deleted")
        assert.include(foreign.text, "No deals were deleted")
        assert.strictEqual((await looking.open("/deals/deleted")).status, 403)
        assert.notInclude((await looking.open(`/boards/${board.id}?deleted=${deal.id}`)).text, "is deleted")
        assert.notInclude((await browser.open(`/boards/${board.id}?deleted='--`)).text, "is deleted")
        const back = await browser.submitTo(page, `/deals/${deal.id}/restore`)
        assert.include(back.text, "Deal restored.")
        assert.strictEqual((await send("GET", `/v1/deals/${deal.id}`)).body.name, name)
        const again = await browser.submitTo(page, `/deals/${deal.id}/restore`)
        assert.strictEqual(again.status, 200)
      })
    })
  )

  it.effect("say why one can't be restored, and page through many", () =>
    Effect.gen(function* () {
      const { board, browser, send } = yield* SignedIn.make("free")
      yield* Effect.promise(async () => {
        const create = async (name: string) => {
          const { body, status } = await send("POST", "/v1/deals", { boardId: board.id, name })
          assert.strictEqual(status, 201)
          return body.id as string
        }
        for (let index = 0; index < 60; index++)
          await send("DELETE", `/v1/deals/${await create(`Old ${index}.`)}`)
        for (let index = 0; index < 100; index++) await create("New")
        const first = await browser.open("/deals/deleted")
        assert.include(first.text, "Old 59.")
        assert.notInclude(first.text, "Old 9.")
        const [, next = ""] = /href="(\/deals\/deleted\?[^"]+)"/u.exec(first.text) ?? []
        const second = await browser.open(next.replaceAll("&amp;", "&"))
        assert.include(second.text, "Old 9.")
        assert.notInclude(second.text, "Old 59.")
        const [action = ""] = /\/deals\/[\w-]{36}\/restore/u.exec(second.text) ?? []
        const refused = await browser.submitTo(second, action)
        assert.strictEqual(refused.status, 403)
        assert.include(refused.text, "The free plan allows 100 active deals.")
        assert.include(refused.text, "<h1>Deleted deals</h1>")
      })
    })
  )

  it.effect(
    "look right, in the list and where one was just deleted",
    () =>
      Effect.gen(function* () {
        const owner = yield* SignedIn.make()
        const [first, second] = yield* fill(owner, 8)
        const { complaints, page } = yield* open(yield* Browser)
        yield* SignedIn.inChromium(page, owner)
        yield* Effect.promise(async () => {
          const long =
            "A deal with a name of quite some length that goes on for a while yet and does not end here"
          await owner.send("PATCH", `/v1/deals/${second}`, {
            name: long,
            company: "Société générale des ports"
          })
          await owner.send("DELETE", `/v1/deals/${second}`, undefined, { agent: "Scout/1.2" })
          await page.goto(`${owner.base}/deals/${first}/edit`)
          await page.getByText("Delete this deal").click()
          await page.getByRole("button", { name: "Delete deal" }).click()
          await page.getByText("This deal was deleted.").waitFor()
          await inspect(page, "board-deleted")
          await page.getByRole("link", { name: "Deleted deals" }).click()
          await page.getByRole("heading", { name: "Deleted deals" }).waitFor()
          await inspect(page, "deals-deleted")
          await page.getByRole("button", { name: `Restore ${long}` }).click()
          await page.getByText("Deal restored.").waitFor()
          assert.deepStrictEqual(complaints, [])
        })
      }),
    120_000
  )
})
