/** A lead's page by keyboard: to the leads beside it, and to the next one by triaging this. */
const turns = { j: "next", k: "previous" }

/** Once it is triaged the next lead is on its way: what is typed meanwhile is not meant for this one. */
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
