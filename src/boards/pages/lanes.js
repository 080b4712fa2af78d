/** Shows more of a lane when its end comes into sight. */
const lanes = document.getElementById("lanes")

/** Shows more of a lane: the address says how much, so that it stays so when the page is looked at again. */
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

/** Other stages than the page has are not news of one of its lanes. */
const shape = document.getElementById("shape")
const stages = shape.textContent
document.addEventListener("refreshed", () => {
  if (shape.textContent !== stages) location.reload()
})

/** In pixels: how far above the end of a lane more of it is asked for. */
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
