/**
 * Keys that tell others, or can't be taken back, are pressed twice: let go and read in between, or tapping along would
 * confirm them. Both in milliseconds. Leaving what was asked about is an answer too.
 */
const pause = 400
const patience = 5000
let asked

addEventListener("focusout", () => (asked = undefined))

/** Whether this press, at its time stamp, confirms the same one before; else that one is asked about from now on. */
globalThis.isSure = (what, at) => {
  const since = at - asked?.at
  const sure = asked?.what === what && since >= pause && since < patience
  asked = sure ? undefined : { what, at: performance.now() }
  return sure
}
