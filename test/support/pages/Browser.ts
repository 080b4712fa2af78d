/** The installed Chromium, for tests of pages. */
import { Context, Effect, Layer } from "effect"
import { existsSync } from "node:fs"
import { delimiter, join } from "node:path"
import { type Browser as Chromium, type BrowserContextOptions, chromium, type Page } from "playwright-core"

const names = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"]

const places = [
  process.env["CHROMIUM"],
  ...(process.env["PATH"] ?? "").split(delimiter).flatMap((path) => names.map((name) => join(path, name))),
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe"
]

export const flags = [
  "--headless",
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync"
]

/** Chromium's path; without Chromium the test fails rather than being skipped. */
export const executable = Effect.suspend(() => {
  const found = places.find((place) => place !== undefined && existsSync(place))
  return found === undefined
    ? Effect.die(new Error("This test needs Chromium: apt-get install chromium, or set CHROMIUM to its path"))
    : Effect.succeed(found)
})

const start = (more: ReadonlyArray<string> = []) =>
  Effect.flatMap(executable, (executablePath) =>
    Effect.promise(() => chromium.launch({ executablePath, args: [...flags, ...more] }))
  )

/** Files share modules, and so this browser. Playwright ends it along with the process. */
let shared: Chromium | undefined

/** The worker's browser, for all tests that need no flags of their own. */
export const browser: Effect.Effect<Chromium> = Effect.suspend(() =>
  shared?.isConnected() === true
    ? Effect.succeed(shared)
    : Effect.map(start(), (started) => (shared = started))
)

/** A browser for a test file: the worker's, or its own with more flags. Every page gets its own context. */
export class Browser extends Context.Service<Browser, Chromium>()("pipeline/test/Browser") {
  static readonly layer = (more?: ReadonlyArray<string>) =>
    Layer.effect(
      Browser,
      more === undefined
        ? browser
        : Effect.acquireRelease(start(more), (own) => Effect.promise(() => own.close()))
    )
}

interface Visit {
  readonly page: Page
  /** The page's complaints: refused styles and scripts, failed loads, errors. */
  readonly complaints: Array<string>
}

/** A page in a new context, without cookies. */
export const open = (browser: Chromium, options: BrowserContextOptions = {}) =>
  Effect.acquireRelease(
    Effect.promise(async (): Promise<Visit> => {
      const context = await browser.newContext(options)
      const page = await context.newPage()
      const complaints: Array<string> = []
      page.on("console", (message) => {
        if (message.type() === "error" || message.type() === "warning") complaints.push(message.text())
      })
      page.on("pageerror", (error) => complaints.push(error.message))
      page.on("dialog", (dialog) => {
        complaints.push(`dialog: ${dialog.message()}`)
        void dialog.dismiss()
      })
      return { page, complaints }
    }),
    ({ page }) => Effect.promise(() => page.context().close())
  )
