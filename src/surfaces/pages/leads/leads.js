/** The inbox by keyboard: go from lead to lead, and triage with one key. Works while a lead has the focus. */
const keys = { c: "contacted", x: "junk", b: "bad_fit", s: "stale" }

const steps = { j: "nextElementSibling", ArrowDown: "nextElementSibling" }
const back = { k: "previousElementSibling", ArrowUp: "previousElementSibling" }

const rowOf = (element) => element?.closest?.("#inbox .lead")
const focus = (row) => row?.querySelector("h2 a").focus()

document.addEventListener("keydown", (event) => {
  const row = rowOf(event.target)
  if (event.ctrlKey || event.altKey || event.metaKey || event.shiftKey || event.isComposing) return
  if (event.target.matches("input, textarea, select")) return
  // From anywhere else, two of the keys go to the first lead.
  if (!row) return ["j", "k"].includes(event.key) ? focus(document.querySelector("#inbox .lead")) : undefined
  const step = steps[event.key] ?? back[event.key]
  const button = row.querySelector(`button[value="${keys[event.key]}"]`)
  if (step === undefined && button === null) return
  event.preventDefault()
  if (step !== undefined) return focus(row[step])
  if (!event.repeat) row.querySelector("form").requestSubmit(button)
})

/** Triaged, but not yet known to be: the form, its lead, and the one that the focus went to, at once. */
const leaving = []

document.addEventListener("submit", ({ target }) => {
  const row = rowOf(target)
  if (!row) return
  const next = row.nextElementSibling ?? row.previousElementSibling
  leaving.push({ form: target, from: row.id, to: next?.id })
  row.classList.add("leaving")
  if (next && row.contains(document.activeElement)) focus(next)
})

const settled = (form) => {
  const [one] = leaving
  return one?.form === form ? leaving.shift() : undefined
}

document.addEventListener("sent", ({ detail }) => {
  const one = settled(detail)
  if (one === undefined) return
  const active = document.activeElement
  // If the person moved the focus meanwhile, it stays there.
  if (active !== document.body && rowOf(active)?.id !== one.from) return
  const row = document.getElementById(one.to) ?? document.querySelector("#inbox .lead")
  if (row) focus(row)
  else document.getElementById("main").focus()
})

document.addEventListener("refused", ({ detail }) => {
  const one = settled(detail)
  const row = one && document.getElementById(one.from)
  if (!row) return
  row.classList.remove("leaving")
  if (rowOf(document.activeElement)?.id === one.to) focus(row)
})
