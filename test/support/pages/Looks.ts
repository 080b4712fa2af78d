/** Checks a page in every look: no axe findings, nothing too wide, little to load, no layout shift. */
import { assert } from "@effect/vitest"
import { source as axe } from "axe-core"
import { mkdirSync } from "node:fs"
import type { Page } from "playwright-core"

/** The directory for screenshots, if wanted. */
const shots = process.env["SCREENSHOTS"]

/** Axe checks one look of each width and of each scheme; with SCREENSHOTS, all. */
const looks = [
  { width: 1280, colorScheme: "light", read: true },
  { width: 1280, colorScheme: "dark", read: shots !== undefined },
  { width: 390, colorScheme: "light", read: shots !== undefined },
  { width: 390, colorScheme: "dark", read: true }
] as const

/** The smallest phones, and a desktop's window at 200 % zoom. */
const tight = [320, 640] as const

const overflow = (page: Page) =>
  page.evaluate("document.documentElement.scrollWidth - window.innerWidth") as Promise<number>

/** Loaded once for each page. */
const findings = `(async () => {
  if (window.axe === undefined) { ${axe} }
  const { violations } = await window.axe.run({ resultTypes: ["violations"] })
  return violations.map(({ id, nodes }) => id + ": " + nodes.map((node) => node.html).join(", "))
})()`

/** Checks axe's findings, and elements wider than the window, in every look. */
export const inspect = async (page: Page, name: string) => {
  for (const { colorScheme, read, width } of looks) {
    await page.setViewportSize({ width, height: 844 })
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" })
    assert.isAtMost(await overflow(page), 0, `${name} ${width} ${colorScheme} is too wide`)
    if (read) assert.deepStrictEqual(await page.evaluate(findings), [], `${name} ${width} ${colorScheme}`)
    if (shots === undefined) continue
    mkdirSync(shots, { recursive: true })
    await page.screenshot({ path: `${shots}/${name}-${width}-${colorScheme}.png`, fullPage: true })
  }
  for (const width of tight) {
    await page.setViewportSize({ width, height: 844 })
    assert.isAtMost(await overflow(page), 0, `${name} at ${width} is too wide`)
  }
}

/** Loads a page afresh and checks its budget: at most 100 kB transferred, no layout shift. */
export const weigh = async (page: Page, url: string) => {
  await page.goto(url, { waitUntil: "networkidle" })
  const { bytes, shift } = (await page.evaluate(`new Promise((resolve) => {
    let shift = 0
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) if (!entry.hadRecentInput) shift += entry.value
    }).observe({ type: "layout-shift", buffered: true })
    requestAnimationFrame(() => requestAnimationFrame(() => resolve({
      shift,
      bytes: [...performance.getEntriesByType("navigation"), ...performance.getEntriesByType("resource")]
        .reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0)
    })))
  })`)) as { bytes: number; shift: number }
  assert.strictEqual(shift, 0, `${url} shifts`)
  assert.isAbove(bytes, 1_000)
  assert.isAtMost(bytes, 100_000, `${url} is heavy`)
}
