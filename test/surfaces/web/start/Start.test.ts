import { assert, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { Browser, open } from "../../../support/pages/Browser.ts"
import { inspect } from "../../../support/pages/Looks.ts"
import * as SignedIn from "../../../support/pages/SignedIn.ts"
import { TestService } from "../../../support/server/TestService.ts"

layer(TestService.layer())("an empty board", (it) => {
  it.effect("loads an example, marked as one, and empties it without touching other deals", () =>
    Effect.gen(function* () {
      const { board, browser, send } = yield* SignedIn.make()
      const at = `/boards/${board.id}`
      const deals = async () => (await send("GET", "/v1/deals?status=all&limit=100")).body.data
      yield* Effect.promise(async () => {
        const empty = await browser.open(at)
        assert.include(empty.text, "Start here")
        const filled = await browser.submitTo(empty, `${at}/example`)
        assert.include(filled.text, "10 example deals on the board.")
        assert.notInclude(filled.text, "Start here")
        const loaded = await deals()
        assert.lengthOf(loaded, 10)
        assert.isTrue(loaded.every(({ labels }: { labels: Array<string> }) => labels.includes("Example")))
        const own = await send("POST", "/v1/deals", { boardId: board.id, name: "Mine", labels: ["Example"] })
        assert.strictEqual(own.status, 201)
        const emptied = await browser.submitTo(filled, `${at}/example/remove`)
        assert.include(emptied.text, "10 example deals removed.")
        assert.deepStrictEqual(
          (await deals()).map(({ name }: { name: string }) => name),
          ["Mine"]
        )
      })
    })
  )

  it.effect("makes a key for an agent by one click, with the entry for a client", () =>
    Effect.gen(function* () {
      const { board, browser } = yield* SignedIn.make()
      yield* Effect.promise(async () => {
        const made = await browser.submitTo(await browser.open(`/boards/${board.id}`), "/settings/keys")
        assert.include(made.text, "The key Agent is ready")
        assert.include(made.text, "mcpServers")
      })
    })
  )

  it.effect("says nothing of it to a search that finds none", () =>
    Effect.gen(function* () {
      const { board, browser } = yield* SignedIn.make()
      yield* Effect.promise(async () => {
        assert.notInclude((await browser.open(`/boards/${board.id}?q=nothing`)).text, "Start here")
      })
    })
  )
})

const inChromium = Layer.merge(TestService.layer(), Browser.layer())

layer(inChromium, { excludeTestServices: true })("an empty board in Chromium", (it) => {
  it.effect(
    "is accessible, with its example too",
    () =>
      Effect.gen(function* () {
        const owner = yield* SignedIn.make()
        const { complaints, page } = yield* open(yield* Browser)
        yield* SignedIn.inChromium(page, owner)
        yield* Effect.promise(async () => {
          await page.goto(`${owner.base}/boards`)
          await inspect(page, "start")
          await page.getByRole("button", { name: "Load examples" }).click()
          await page.getByText("10 example deals on the board.").waitFor()
          await inspect(page, "start-example")
          assert.deepStrictEqual(complaints, [])
        })
      }),
    60_000
  )
})
