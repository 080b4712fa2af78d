import { assert, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { readFileSync } from "node:fs"
import { createServer } from "node:http"
import { createRequire } from "node:module"
import type { AddressInfo } from "node:net"
import type { Frame, Page } from "playwright-core"
import { Browser } from "../support/pages/Browser.ts"
import { type Client, TestService } from "../support/server/TestService.ts"

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8")

/** A mail client on another site: a page that shows the panel in a frame. */
const mailClient = Effect.acquireRelease(
  Effect.promise(
    () =>
      new Promise<{ readonly url: string; readonly close: () => void }>((done) => {
        const server = createServer((request, response) => {
          const panel = new URL(request.url ?? "/", "http://localhost").searchParams.get("panel") ?? ""
          response.setHeader("content-type", "text/html")
          response.end(`<!doctype html><html lang="en"><title>Mail</title><main><h1>Mail</h1>
            <iframe title="Sales" width="360" height="900" src="${panel.replaceAll("&", "&amp;")}"></iframe></main>`)
        })
        server.listen(0, "localhost", () =>
          done({
            url: `http://localhost:${(server.address() as AddressInfo).port}`,
            close: () => server.close()
          })
        )
      })
  ),
  ({ close }) => Effect.sync(close)
)

/** Unpartitioned third-party cookies are blocked, as browsers do or plan to. */
const strict = ["--test-third-party-cookie-phaseout"]

const furnish = (client: Client) =>
  Effect.promise(async () => {
    const post = async (path: string, body: unknown) => {
      const answer = await client.send("POST", path, body)
      assert.strictEqual(answer.status, 201)
      return answer.body
    }
    await post("/v1/deals", {
      boardId: client.board.id,
      name: "Fleet tracking rollout",
      company: "Northwind Logistics",
      amountCents: 4_800_000,
      primaryContactName: "Priya Raman",
      primaryContactEmail: "priya@northwind.example"
    })
    await post("/v1/deals", {
      boardId: client.board.id,
      name: "Depot expansion",
      company: "Northwind Logistics",
      primaryContactEmail: "priya@northwind.example"
    })
    await post("/v1/leads", {
      firstName: "Priya",
      lastName: "Raman",
      workEmail: "Priya@northwind.example",
      companyName: "Northwind Logistics"
    })
  })

const frameOf = async (page: Page): Promise<Frame> => {
  const frame = await (await page.waitForSelector("iframe")).contentFrame()
  assert.isNotNull(frame)
  await frame!.waitForSelector("h1")
  return frame!
}

/** The panel, opened with a new token in a frame of another site. */
const opened = Effect.fnUntraced(function* (
  client: Client,
  email: string,
  colorScheme: "light" | "dark" = "light"
) {
  const { url } = yield* TestService
  const host = yield* mailClient
  const browser = yield* Browser
  return yield* Effect.promise(async () => {
    const { body } = await client.send("POST", "/v1/embed-token")
    const panel = `${url}/api/embed/start?token=${body.token}&email=${encodeURIComponent(email)}`
    const context = await browser.newContext({ viewport: { width: 420, height: 1000 }, colorScheme })
    const page = await context.newPage()
    const errors: Array<string> = []
    page.on("pageerror", (error) => errors.push(error.message))
    page.on("console", (message) => {
      if (message.type() === "error") errors.push(message.text())
    })
    await page.goto(`${host.url}/?panel=${encodeURIComponent(panel)}`)
    return { page, frame: await frameOf(page), errors, host }
  })
})

const violations = (frame: Frame) =>
  frame
    .evaluate(`${axe}; axe.run(document)`)
    .then((result: any) =>
      result.violations.map((one: any) => ({ id: one.id, nodes: one.nodes.map((node: any) => node.html) }))
    )

/** The accessible name of the focused element. */
const focused =
  "(document.activeElement.getAttribute('aria-label') ?? document.activeElement.textContent).trim()"

/** A browser uses real time. */
const live = { excludeTestServices: true }

const screenshots = process.env["SCREENSHOTS"]

const served = (settings: Record<string, string>) =>
  Layer.merge(TestService.layer(settings), Browser.layer(strict))

layer(served({ EMBED_FRAME_ANCESTORS: "http://localhost:*" }), live)("the embed panel", (it) => {
  it.effect(
    "shows deals with the address, in a frame of another site",
    () =>
      Effect.gen(function* () {
        const client = yield* (yield* TestService).workspace()
        yield* furnish(client)
        const { errors, frame, page } = yield* opened(client, "priya@northwind.example")
        yield* Effect.promise(async () => {
          const text = await frame.innerText("main")
          assert.include(text, "2 deals and 1 lead with priya@northwind.example.")
          assert.include(text, "Fleet tracking rollout")
          assert.include(text, "$48,000.00")
          assert.include(text, "Priya Raman")
          assert.include(await frame.inputValue("textarea >> nth=0"), "Hi Priya,")
          if (screenshots !== undefined) await page.screenshot({ path: `${screenshots}/panel.png` })
          await frame.fill("#email", "someone@northwind.example")
          await frame.press("#email", "Enter")
          await frame.waitForSelector("text=Nobody has someone@northwind.example")
          assert.deepStrictEqual(errors, [])
        })
      }),
    60_000
  )

  it.effect(
    "copies a template by keyboard alone, and announces it",
    () =>
      Effect.gen(function* () {
        const client = yield* (yield* TestService).workspace()
        yield* furnish(client)
        const { frame, page } = yield* opened(client, "priya@northwind.example")
        yield* Effect.promise(async () => {
          const stops: Array<string> = []
          await frame.focus("#email")
          for (let step = 0; step < 40; step++) {
            await page.keyboard.press("Tab")
            const label = await frame.evaluate<string>(focused)
            stops.push(label)
            if (label === "Copy text of First reply") break
          }
          assert.include(stops, "Find")
          assert.include(stops.at(-1), "Copy text of First reply")
          const outline = await frame.evaluate<string>(
            "getComputedStyle(document.activeElement).outlineStyle"
          )
          assert.strictEqual(outline, "solid")
          await page.keyboard.press("Enter")
          await frame.waitForSelector("text=Copied: text of First reply.")
          if (screenshots !== undefined) await page.screenshot({ path: `${screenshots}/copied.png` })
          await frame.focus("#email")
          await frame.fill("#email", "")
          await page.keyboard.press("ControlOrMeta+V")
          assert.include(await frame.inputValue("#email"), "Hi Priya,")
        })
      }),
    60_000
  )

  for (const scheme of ["light", "dark"] as const) {
    it.effect(
      `has nothing that axe-core objects to, when it is ${scheme}`,
      () =>
        Effect.gen(function* () {
          const client = yield* (yield* TestService).workspace()
          yield* furnish(client)
          const { frame, page } = yield* opened(client, "priya@northwind.example", scheme)
          yield* Effect.promise(async () => {
            assert.deepStrictEqual(await violations(frame), [])
            if (screenshots !== undefined)
              await page.screenshot({ path: `${screenshots}/panel-${scheme}.png` })
            await frame.goto(new URL("/embed?email=nobody", frame.url()).toString())
            assert.include(await frame.innerText("[role=alert]"), "Not an email address")
            assert.deepStrictEqual(await violations(frame), [])
          })
        }),
      60_000
    )
  }

  it.effect(
    "keeps its cookie to the frame it was opened in",
    () =>
      Effect.gen(function* () {
        const { url } = yield* TestService
        const client = yield* (yield* TestService).workspace()
        const { page } = yield* opened(client, "priya@northwind.example")
        yield* Effect.promise(async () => {
          const [cookie] = await page.context().cookies()
          assert.isTrue(cookie?.httpOnly && cookie.secure)
          assert.strictEqual(cookie?.path, "/embed")
          const alone = await page.context().newPage()
          const answer = await alone.goto(`${url}/embed`)
          assert.strictEqual(answer?.status(), 401)
          assert.include(await alone.innerText("main"), "Open the panel again")
          assert.deepStrictEqual(await violations(alone.mainFrame()), [])
        })
      }),
    60_000
  )
})

layer(served({}), live)("the embed panel without allowed frames", (it) => {
  it.effect(
    "is not shown in a frame of another site",
    () =>
      Effect.gen(function* () {
        const { url } = yield* TestService
        const client = yield* (yield* TestService).workspace()
        const host = yield* mailClient
        const browser = yield* Browser
        yield* Effect.promise(async () => {
          const { body } = await client.send("POST", "/v1/embed-token")
          const page = await browser.newPage()
          const blocked = page.waitForEvent("console", (message) =>
            message.text().includes("frame-ancestors")
          )
          await page.goto(
            `${host.url}/?panel=${encodeURIComponent(`${url}/api/embed/start?token=${body.token}`)}`
          )
          await blocked
        })
      }),
    60_000
  )
})
