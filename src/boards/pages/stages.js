/** Reorders stages by dragging, arrow keys and buttons without requests, because the form holds the order. */
const form = document.getElementById("stages")

/** Whether the browser asks before leaving, because there are unsaved changes. Submitting the form resets it. */
let isUnsaved = form?.dataset.unsaved !== undefined
form?.addEventListener("input", () => (isUnsaved = true))
form?.addEventListener("submit", () => (isUnsaved = false))
form?.querySelector(".actions a")?.addEventListener("click", () => (isUnsaved = false))
addEventListener("beforeunload", (event) => isUnsaved && event.preventDefault())

const rowOf = (element) => element.closest?.("[data-stage]") ?? null
const placeOf = (row) => Array.from(row.parentElement.children).indexOf(row)

/** Moves the neighbour instead of the row, because an element that leaves the DOM loses focus and pointer capture. */
const step = (row, up) => {
  if (up) row.previousElementSibling && row.after(row.previousElementSibling)
  else row.nextElementSibling && row.before(row.nextElementSibling)
}

/** Disables moving the first row up and the last one down. */
const settle = (lane) => {
  const rows = Array.from(lane.children)
  for (const row of rows) {
    const [up, down] = row.querySelectorAll(".steps button")
    if (up === undefined) continue
    up.disabled = row === rows[0]
    down.disabled = row === rows.at(-1)
  }
}

const announce = (row) => {
  const lane = row.parentElement
  const name = row.querySelector("[name=name]").value || globalThis.words.newStage
  const detail = globalThis.phrase("stageAt", {
    name,
    place: placeOf(row) + 1,
    all: lane.children.length,
    lane: lane.dataset.lane
  })
  document.dispatchEvent(new CustomEvent("say", { detail }))
  document.getElementById("unsaved").hidden = false
  isUnsaved = true
}

const move = (row, up) => {
  const before = placeOf(row)
  step(row, up)
  settle(row.parentElement)
  if (placeOf(row) !== before) announce(row)
}

form?.addEventListener("keydown", (event) => {
  const up = event.key === "ArrowUp"
  if (event.target.dataset.handle === undefined || (!up && event.key !== "ArrowDown")) return
  event.preventDefault()
  move(rowOf(event.target), up)
})

form?.addEventListener("click", (event) => {
  const button = event.target.closest("button[name=do]")
  const [way] = button?.value.split(" ") ?? []
  if (way !== "up" && way !== "down") return
  event.preventDefault()
  const row = rowOf(button)
  move(row, way === "up")
  if (button.disabled) row.querySelector(".steps button:enabled")?.focus()
})

form?.addEventListener("pointerdown", (event) => {
  const handle = event.target.closest("[data-handle]")
  if (handle === null || event.button !== 0) return
  const row = rowOf(handle)
  const from = placeOf(row)
  const listening = new AbortController()
  const { signal } = listening
  row.classList.add("dragged")
  const follow = ({ clientY }) => {
    const middle = (other) => {
      const { bottom, top } = other.getBoundingClientRect()
      return (top + bottom) / 2
    }
    while (row.previousElementSibling && clientY < middle(row.previousElementSibling)) step(row, true)
    while (row.nextElementSibling && clientY > middle(row.nextElementSibling)) step(row, false)
  }
  const drop = () => {
    listening.abort()
    row.classList.remove("dragged")
    settle(row.parentElement)
    if (placeOf(row) !== from) announce(row)
  }
  document.addEventListener("pointermove", follow, { signal })
  document.addEventListener("pointerup", drop, { signal })
  document.addEventListener("pointercancel", drop, { signal })
})

for (const element of form?.querySelectorAll("[data-handle], #handling") ?? []) element.hidden = false
