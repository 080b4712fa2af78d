import { assert, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import type { Page } from "playwright-core"
import { Browser, open } from "../../support/pages/Browser.ts"
import * as SignedIn from "../../support/pages/SignedIn.ts"
import { fill } from "../../support/samples/DealSamples.ts"
import { TestService } from "../../support/server/TestService.ts"

type Place = readonly [x: number, y: number]

/** A finger on the page. */
const finger = async (page: Page) => {
  const client = await page.context().newCDPSession(page)
  const send = (
    type: "touchStart" | "touchMove" | "touchEnd" | "touchCancel",
    places: ReadonlyArray<Place>
  ) =>
    client.send("Input.dispatchTouchEvent", {
      type,
      touchPoints: places.map(([x, y]) => ({ x: Math.round(x), y: Math.round(y) }))
    })
  return {
    down: (at: Place) => send("touchStart", [at]),
    move: async ([fromX, fromY]: Place, [x, y]: Place) => {
      for (const part of [0.1, 0.4, 0.7, 1]) {
        await send("touchMove", [[fromX + (x - fromX) * part, fromY + (y - fromY) * part]])
      }
    },
    up: () => send("touchEnd", []),
    cancel: () => send("touchCancel", [])
  }
}

const middle = async (page: Page, selector: string, text: string): Promise<Place> => {
  const { height, width, x, y } = (await page.locator(selector, { hasText: text }).first().boundingBox())!
  return [x + width / 2, y + height / 2]
}

/** A filled board on a touch screen. */
const looking = Effect.fnUntraced(function* (width: number) {
  const owner = yield* SignedIn.make()
  const [id] = yield* fill(owner)
  const viewport = { width, height: 900 }
  const { complaints, page } = yield* open(yield* Browser, { hasTouch: true, isMobile: true, viewport })
  yield* SignedIn.inChromium(page, owner)
  yield* Effect.promise(() => page.goto(`${owner.base}/boards`))
  const stage = () => owner.send("GET", `/v1/deals/${id}`).then(({ body }) => body.stage.name as string)
  return { complaints, page, stage, hand: yield* Effect.promise(() => finger(page)) }
})

const held = (page: Page) => page.locator(".deal.dragged", { hasText: "Depot expansion" }).waitFor()

const inChromium = Layer.merge(TestService.layer(), Browser.layer())

layer(inChromium, { excludeTestServices: true })("the board on a touch screen", (it) => {
  it.effect(
    "moves a deal that is held and dragged, anywhere onto a stage",
    () =>
      Effect.gen(function* () {
        const { complaints, hand, page, stage } = yield* looking(1200)
        yield* Effect.promise(async () => {
          const from = await middle(page, ".deal", "Depot expansion")
          const onto = await middle(page, ".lane .head", "Qualified")
          await hand.down(from)
          await held(page)
          await hand.move(from, onto)
          await page.locator(".lane.over", { hasText: "Qualified" }).waitFor()
          await hand.up()
          await page.locator("#said", { hasText: "Depot expansion is in Qualified." }).waitFor()
          assert.strictEqual(await stage(), "Qualified")
          assert.strictEqual(await page.locator(".dragged, .over, [data-busy], [style]").count(), 0)
          assert.isTrue(page.url().includes("/boards/"))
          assert.deepStrictEqual(complaints, [])
        })
      }),
    60_000
  )

  it.effect(
    "scrolls on to stages out of sight while a deal is held at the edge",
    () =>
      Effect.gen(function* () {
        const { hand, page, stage } = yield* looking(420)
        yield* Effect.promise(async () => {
          const from = await middle(page, ".deal", "Depot expansion")
          await hand.down(from)
          await held(page)
          const [, y] = await middle(page, ".lane .head", "New")
          await hand.move(from, [395, y])
          await page.locator(".closed .lane.over").waitFor()
          await hand.up()
          await page.locator("#said", { hasText: "Depot expansion is in" }).waitFor()
          assert.include(["Won", "Dead"], await stage())
        })
      }),
    60_000
  )

  it.effect(
    "moves nothing by a swipe",
    () =>
      Effect.gen(function* () {
        const { complaints, hand, page, stage } = yield* looking(1200)
        yield* Effect.promise(async () => {
          // On a busy machine a swipe would be slow enough to be taken for a finger that rests.
          await page.clock.install()
          await page.reload()
          await page.clock.pauseAt(Date.now() + 60_000)
          const from = await middle(page, ".deal", "Depot expansion")
          await hand.down(from)
          await hand.move(from, await middle(page, ".lane .head", "Qualified"))
          await page.clock.runFor(1_000)
          assert.strictEqual(await page.locator(".dragged, .over").count(), 0)
          await hand.up()
          assert.strictEqual(await stage(), "New")
          assert.deepStrictEqual(complaints, [])
        })
      }),
    60_000
  )

  it.effect(
    "moves nothing by a touch that is cut short, or a drop beside the stages",
    () =>
      Effect.gen(function* () {
        const { complaints, hand, page, stage } = yield* looking(1200)
        yield* Effect.promise(async () => {
          const from = await middle(page, ".deal", "Depot expansion")
          const onto = await middle(page, ".lane .head", "Qualified")
          await hand.down(from)
          await held(page)
          await hand.move(from, onto)
          await hand.cancel()
          await page.locator(".dragged, .over, [data-busy]").first().waitFor({ state: "detached" })
          await hand.down(from)
          await held(page)
          await hand.move(from, [from[0], 5])
          await hand.up()
          await page.locator(".dragged, .over, [data-busy]").first().waitFor({ state: "detached" })
          assert.strictEqual(await stage(), "New")
          assert.deepStrictEqual(complaints, [])
        })
      }),
    60_000
  )
})
