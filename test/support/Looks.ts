/** What a page is held to in every look: nothing for axe to find, nothing too wide, little to load, nothing that shifts. */
import { assert } from "@effect/vitest"
import { source as axe } from "axe-core"
import { mkdirSync } from "node:fs"
import type { Page } from "playwright-core"

/** Where to put what the pages look like; nowhere unless asked for. */
const shots = process.env["SCREENSHOTS"]

const looks = [
  { width: 1280, colorScheme: "light" },
  { width: 1280, colorScheme: "dark" },
  { width: 390, colorScheme: "light" },
  { width: 390, colorScheme: "dark" }
] as const

/** Axe's findings, and what of the page sticks out of a narrow window, in every look. */
export const inspect = async (page: Page, name: string) => {
  for (const { colorScheme, width } of looks) {
    await page.setViewportSize({ width, height: 844 })
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" })
    const { overflow, violations } = (await page.evaluate(`(async () => {
      ${axe}
      const { violations } = await axe.run()
      return {
        violations: violations.map(({ id, nodes }) => id + ": " + nodes.map((node) => node.html).join(", ")),
        overflow: document.documentElement.scrollWidth - window.innerWidth
      }
    })()`)) as { violations: ReadonlyArray<string>; overflow: number }
    assert.deepStrictEqual(violations, [], `${name} ${width} ${colorScheme}`)
    assert.isAtMost(overflow, 0, `${name} ${width} ${colorScheme} is too wide`)
    if (shots === undefined) continue
    mkdirSync(shots, { recursive: true })
    await page.screenshot({ path: `${shots}/${name}-${width}-${colorScheme}.png`, fullPage: true })
  }
}

/** Opens an address anew, and holds it to the budget: at most 100 kB transferred, no layout shift. */
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
