import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { mkdirSync } from "node:fs"
import type { Frame, Page as Tab } from "playwright-core"
import { proseOf } from "../../../../src/reports/rules/ReportProse.ts"
import { cards } from "../../../../src/surfaces/mcp/Cards.ts"
import { Browser, open } from "../../../support/pages/Browser.ts"
import * as CardHost from "../../../support/pages/CardHost.ts"
import { samples } from "../../../support/samples/ReportSamples.ts"

/** The directory for screenshots, if wanted. */
const shots = process.env["SCREENSHOTS"]

const looks = [
  { width: 320, theme: "light" },
  { width: 320, theme: "dark" },
  { width: 800, theme: "light" },
  { width: 800, theme: "dark" }
] as const

/** Waits until the host has made the frame as tall as the card; the card's policy forbids Playwright's own wait. */
const settled = async (frame: Frame) => {
  const deadline = Date.now() + 10_000
  while (await frame.evaluate("document.documentElement.scrollHeight > window.innerHeight + 1")) {
    if (Date.now() > deadline) throw new Error("The card is taller than its frame")
    await new Promise((resume) => setTimeout(resume, 20))
  }
}

/** Elements that overflow their box or overlap other text. */
const misfits = (frame: Frame) =>
  frame.evaluate(`(() => {
    const all = [...document.querySelectorAll("#card *")]
    const said = (element) => element.className + ": " + element.textContent.slice(0, 60)
    const wide = all.filter((element) =>
      getComputedStyle(element).overflowX !== "visible" && element.scrollWidth > element.clientWidth + 1)
    const page = document.documentElement
    const out = all.filter((element) => {
      const { left, right } = element.getBoundingClientRect()
      return left < -1 || right > page.clientWidth + 1
    })
    const texts = all.filter((element) => {
      const shown = getComputedStyle(element).display !== "none"
      return shown && element.children.length === 0 && element.textContent.trim() !== ""
    })
    const box = (element) => {
      const range = document.createRange()
      range.selectNodeContents(element)
      return range.getBoundingClientRect()
    }
    const boxes = texts.map((element) => [element, box(element)])
    const over = boxes.flatMap(([a, x], index) =>
      boxes.slice(index + 1).filter(([, y]) =>
        Math.min(x.right, y.right) - Math.max(x.left, y.left) > 1 &&
        Math.min(x.bottom, y.bottom) - Math.max(x.top, y.top) > 3
      ).map(([b]) => said(a) + " / " + said(b))
    )
    return {
      wide: wide.map(said), out: out.map(said), over,
      theme: page.dataset.theme,
      ground: getComputedStyle(document.body).backgroundColor
    }
  })()`)

const show = (page: Tab, html: string, result: unknown, look: (typeof looks)[number]) =>
  page.evaluate((showing) => (globalThis as any).show(showing), { html, result, ...look }) as Promise<any>

layer(Browser.layer())("a card in the official host", (it) => {
  for (const [name, { kind, report }] of Object.entries(samples)) {
    if (kind === "weighted_pipeline" || kind === "period" || kind === "funnel") continue
    it.effect(`shows ${name} whole, narrow and wide, in light and in dark`, () =>
      Effect.gen(function* () {
        const { complaints, page } = yield* open(yield* Browser)
        const script = yield* CardHost.script
        yield* Effect.promise(async () => {
          await page.addScriptTag({ content: script })
          const html = cards[kind].contents.text
          const result = {
            content: [{ type: "text", text: proseOf(kind, report) }],
            structuredContent: { summary: proseOf(kind, report), ...(report as object) }
          }
          for (const look of looks) {
            await page.setViewportSize({ width: look.width, height: 600 })
            assert.strictEqual(await show(page, html, result, look), `sales-pipeline-${kind}`)
            const frame = (await (await page.waitForSelector("iframe")).contentFrame())!
            await frame.waitForSelector("h1")
            await settled(frame)
            const { ground, ...found } = (await misfits(frame)) as any
            assert.deepStrictEqual(
              found,
              { wide: [], out: [], over: [], theme: look.theme },
              `${name} ${look.width} ${look.theme}`
            )
            assert.strictEqual(ground, look.theme === "dark" ? "rgb(29, 32, 38)" : "rgb(255, 255, 255)")
            assert.include((await frame.locator("h1").textContent()) ?? "", cards[kind].resource.title!)
            if (shots === undefined) continue
            mkdirSync(shots, { recursive: true })
            const height = await page.evaluate("document.documentElement.scrollHeight")
            await page.setViewportSize({ width: look.width, height: height as number })
            await page.screenshot({
              path: `${shots}/card-${name}-${look.width}-${look.theme}.png`,
              fullPage: true
            })
          }
          assert.deepStrictEqual(complaints, [])
        })
      })
    )
  }

  it.effect("says what a failed call says", () =>
    Effect.gen(function* () {
      const { page } = yield* open(yield* Browser)
      const script = yield* CardHost.script
      yield* Effect.promise(async () => {
        await page.addScriptTag({ content: script })
        const error = { message: "There is no board called Nowhere. <b>The boards are: Sales.</b>" }
        const result = { isError: true, content: [], structuredContent: { error } }
        await show(page, cards.deals_won.contents.text, result, looks[0])
        const said = page.frameLocator("iframe").getByText(error.message, { exact: true })
        await said.waitFor()
        assert.strictEqual(await said.count(), 1)
      })
    })
  )

  it.effect("runs and loads nothing but itself", () =>
    Effect.sync(() => {
      for (const { contents, resource } of Object.values(cards)) {
        const text = contents.text as string
        assert.notMatch(text, /(?:src|href)=|https?:\/\/|@import|url\(/u)
        assert.match(text, /default-src 'none'; script-src 'sha256-[^']+'; style-src 'sha256-[^']+'/u)
        assert.deepInclude(contents._meta, {
          ui: { csp: { connectDomains: [], resourceDomains: [] }, prefersBorder: true }
        })
        assert.strictEqual(resource.mimeType, "text/html;profile=mcp-app")
      }
    })
  )
})
