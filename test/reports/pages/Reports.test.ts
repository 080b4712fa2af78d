import { assert, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { Browser, open } from "../../support/pages/Browser.ts"
import { inspect, weigh } from "../../support/pages/Looks.ts"
import * as SignedIn from "../../support/pages/SignedIn.ts"
import { TestService } from "../../support/server/TestService.ts"

const hostile = `"><script>window.owned = 1</script><img src=x onerror="window.owned = 2">`

const someDeals = Effect.fnUntraced(function* ({
  board,
  send
}: Effect.Success<ReturnType<typeof SignedIn.make>>) {
  yield* Effect.promise(async () => {
    const { body: stages } = await send("GET", `/v1/boards/${board.id}/stages`)
    await send("PATCH", `/v1/boards/${board.id}`, { name: `Enterprise ${hostile}`.slice(0, 80) })
    for (const [place, stage] of stages.entries()) {
      const deal = {
        boardId: board.id,
        name: `Deal ${place}`,
        amountCents: 100_000 * (place + 1),
        stageId: stage.id
      }
      assert.strictEqual((await send("POST", "/v1/deals", deal)).status, 201)
    }
  })
})

layer(Layer.merge(TestService.layer(), Browser.layer()), { excludeTestServices: true })(
  "the reports",
  (it) => {
    it.effect("show what the API reports, and can be taken along as images", () =>
      Effect.gen(function* () {
        const owner = yield* SignedIn.make()
        yield* someDeals(owner)
        yield* Effect.promise(async () => {
          const { text } = await owner.browser.open("/reports")
          const { body } = await owner.send("GET", `/v1/reports/weighted-pipeline?board_id=${owner.board.id}`)
          assert.isAbove(body.open_deal_count, 3)
          assert.include(text, `>${body.open_deal_count}</a></dd>`)
          for (const title of [
            "Months",
            "Funnel",
            "Dealboard summary",
            "This month",
            "Deals won",
            "Deal progress"
          ]) {
            assert.include(text, `<h2 class="title">${title}</h2>`)
          }
          assert.notInclude(text, "<script>window")
          const [, path = ""] = /href="(\/reports\/deals_won\/image[^"]*)"/u.exec(text) ?? []
          const cookie = `__Host-session=${owner.browser.cookies.get("__Host-session")!.value}`
          const taken = (language: string) =>
            fetch(owner.base + path.replaceAll("&amp;", "&"), {
              headers: { cookie, "accept-language": language }
            })
          const image = await taken("en")
          assert.strictEqual(image.headers.get("content-type"), "image/png")
          const bytes = new Uint8Array(await image.arrayBuffer())
          assert.deepStrictEqual([...bytes.slice(1, 4)], [...Buffer.from("PNG")])
          const german = Buffer.from(await (await taken("de")).arrayBuffer())
          assert.isFalse(german.equals(bytes), "the same image in German")
        })
      })
    )

    it.effect("show the months and the owner in their address, and lead to these deals", () =>
      Effect.gen(function* () {
        const owner = yield* SignedIn.make()
        const other = yield* (yield* TestService).member(owner.workspace.id, "member")
        yield* someDeals(owner)
        yield* Effect.promise(async () => {
          const now = new Date().toISOString().slice(0, 7)
          const deals = (text: string, words: string) =>
            [...text.matchAll(/href="(\/deals\?[^"]*)"/gu)]
              .map(([, href]) => href!.replaceAll("&#38;", "&").replaceAll("&amp;", "&"))
              .find((href) => href.includes(words))!
          const all = await owner.browser.open(`/reports?from=${now}`)
          const won = deals(all.text, "status=won")
          assert.include(won, `board=${owner.board.id}`)
          assert.include(won, `closedFrom=${now}-01`)
          const list = await owner.browser.open(won)
          assert.include(list.text, "Deal 5")
          assert.notInclude(list.text, "Deal 4<")
          const earlier = await owner.browser.open("/reports?from=2020-01&to=2020-03")
          assert.include(earlier.text, "January 2020 – March 2020")
          const none = await owner.browser.open(deals(earlier.text, "status=won"))
          assert.notInclude(none.text, "Deal 5")
          const theirs = await owner.browser.open(`/reports?from=${now}&owner=${other.id}`)
          assert.include(deals(theirs.text, "status=won"), `owner=${other.id}`)
          assert.notInclude(theirs.text, ">Funnel<")
          assert.include(theirs.text, "Choose Everyone")
          const wrong = await owner.browser.open("/reports?from=2020-13&to=May")
          assert.strictEqual(wrong.status, 200)
          assert.include(wrong.text, "Choose up to")
        })
      })
    )

    it.effect("show sums that no JavaScript number holds", () =>
      Effect.gen(function* () {
        const owner = yield* SignedIn.make()
        yield* Effect.promise(async () => {
          for (const name of ["One", "Two"]) {
            const deal = { boardId: owner.board.id, name, amountCents: Number.MAX_SAFE_INTEGER }
            assert.strictEqual((await owner.send("POST", "/v1/deals", deal)).status, 201)
          }
          const { status, text } = await owner.browser.open("/reports")
          assert.strictEqual(status, 200)
          assert.include(text, "$180.14T")
        })
      })
    )

    it.effect("say so if there is no such board or report", () =>
      Effect.gen(function* () {
        const owner = yield* SignedIn.make()
        const stranger = yield* SignedIn.make()
        yield* Effect.promise(async () => {
          const foreign = await owner.browser.open(`/reports?board=${stranger.board.id}`)
          assert.strictEqual(foreign.status, 404)
          const wrong = await owner.browser.open("/reports?board=nothing")
          assert.strictEqual(wrong.status, 400)
          assert.strictEqual((await owner.browser.open("/reports/nothing/image")).status, 400)
        })
      })
    )

    it.effect(
      "are accessible, load little, and shift nothing",
      () =>
        Effect.gen(function* () {
          const owner = yield* SignedIn.make()
          yield* someDeals(owner)
          const { complaints, page } = yield* open(yield* Browser)
          yield* SignedIn.inChromium(page, owner)
          yield* Effect.promise(async () => {
            await page.goto(`${owner.base}/reports`)
            await page.getByRole("heading", { name: "Deal progress" }).waitFor()
            await inspect(page, "reports")
            await weigh(page, `${owner.base}/reports`)
            assert.isUndefined(await page.evaluate("window.owned"))
            assert.deepStrictEqual(complaints, [])
          })
        }),
      60_000
    )
  }
)
