/** Keyboard shortcuts of the inbox: to neighbouring leads, and triage with one key. Triaged leads disappear at once. */
const keys = { c: "contacted", x: "junk", b: "bad_fit", s: "stale" }

const forward = "nextElementSibling"
const backward = "previousElementSibling"
const steps = { j: forward, ArrowDown: forward, k: backward, ArrowUp: backward }

const inbox = () => document.getElementById("inbox")
const rowOf = (element) => element?.closest?.("#inbox .lead")
const focus = (row) => row?.querySelector("h2 a").focus()

/** The nearest visible row in that direction. */
const beside = (row, side) => {
  let next = row[side]
  while (next?.hidden) next = next[side]
  return next
}
const first = () => inbox().querySelector(".lead:not([hidden])")

/** The id of the last focused row, from which the shortcuts continue. */
let current
document.addEventListener("focusin", ({ target }) => {
  current = rowOf(target)?.id ?? current
})

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.altKey || event.metaKey || event.shiftKey || event.isComposing) return
  if (event.target.matches("input, textarea, select")) return
  const row = rowOf(event.target)
  if (!row) {
    if (!["j", "k"].includes(event.key)) return
    const last = document.getElementById(current)
    event.preventDefault()
    return focus((last && !last.hidden && (beside(last, steps[event.key]) ?? last)) || first())
  }
  const step = steps[event.key]
  const button = row.querySelector(`button[value="${keys[event.key]}"]`)
  if (step === undefined && button === null) return
  event.preventDefault()
  if (step !== undefined) return focus(beside(row, step))
  if (!event.repeat) row.querySelector("form").requestSubmit(button)
})

/** Pending triage requests: the form, the lead, the row that got the focus, and whether the lead stays in the list. */
const leaving = []

const mark = ({ from, stays }) => {
  const row = document.getElementById(from)
  if (!row) return
  row.classList.add("leaving")
  row.hidden = !stays
}

document.addEventListener("submit", ({ submitter, target }) => {
  const row = rowOf(target)
  if (!row) return
  const next = beside(row, forward) ?? beside(row, backward)
  const isIn = row.contains(document.activeElement)
  const stays = (inbox().dataset.keeps ?? "").split(" ").includes(submitter?.value)
  const one = { form: target, from: row.id, to: next?.id, stays }
  leaving.push(one)
  if (next && isIn) focus(next)
  mark(one)
})

const settled = (form) => {
  const [one] = leaving
  return one?.form === form ? leaving.shift() : undefined
}

/** A refreshed list may not include the pending requests yet, so they are marked again. */
document.addEventListener("refreshed", () => leaving.forEach(mark))

document.addEventListener("sent", ({ detail }) => {
  const one = settled(detail)
  if (one === undefined) return
  const active = document.activeElement
  // Keeps the focus if the person moved it meanwhile.
  if (active !== document.body && rowOf(active)?.id !== one.from) return
  const row = document.getElementById(one.to) ?? first()
  if (row) focus(row)
  else document.getElementById("main").focus()
})

document.addEventListener("refused", ({ detail }) => {
  const one = settled(detail)
  const row = one && document.getElementById(one.from)
  if (!row) return
  row.classList.remove("leaving")
  row.hidden = false
  const { activeElement } = document
  if (activeElement === document.body || rowOf(activeElement)?.id === one.to) focus(row)
})
