/** Key presses by a person who reads first, and by one who presses hastily. */
import type { Page } from "playwright-core"

/** Advances the page's clock until a question's answer counts. */
export const readFor = (page: Page) =>
  page.evaluate(`new Promise((done) => {
    const from = performance.now()
    const look = () => (performance.now() - from > 450 ? done() : requestAnimationFrame(look))
    look()
  })`)

/** Presses the same key eight times, faster than anybody reads. */
export const taps = (page: Page, key: string, shiftKey = false) =>
  page.evaluate(`for (let tap = 0; tap < 8; tap++) {
    const init = { key: ${JSON.stringify(key)}, shiftKey: ${shiftKey}, bubbles: true, cancelable: true }
    document.activeElement.dispatchEvent(new KeyboardEvent("keydown", init))
  }`)
