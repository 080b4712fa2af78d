/** The list of deals: choosing in a filter shows it at once, and picking deals brings up what can be done with them. */
const kept = "deals-filter"

/** Who comes from elsewhere finds the list as they left it. */
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
  // Where the browser keeps nothing, the list opens as it is.
}

const filters = document.getElementById("filters")
filters.addEventListener("change", ({ target }) => {
  if (target.matches("select")) filters.requestSubmit()
})
/** An address without what is empty. */
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
  /** In the place of those that are picked: all that match. */
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
  /** Enter in a field does what is beside it. */
  bar.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || !event.target.matches("input")) return
    event.preventDefault()
    picked.requestSubmit(event.target.parentElement.querySelector("button"))
  })
  show()
}
