/**
 * Keys that notify others or can't be undone must be pressed twice, and released in between; otherwise key repeat would confirm them. Both
 * constants are in milliseconds. Leaving the element cancels.
 */
const pause = 400
const patience = 5000
let asked

addEventListener("focusout", () => (asked = undefined))

/** Whether this press confirms an earlier one of the same kind. If not, it starts a new confirmation. */
globalThis.isSure = (what, at) => {
  const since = at - asked?.at
  const sure = asked?.what === what && since >= pause && since < patience
  asked = sure ? undefined : { what, at: performance.now() }
  return sure
}
