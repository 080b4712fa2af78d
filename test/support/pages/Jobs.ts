/** What people do on the pages, step by step, each step by the name that a screen reader says. */
import { assert } from "@effect/vitest"
import type { Locator, Page } from "playwright-core"

/** What a job costs: clicks, keys besides the text that is typed, and pages loaded. */
export interface Cost {
  clicks: number
  keys: number
  loads: number
}

/** One step: press what has this role and name, or fill the field with this label. */
export type Step =
  | readonly ["link" | "button" | "checkbox", string | RegExp]
  /** By its text or label: what opens a part of the page. */
  | readonly ["summary", string]
  /** Of a card: what opens the ways to move it. */
  | readonly ["menu", card: string]
  | readonly ["fill", label: string, text: string]
  | readonly ["choose", label: string, option: string]
  | readonly ["see", text: string | RegExp]
  /** In the field that has the focus by now. */
  | readonly ["type", text: string]

const find = (page: Page, [kind, name]: Step): Locator => {
  if (kind === "choose") return page.getByRole("combobox", { name, exact: true })
  if (kind === "fill")
    return page
      .locator("input, textarea, select")
      .and(page.getByLabel(name, { exact: true }))
      .filter({ visible: true })
      .first()
  if (kind === "type") return page.locator("input:focus, textarea:focus")
  if (kind === "see") return page.getByText(name).filter({ visible: true }).first()
  if (kind === "menu") return page.locator(".deal", { hasText: name }).locator("summary")
  if (kind === "summary")
    return page
      .locator("summary", { hasText: name })
      .or(page.locator(`summary[aria-label="${name}"]`))
      .first()
  return page
    .getByRole(kind, { name, exact: typeof name === "string" })
    .filter({ visible: true })
    .first()
}

/** Counts the documents that a page loads from now on. */
export const counting = (page: Page): Cost => {
  const cost = { clicks: 0, keys: 0, loads: 0 }
  page.on("domcontentloaded", () => cost.loads++)
  return cost
}

const isFocused = (target: Locator) => target.evaluate((one) => one === one.ownerDocument.activeElement)

/** With a mouse. A field that has the focus already needs no click. */
export const byMouse = async (page: Page, steps: ReadonlyArray<Step>, cost: Cost) => {
  for (const step of steps) {
    const target = find(page, step)
    await target.waitFor()
    if (step[0] === "see") continue
    if (step[0] === "type") await target.fill(step[1])
    else if (step[0] === "choose") {
      // One click opens the list, another takes the option.
      cost.clicks += 2
      await target.selectOption({ label: step[2] })
    } else if (step[0] === "fill") {
      if (!(await isFocused(target))) {
        cost.clicks++
        await target.click()
      }
      await target.fill(step[2])
    } else {
      cost.clicks++
      await target.click()
    }
  }
}

/** How often Tab is pressed before something counts as out of reach. */
const maxTabs = 250

/** By the keyboard alone: Tab until it has the focus, then the key that its role has. */
export const byKeyboard = async (page: Page, steps: ReadonlyArray<Step>) => {
  for (const step of steps) {
    const target = find(page, step)
    await target.waitFor()
    if (step[0] === "see") continue
    if (step[0] === "type") {
      await page.keyboard.type(step[1])
      continue
    }
    let tabs = 0
    while (!(await isFocused(target))) {
      assert.isBelow(++tabs, maxTabs, `no Tab leads to ${step.join(" ")}`)
      await page.keyboard.press("Tab")
    }
    if (step[0] === "fill") {
      await page.keyboard.press("ControlOrMeta+a")
      await page.keyboard.type(step[2])
    } else if (step[0] === "choose") await page.keyboard.type(step[2])
    else await page.keyboard.press(step[0] === "checkbox" ? "Space" : "Enter")
  }
}
