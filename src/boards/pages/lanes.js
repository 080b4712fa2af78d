/** Loads more of a lane when its end is near. */
const lanes = document.getElementById("lanes")

/** The address contains the number of cards, so that reloading the page shows the same. */
const widen = (link) => {
  link.classList.add("asked")
  history.replaceState(null, "", link.href)
  document.dispatchEvent(new Event("refresh"))
}

lanes.addEventListener("click", (event) => {
  const link = event.target.closest(".further")
  if (link === null || event.ctrlKey || event.metaKey || event.shiftKey) return
  event.preventDefault()
  widen(link)
})

/** A change of the board's stages requires a full reload. */
const shape = document.getElementById("shape")
const stages = shape.textContent
document.addEventListener("refreshed", () => {
  if (shape.textContent !== stages) location.reload()
})

/** The distance in pixels from a lane's end at which loading starts. */
const ahead = 400

lanes.addEventListener(
  "scroll",
  ({ target }) => {
    if (!target.matches?.("[data-scrolls]") || document.querySelector("[data-busy]")) return
    const link = target.querySelector(".further:not(.asked)")
    const left = target.scrollHeight - target.scrollTop - target.clientHeight
    if (link !== null && left < ahead) widen(link)
  },
  { capture: true, passive: true }
)
