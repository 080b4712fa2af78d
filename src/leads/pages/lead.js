/** Keyboard shortcuts of a lead's page: to neighbouring leads, and to triage and continue with the next. */
const turns = { j: "next", k: "previous" }

/** After triage the next lead is loading. Keys pressed meanwhile must not apply to this one. */
let isLeaving = false
addEventListener("pageshow", () => {
  isLeaving = false
})
document.addEventListener("submit", ({ target }) => {
  isLeaving ||= target.matches("#standing form") && target.dataset.quiet === undefined
})

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.altKey || event.metaKey || event.shiftKey || event.isComposing) return
  if (event.target.matches("input, textarea, select") || event.repeat || isLeaving) return
  const key = CSS.escape(event.key)
  const button = document.querySelector(`#standing button[aria-keyshortcuts="${key}"]`)
  const control = button ?? document.getElementById(turns[event.key])
  if (control === null) return
  event.preventDefault()
  control.click()
})
