/** docs/examples/gmail-panel: its stand-in page, and the extension itself in Chromium, with a page in the place of Gmail. */
import { assert, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { readFileSync } from "node:fs"
import { resolve } from "node:path"
import { chromium, type Frame, type FrameLocator, type Page } from "playwright-core"
import { samples } from "../../src/deals/rules/SampleDeals.ts"
import * as Example from "../support/examples/Example.ts"
import { Browser, executable, flags, open } from "../support/pages/Browser.ts"
import { type Client, TestService } from "../support/server/TestService.ts"
import { temporaryDirectory } from "../support/server/TestServer.ts"

const folder = "docs/examples/gmail-panel"
const screenshots = process.env["SCREENSHOTS"]
const extension = "chrome-extension://dbhegdfibcelibkdednjijogbjpjjnfi"

/** Cookies of third parties are blocked unless they are partitioned, as browsers do or plan to. */
const strict = ["--test-third-party-cookie-phaseout"]

const furnish = async ({ board, send }: Client) => {
  const deal = {
    boardId: board.id,
    name: "Fleet tracking rollout",
    primaryContactEmail: "priya@northwind.example"
  }
  assert.strictEqual((await send("POST", "/v1/deals", deal)).status, 201)
}

const enter = async (panel: Page | FrameLocator, service: string, key: string) => {
  await panel.locator("#service").fill(service)
  await panel.locator("#key").fill(key)
  await panel.locator("#settings button").click()
}

const shows = (panel: Page | FrameLocator, text: string) =>
  panel.frameLocator("iframe").getByText(text).first().waitFor()

const begun = Effect.gen(function* () {
  const service = yield* TestService
  const client = yield* service.workspace()
  yield* Effect.promise(() => furnish(client))
  return { service: service.url, key: client.apiKey.token, client }
})

const settings = { EMBED_FRAME_ANCESTORS: `http://localhost:* ${extension}` }
const served = Layer.merge(TestService.layer(settings), Browser.layer(strict))

layer(served, { excludeTestServices: true, timeout: "2 minutes" })("the panel for Gmail", (it) => {
  const standIn = Effect.gen(function* () {
    const running = yield* Example.start([`${folder}/try.ts`, "0"], {})
    const said = yield* Effect.promise(() => running.says("The mail page is at"))
    const { complaints, page } = yield* open(yield* Browser)
    yield* Effect.promise(() => page.goto(/http:\S+/u.exec(said)![0]))
    return { complaints, page, panel: page.frameLocator("#side") }
  })

  it("has a message of somebody whom the demo workspace knows", () => {
    const known = samples.flatMap(({ email }) => email ?? [])
    const standIn = readFileSync(`${folder}/stand-in.html`, "utf8")
    assert.isTrue(known.some((email) => standIn.includes(`data-email="${email}"`)))
  })

  it.effect("shows who wrote the open message, beside the stand-in", () =>
    Effect.gen(function* () {
      const { client, key, service } = yield* begun
      const { complaints, page, panel } = yield* standIn
      yield* Effect.promise(async () => {
        await panel.getByText("Open a message").waitFor()
        await enter(panel, service, key)
        await page.click("text=Priya Raman")
        await shows(panel, "Fleet tracking rollout")
        if (screenshots !== undefined)
          for (const colorScheme of ["light", "dark"] as const) {
            await page.emulateMedia({ colorScheme })
            await page.screenshot({ path: `${screenshots}/gmail-${colorScheme}.png` })
          }
        await page.click("text=Nobody: Hello")
        await shows(panel, "No deal and no lead has nobody@unknown.example")
        assert.deepStrictEqual(complaints, [])
        const audit = await client.send("GET", "/v1/audit?operation=embed.createToken")
        assert.lengthOf(audit.body.data, 1, "one session does for several messages")
      })
    })
  )

  it.effect("says what is wrong, and works when that is mended", () =>
    Effect.gen(function* () {
      const { key, service } = yield* begun
      const { page, panel } = yield* standIn
      yield* Effect.promise(async () => {
        await page.click("text=Priya Raman")
        await enter(panel, service, `svc_live_${"x".repeat(43)}`)
        await panel.locator("#problem", { hasText: "key" }).waitFor()
        await enter(panel, "http://127.0.0.1:9", key)
        await panel.locator("#problem", { hasText: "http://127.0.0.1:9 does not answer." }).waitFor()
        await enter(panel, new URL(page.url()).origin, key)
        await panel.locator("#problem", { hasText: "is not the service: it answered" }).waitFor()
        if (screenshots !== undefined) {
          await page.setViewportSize({ width: 390, height: 844 })
          await page.screenshot({ path: `${screenshots}/gmail-wrong.png` })
        }
        await enter(panel, service, key)
        await shows(panel, "Fleet tracking rollout")
        assert.isTrue(await panel.locator("#problem").isHidden())
      })
    })
  )

  it.effect(
    "works as an extension, in Gmail's place",
    () =>
      Effect.gen(function* () {
        const { key, service } = yield* begun
        const executablePath = yield* executable
        const profile = yield* temporaryDirectory
        const context = yield* Effect.acquireRelease(
          Effect.promise(() =>
            chromium.launchPersistentContext(profile, {
              executablePath,
              ignoreDefaultArgs: ["--disable-extensions"],
              args: [
                ...flags,
                ...strict,
                `--disable-extensions-except=${resolve(folder)}`,
                `--load-extension=${resolve(folder)}`
              ]
            })
          ),
          (opened) => Effect.promise(() => opened.close())
        )
        yield* Effect.promise(async () => {
          const worker = context.serviceWorkers()[0] ?? (await context.waitForEvent("serviceworker"))
          assert.strictEqual(worker.url(), `${extension}/background.js`)
          // The stand-in without what it has in the place of the browser's functions.
          const body = readFileSync(`${folder}/stand-in.html`, "utf8")
            .replace('<script src="stand-in.js"></script>', "")
            .replace(
              '<script src="gmail.js"></script>',
              `<script>${readFileSync(`${folder}/gmail.js`, "utf8")}</script>`
            )
            .replace('<script src="mail.js"></script>', "")
            .replace(/<iframe[^]*<\/iframe>/u, "")
          await context.route("https://mail.google.com/**", (route) =>
            route.fulfill({ contentType: "text/html", body })
          )
          const panel = await context.newPage()
          await panel.goto(`${extension}/panel.html`)
          await enter(panel, service, key)
          const mail = await context.newPage()
          await mail.goto("https://mail.google.com/mail/u/0/")
          await mail.click("text=Priya Raman")
          await shows(panel, "Fleet tracking rollout")
          await mail.click("text=Nobody: Hello")
          await shows(panel, "No deal and no lead has nobody@unknown.example")
          const framed = panel.frames().find((frame: Frame) => frame.url().startsWith(service))!
          assert.notInclude(framed.url(), "token")
          await panel.reload()
          await shows(panel, "No deal and no lead has nobody@unknown.example")
        })
      }),
    120_000
  )
})
