/** Keeps the focus and notes being typed when an action on a next step refreshes the page. */
const rowOf = (element) => element.closest(".step")
const rows = () => Array.from(document.querySelectorAll(".step"))

/** Notes being typed, by the id of their field. */
const notes = new Map()
const notesIn = (form) => form.querySelectorAll("textarea")

document.addEventListener("input", ({ target }) => {
  if (target.matches(".step textarea")) notes.set(target.id, target.value)
})

/** The row of the last action, and its position. */
let last

document.addEventListener("submit", ({ target }) => {
  const row = rowOf(target)
  if (row) last = { form: target, id: row.id, index: rows().indexOf(row) }
  for (const { id } of notesIn(target)) notes.delete(id)
})

document.addEventListener("refreshed", () => {
  for (const [id, text] of notes) {
    const field = document.getElementById(id)
    if (field) field.value = text
  }
})

/** The focus goes to the same deal, or to the one in its place. */
document.addEventListener("sent", ({ detail }) => {
  if (last?.form !== detail || document.activeElement !== document.body) return
  const row = document.getElementById(last.id) ?? rows()[last.index] ?? rows().at(-1)
  const next = row?.querySelector(".acts button") ?? document.getElementById("main")
  next.focus()
})

document.addEventListener("refused", ({ detail }) => {
  for (const { id, value } of notesIn(detail)) notes.set(id, value)
})
