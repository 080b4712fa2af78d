/** Chromium as it is installed, for pages that have to be seen to work. */
import { Context, Effect, Layer, type Scope } from "effect"
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

const flags = [
  "--headless",
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync"
]

/** Where it is; a machine without it fails the test, since a page nobody has seen is not tested. */
const executable = Effect.suspend(() => {
  const found = places.find((place) => place !== undefined && existsSync(place))
  return found === undefined
    ? Effect.die(
        new Error(
          "No Chromium is installed, which this test looks at pages with: apt-get install chromium, or name one in CHROMIUM"
        )
      )
    : Effect.succeed(found)
})

/** One browser for a test file; every page gets a context of its own. */
export class Browser extends Context.Service<Browser, Chromium>()("pipeline/test/Browser") {
  static readonly layer = (more: ReadonlyArray<string> = []) =>
    Layer.effect(
      Browser,
      Effect.acquireRelease(
        Effect.flatMap(executable, (executablePath) =>
          Effect.promise(() => chromium.launch({ executablePath, args: [...flags, ...more] }))
        ),
        (browser) => Effect.promise(() => browser.close())
      )
    )
}

/** Lasts as long as the scope; its profile is a fresh directory. */
export const launch: Effect.Effect<Chromium, never, Scope.Scope> = Effect.acquireRelease(
  Effect.flatMap(executable, (executablePath) =>
    Effect.promise(() => chromium.launch({ executablePath, args: flags }))
  ),
  (browser) => Effect.promise(() => browser.close())
)

export interface Visit {
  readonly page: Page
  /** What the page complained of: refused styles and scripts, failed loads, errors. */
  readonly complaints: Array<string>
}

/** A page in a context of its own, with no cookies. */
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
