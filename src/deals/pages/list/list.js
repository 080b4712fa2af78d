/** The list of deals: a changed filter applies at once, and selecting deals shows the bulk actions. */
const kept = "deals-filter"

/** Restores the last filter when coming from another page. */
const isFromHere = URL.parse(document.referrer)?.pathname === "/deals"
try {
  const last = localStorage.getItem(kept)
  if (location.search === "" && last && !isFromHere) location.replace(`/deals${last}`)
  else {
    const query = new URLSearchParams(location.search)
    query.delete("cursor")
    localStorage.setItem(kept, String(query) && `?${query}`)
  }
} catch {
  // Without localStorage the list opens without the last filter.
}

const filters = document.getElementById("filters")
filters.addEventListener("change", ({ target }) => {
  if (target.matches("select")) filters.requestSubmit()
})
/** Omits empty fields from the address. */
filters.addEventListener("formdata", ({ formData }) => {
  for (const [name, value] of [...formData]) if (value === "") formData.delete(name)
  if (formData.getAll("c").join(" ") === filters.dataset.usual) formData.delete("c")
})

const picked = document.getElementById("picked")
const all = document.getElementById("pick-all")

if (picked) {
  const boxes = [...picked.querySelectorAll("input[name=deal]")]
  const bar = picked.querySelector(".bulk")
  const legend = bar.querySelector("legend")
  const said = legend.textContent
  /** Selects all matching deals instead of those ticked. */
  const everything = document.getElementById("bulk-all")
  everything?.addEventListener("change", () => show())
  all.hidden = false
  const show = () => {
    const count = boxes.filter(({ checked }) => checked).length
    bar.hidden = count === 0
    legend.textContent = everything?.checked ? said : `${said} (${count})`
    all.checked = count === boxes.length
    all.indeterminate = count > 0 && count < boxes.length
  }
  let last
  picked.addEventListener("click", ({ shiftKey, target }) => {
    if (target.name !== "deal") return
    const at = boxes.indexOf(target)
    if (shiftKey && last !== undefined) {
      for (const box of boxes.slice(Math.min(at, last), Math.max(at, last) + 1)) box.checked = target.checked
    }
    last = at
    show()
  })
  all.addEventListener("change", () => {
    for (const box of boxes) box.checked = all.checked
    show()
  })
  /** Enter in a field presses the button beside it. */
  bar.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || !event.target.matches("input")) return
    event.preventDefault()
    picked.requestSubmit(event.target.parentElement.querySelector("button"))
  })
  show()
}
