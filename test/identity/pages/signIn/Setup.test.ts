import { assert, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import type { Page } from "playwright-core"
import { Browser, open } from "../../../support/pages/Browser.ts"
import { inspect, weigh } from "../../../support/pages/Looks.ts"
import { eventually, makeReceiver } from "../../../support/fakes/Receiver.ts"
import * as SignedIn from "../../../support/pages/SignedIn.ts"
import { TestService } from "../../../support/server/TestService.ts"

/** The next automatic retry is hours away. */
const settings = { OUTBOUND_ALLOW_PRIVATE: "true", WEBHOOK_RETRY_SCALE: "1000" }

const pages = Layer.merge(TestService.layer(settings), Browser.layer())

const hostile = `<script>window.owned = 1</script><img src=x onerror="window.owned = 2">`

const opened = Effect.fnUntraced(function* () {
  const owner = yield* SignedIn.make()
  const visit = yield* open(yield* Browser)
  yield* SignedIn.inChromium(visit.page, owner)
  return { ...owner, ...visit, settings: `${owner.base}/settings` }
})

/** Presses a text's copy button, and returns the clipboard. */
const copy = async (page: Page, id: string) => {
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"])
  await page.locator(`[data-copies="${id}"]`).click()
  await page.getByText("Copied.").waitFor()
  return (await page.evaluate("navigator.clipboard.readText()")) as string
}

layer(pages, { excludeTestServices: true })("the settings in Chromium", (it) => {
  it.effect(
    "open the ways in for leads, copy their addresses and snippets, and look right",
    () =>
      Effect.gen(function* () {
        const { board, complaints, page, send, settings, user } = yield* opened()
        yield* Effect.promise(async () => {
          const at = `${settings}/intake/${board.id}`
          await page.goto(at)
          await inspect(page, "intake-closed")
          await page.getByRole("button", { name: "Open" }).first().click()
          await page.getByText("Opened.").waitFor()
          await page.getByRole("button", { name: "Open" }).click()
          await page.getByText("HTTP address").waitFor()
          await inspect(page, "intake")
          await weigh(page, at)
          const url = await copy(page, "form-url")
          assert.match(url, /^http:\/\/127\.0\.0\.1:\d+\/f\/[0-9a-v]{52}$/u)
          const form = await copy(page, "form-html")
          assert.include(form, `<form method="post" action="${url}">\n  <label>Name`)
          await page.getByLabel("Default owner").selectOption(user.id)
          await page.getByRole("button", { name: "Save owner" }).click()
          await page.getByText("Default owner saved.").waitFor()
          await page.getByText("Replace this contact page").first().focus()
          await page.keyboard.press("Enter")
          await inspect(page, "intake-replace")
          await send("POST", "/v1/boards", { name: "A second board" })
          await page.goto(`${settings}/intake`)
          await inspect(page, "intake-boards")
          assert.deepStrictEqual(complaints, [])
        })
      }),
    240_000
  )

  it.effect(
    "subscribe, copy the secret, show a delivery, send it again, and look right",
    () =>
      Effect.gen(function* () {
        const { base, board, complaints, page, send, settings, workspace } = yield* opened()
        const viewer = yield* (yield* TestService).member(workspace.id, "viewer")
        const theirs = { base, browser: yield* SignedIn.browserOf(viewer.id) }
        const receiver = yield* makeReceiver((_received, response, count) => {
          response.writeHead(count === 0 ? 503 : 200).end(`${hostile} ${"long ".repeat(300)}`)
        })
        yield* Effect.promise(async () => {
          await page.goto(`${settings}/webhooks`)
          await inspect(page, "webhooks-none")
          await page.getByRole("button", { name: "Continue" }).click()
          await page.getByLabel("URL").fill("http://192.0.43.8/hooks")
          await page.getByLabel("Label").fill(hostile.slice(0, 80))
          await page.getByRole("button", { name: "Subscribe" }).click()
          await page.locator("[name=events][aria-invalid]:focus").waitFor()
          await inspect(page, "webhook-new")
          await page.getByLabel("URL").fill(receiver.url)
          await page.getByLabel("deal.created").check()
          await page.getByLabel("deal.stage_changed").check()
          await page.getByLabel("Verbal").check()
          await page.getByRole("button", { name: "Subscribe" }).click()
          await page.getByRole("heading", { name: "The subscription is ready" }).waitFor()
          await inspect(page, "webhook-secret")
          assert.match(await copy(page, "secret"), /^whsec_[A-Za-z0-9+/]{43}=$/u)
          await page.getByRole("link", { name: "Open subscription" }).click()
          await page.getByText("No deliveries yet.").waitFor()
        })
        yield* Effect.promise(() => send("POST", "/v1/deals", { boardId: board.id, name: hostile }))
        yield* eventually(() => receiver.received[0])
        yield* Effect.promise(async () => {
          // It appears on the open page.
          await page.getByRole("cell", { name: "503" }).waitFor()
          await inspect(page, "webhook")
          await weigh(page, page.url())
          await page.getByRole("link", { name: "deal.created" }).click()
          await page.getByText("The receiver answered 503.").waitFor()
          await inspect(page, "delivery")
          await weigh(page, page.url())
          assert.include(await copy(page, "body"), '"event": "deal.created"')
          await page.getByRole("button", { name: "Resend" }).click()
          await page.getByText("delivered", { exact: true }).waitFor()
          await inspect(page, "delivery-again")
          assert.strictEqual(receiver.received.length, 2)
          await page.getByRole("link", { name: "<script>" }).click()
          await page.getByText("Delete this subscription").first().click()
          await page.getByText("Rotate secret now").first().click()
          await inspect(page, "webhook-ending")
          assert.isUndefined(await page.evaluate("window.owned"))
        })
        yield* SignedIn.inChromium(page, theirs)
        yield* Effect.promise(async () => {
          await page.goto(`${settings}/webhooks`)
          await inspect(page, "webhooks-viewer")
          await page.getByRole("link", { name: "<script>" }).click()
          await inspect(page, "webhook-viewer")
          // Chromium logs statuses of 400 and above.
          assert.deepStrictEqual(
            complaints.filter((text) => !text.startsWith("Failed to load resource")),
            []
          )
        })
      }),
    240_000
  )
})
