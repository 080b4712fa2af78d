/** The jobs of docs/pages.md as steps that work on every page: with a mouse, by keyboard alone, and without scripts. */
import type { Page } from "playwright-core"
import { byMouse, type Cost, type Step } from "../pages/Jobs.ts"

interface Way {
  /** Where it begins; where the job does if left out. */
  readonly from?: string
  readonly run: (page: Page, cost: Cost) => Promise<void>
}

interface Job {
  /** Where it begins; the board if left out. */
  readonly from?: string
  readonly steps: ReadonlyArray<Step>
}

export const open: ReadonlyArray<Step> = [["link", "Fleet tracking rollout"]]

const settings = (tab: string): ReadonlyArray<Step> => [
  ["link", "Settings"],
  ["link", tab]
]

/** By the names that the table has. */
export const jobs: Readonly<Record<string, Job>> = {
  "find a deal on another board": {
    from: "/find",
    steps: [
      ["fill", "Find deals, leads, contacts and settings", "kiosks tamarind"],
      ["button", "Find"],
      ["link", /Self-service kiosks/u],
      ["see", "Tamarind Foods"]
    ]
  },
  "make a deal": {
    steps: [
      ["link", "New deal"],
      ["type", "Night shuttle"],
      ["button", "Create deal"],
      ["see", "Night shuttle"]
    ]
  },
  "move a deal": {
    steps: [
      ["menu", "Fleet tracking rollout"],
      ["choose", "Stage of Fleet tracking rollout", "Qualified"],
      ["button", "Move"],
      ["see", /Fleet tracking rollout is in Qualified/u]
    ]
  },
  "change an amount": {
    steps: [
      ...open,
      ["summary", "Edit: Amount"],
      ["fill", "Amount", "52000"],
      ["button", "Save"],
      ["see", /52,000/u]
    ]
  },
  "write a note": {
    steps: [
      ...open,
      ["fill", "Add a note", "Call on Monday"],
      ["button", "Add note"],
      ["see", "Call on Monday"]
    ]
  },
  "see this month's pace": {
    steps: [
      ["link", "Reports"],
      ["see", "This month"]
    ]
  },
  "make an API key": {
    steps: [
      ...settings("API keys"),
      ["fill", "Name", "Import"],
      ["button", "Create key"],
      ["see", /svc_live_/u]
    ]
  },
  "subscribe a webhook": {
    steps: [
      ...settings("Webhooks"),
      ["button", "Continue"],
      ["fill", "URL", "https://192.0.43.8/hooks"],
      ["checkbox", /^deal\.created/u],
      ["button", "Subscribe"],
      ["see", "The subscription is ready"]
    ]
  },
  "invite a colleague": {
    steps: [
      ...settings("Members"),
      ["fill", "Email", "grace@example.com"],
      ["button", "Create invitation"],
      ["see", "grace@example.com"]
    ]
  },
  "rotate a secret": {
    steps: [
      ...settings("Webhooks"),
      ["link", "Warehouse"],
      ["summary", "Rotate secret now"],
      ["button", "Rotate secret now"],
      ["see", "Secret rotated"]
    ]
  },
  "add a stage": {
    steps: [
      ...settings("Boards"),
      ["link", "Sales"],
      ["button", "Add an early stage"],
      ["type", "Demo"],
      ["button", "Save stages"],
      ["see", "Stages saved."]
    ]
  },
  "triage 20 leads": {
    from: "/leads",
    steps: [
      ...Array.from({ length: 20 }, (_, index): Step => ["button", `Junk: Lead ${index + 1}`]),
      ["see", "All done: no leads to triage"]
    ]
  }
}

const press = async (page: Page, cost: Cost, key: string, times = 1) => {
  for (let time = 0; time < times; time++) {
    cost.keys++
    await page.keyboard.press(key)
  }
}

const click = async (page: Page, cost: Cost, step: Step) => byMouse(page, [step], cost)

const seen = (page: Page, text: string | RegExp) =>
  page.getByText(text).filter({ visible: true }).first().waitFor()

/** The quickest way, where it is not that of the steps with a mouse. */
export const quick: Readonly<Record<string, Way>> = {
  "find a deal on another board": {
    from: "/reports",
    run: async (page, cost) => {
      await press(page, cost, "/")
      await page.keyboard.type("kiosks tamarind")
      await press(page, cost, "Enter")
      await page.waitForURL(/\/deals\//u)
      await seen(page, "Tamarind Foods")
    }
  },
  "make a deal": {
    run: async (page, cost) => {
      await click(page, cost, ["link", "New deal"])
      // Letters before that would be lost.
      await page.locator("input:focus").waitFor()
      await page.keyboard.type("Night shuttle")
      await press(page, cost, "Enter")
      await seen(page, "Night shuttle")
    }
  },
  "move a deal": {
    run: async (page, cost) => {
      cost.clicks++
      const onto = page.locator(".lane", {
        has: page.getByRole("heading", { name: "Qualified", exact: true })
      })
      await page.getByRole("link", { name: "Fleet tracking rollout", exact: true }).dragTo(onto)
      await seen(page, /Fleet tracking rollout is in Qualified/u)
    }
  },
  "change an amount": {
    run: async (page, cost) => {
      await byMouse(page, [...open, ["summary", "Edit: Amount"]], cost)
      await page.keyboard.type("52000")
      await press(page, cost, "Enter")
      await seen(page, /52,000/u)
    }
  },
  "write a note": {
    run: async (page, cost) => {
      await byMouse(page, [...open, ["fill", "Add a note", "Call on Monday"]], cost)
      await press(page, cost, "ControlOrMeta+Enter")
      await seen(page, "Call on Monday")
    }
  },
  "triage 20 leads": {
    run: async (page, cost) => {
      await press(page, cost, "j")
      await press(page, cost, "x", 20)
      await seen(page, "All done: no leads to triage")
    }
  }
}
