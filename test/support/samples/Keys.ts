/** Keys as people press them who read, and as they do who tap along. */
import type { Page } from "playwright-core"

/** Lets the page's clock go on for as long as a question has to stand there before its answer counts. */
export const readFor = (page: Page) =>
  page.evaluate(`new Promise((done) => {
    const from = performance.now()
    const look = () => (performance.now() - from > 450 ? done() : requestAnimationFrame(look))
    look()
  })`)

/** The same key eight times on whatever has the focus, quicker than anybody reads. */
export const taps = (page: Page, key: string, shiftKey = false) =>
  page.evaluate(`for (let tap = 0; tap < 8; tap++) {
    const init = { key: ${JSON.stringify(key)}, shiftKey: ${shiftKey}, bubbles: true, cancelable: true }
    document.activeElement.dispatchEvent(new KeyboardEvent("keydown", init))
  }`)
