import { assert, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { Browser, open } from "../../support/pages/Browser.ts"
import * as SignedIn from "../../support/pages/SignedIn.ts"
import { run as admin } from "../../support/server/Admin.ts"
import { TestService } from "../../support/server/TestService.ts"

const start = Effect.gen(function* () {
  const owner = yield* SignedIn.make()
  const { board, send } = owner
  const id = yield* Effect.promise(
    async () => (await send("POST", "/v1/deals", { boardId: board.id, name: "Fleet" })).body.id as string
  )
  const notes = async () =>
    (await send("GET", `/v1/deals/${id}/notes`)).body.data
      .map(({ contentText }: { contentText: string }) => contentText)
      .toReversed()
  return { ...owner, id, notes }
})

layer(Layer.merge(TestService.layer(), Browser.layer()), { excludeTestServices: true })(
  "the notes of a deal",
  (it) => {
    it.effect(
      "are kept one by one, however quickly one follows the other",
      () =>
        Effect.gen(function* () {
          const owner = yield* start
          const { base, id, notes } = owner
          const { complaints, page } = yield* open(yield* Browser)
          yield* SignedIn.inChromium(page, owner)
          yield* Effect.promise(async () => {
            await page.goto(`${base}/deals/${id}`)
            const area = page.getByLabel("Add a note")
            // Nothing is answered until both are sent, and the second is begun before the first is there.
            let answer = () => {}
            const both = new Promise<void>((resolve) => {
              answer = resolve
            })
            await page.route("**/notes", async (route) => {
              await both
              await route.continue()
            })
            await area.fill("First")
            await area.press("Control+Enter")
            assert.strictEqual(await area.inputValue(), "")
            await area.press("Control+Enter")
            await area.fill("Second")
            await area.press("Control+Enter")
            await area.fill("A third, half typed")
            answer()
            await page.locator(".note", { hasText: "Second" }).waitFor()
            assert.deepStrictEqual(await notes(), ["First", "Second"])
            assert.strictEqual(await area.inputValue(), "A third, half typed")
            assert.deepStrictEqual(complaints, [])
          })
        }),
      60_000
    )

    it.effect(
      "are there again where they were refused, before what was typed meanwhile",
      () =>
        Effect.gen(function* () {
          const owner = yield* start
          const { base, id, notes } = owner
          const { page } = yield* open(yield* Browser)
          yield* SignedIn.inChromium(page, owner)
          yield* Effect.promise(async () => {
            await page.goto(`${base}/deals/${id}`)
            const area = page.getByLabel("Add a note")
            await page.route("**/notes", (route) => route.abort())
            await area.fill("First")
            await area.press("Control+Enter")
            await page.getByText("The service cannot be reached.").waitFor()
            assert.strictEqual(await area.inputValue(), "First")
            await page.unroute("**/notes")
            await page.reload()
            assert.strictEqual(await area.inputValue(), "First")
            await area.press("Control+Enter")
            await page.locator(".note", { hasText: "First" }).waitFor()
            assert.deepStrictEqual(await notes(), ["First"])
            await page.reload()
            assert.strictEqual(await area.inputValue(), "")
          })
        }),
      60_000
    )

    it.effect("tell of owners who left as such", () =>
      Effect.gen(function* () {
        const { browser, id, send, user, workspace } = yield* start
        const colleague = yield* (yield* TestService).member(workspace.id, "member")
        for (const ownerId of [colleague.id, user.id])
          yield* Effect.promise(() => send("PATCH", `/v1/deals/${id}`, { ownerId }))
        yield* admin("member remove", { workspace: workspace.id, user: colleague.id })
        const { text } = yield* Effect.promise(() => browser.open(`/deals/${id}`))
        assert.include(text, "changed the owner from someone who left to Owner")
        assert.notInclude(text, "from …")
      })
    )
  }
)
