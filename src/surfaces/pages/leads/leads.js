/** The inbox by keyboard: go from lead to lead, and triage with one key. Works while a lead has the focus. */
const keys = { c: "contacted", x: "junk", b: "bad_fit", s: "stale" }

/** States that triage never leaves need their key twice. */
const final = { x: globalThis.words.junk, b: globalThis.words.badFit }

const steps = { j: "nextElementSibling", ArrowDown: "nextElementSibling" }
const back = { k: "previousElementSibling", ArrowUp: "previousElementSibling" }

const rowOf = (element) => element?.closest?.("#inbox .lead")
const focus = (row) => row?.querySelector("h2 a").focus()

document.addEventListener("keydown", (event) => {
  const row = rowOf(event.target)
  if (!row || event.ctrlKey || event.altKey || event.metaKey || event.shiftKey || event.isComposing) return
  if (event.target.matches("input, textarea, select")) return
  const step = steps[event.key] ?? back[event.key]
  const button = row.querySelector(`button[value="${keys[event.key]}"]`)
  if (step === undefined && button === null) return
  event.preventDefault()
  if (step !== undefined) return focus(row[step])
  if (event.repeat) return
  const what = final[event.key]
  if (what === undefined || globalThis.isSure(`${row.id} ${event.key}`, event.timeStamp)) {
    row.querySelector("form").requestSubmit(button)
  } else {
    const detail = globalThis.phrase("sureLead", { key: event.key, status: what })
    document.dispatchEvent(new CustomEvent("say", { detail }))
  }
})

/** Where the focus was when a lead was triaged, and where it goes next. */
let leaving

document.addEventListener("submit", ({ target }) => {
  const row = rowOf(target)
  if (!row) return
  const next = row.nextElementSibling ?? row.previousElementSibling
  leaving = { from: row.id, to: next?.id }
})

document.addEventListener("sent", () => {
  if (leaving === undefined) return
  const { from, to } = leaving
  const active = document.activeElement
  leaving = undefined
  // If the person moved the focus meanwhile, it stays there.
  if (active !== document.body && rowOf(active)?.id !== from) return
  const row = document.getElementById(to) ?? document.querySelector("#inbox .lead")
  if (row) focus(row)
  else document.getElementById("main").focus()
})

document.addEventListener("refused", () => (leaving = undefined))
