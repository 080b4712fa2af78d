/** The documentation's comforts: search as one types, `/` to get there, and a button that copies code. */

const form = document.querySelector("form.search")
const field = form.elements.q
form.querySelector("kbd").hidden = false

let loading
/** The index and the search, loaded when somebody first goes there. */
const load = () =>
  (loading ??= Promise.all([
    fetch(form.dataset.index).then((answer) => (answer.ok ? answer.json() : Promise.reject(answer))),
    import(form.dataset.module)
  ]).then(
    ([index, { find }]) =>
      (query) =>
        find(index, query),
    // Enter asks the service instead, and the next letter tries again.
    () => (loading = undefined)
  ))

const list = document.createElement("ul")
list.className = "found"
list.id = "found"
list.setAttribute("role", "listbox")
list.setAttribute("aria-label", "Found")
list.hidden = true
form.append(list)
for (const [name, value] of [
  ["role", "combobox"],
  ["aria-expanded", "false"],
  ["aria-controls", "found"],
  ["aria-autocomplete", "list"]
])
  field.setAttribute(name, value)

let chosen = -1

const choose = (place) => {
  const options = [...list.querySelectorAll("[role=option]")]
  chosen = options.length === 0 ? -1 : (place + options.length) % options.length
  for (const [index, option] of options.entries())
    option.setAttribute("aria-selected", String(index === chosen))
  field.setAttribute("aria-activedescendant", options[chosen]?.id ?? "")
  options[chosen]?.scrollIntoView({ block: "nearest" })
}

const close = () => {
  list.hidden = true
  field.setAttribute("aria-expanded", "false")
}

const element = (name, text) => Object.assign(document.createElement(name), { textContent: text })

const optionOf = ({ h, t, u, x }, index) => {
  const option = document.createElement("li")
  option.id = `found-${index}`
  option.setAttribute("role", "option")
  option.setAttribute("aria-selected", "false")
  option.dataset.to = u
  option.append(element("small", t), element("b", h), element("p", x))
  return option
}

const nothing = () => {
  const line = element("li", "Nothing found.")
  line.setAttribute("role", "option")
  line.setAttribute("aria-disabled", "true")
  return line
}

const show = async () => {
  const query = field.value
  if (query.trim() === "") return close()
  const find = await load()
  if (find === undefined || field.value !== query) return
  const found = find(query)
  list.replaceChildren(...(found.length === 0 ? [nothing()] : found.map(optionOf)))
  list.hidden = false
  field.setAttribute("aria-expanded", "true")
  chosen = -1
  field.removeAttribute("aria-activedescendant")
}

const go = (option) => {
  if (option?.dataset.to === undefined) return
  close()
  location.assign(option.dataset.to)
}

field.addEventListener("focus", load, { once: true })
field.addEventListener("input", show)
field.addEventListener("keydown", (event) => {
  if (event.key === "Escape") return close()
  if (list.hidden) return
  if (event.key === "ArrowDown" || event.key === "ArrowUp") {
    event.preventDefault()
    choose(event.key === "ArrowDown" ? chosen + 1 : Math.max(chosen, 0) - 1)
  }
  if (event.key === "Enter" && chosen >= 0) {
    event.preventDefault()
    go(list.children[chosen])
  }
})
list.addEventListener("pointerdown", (event) => event.preventDefault())
list.addEventListener("click", ({ target }) => go(target.closest("[role=option]")))
field.addEventListener("blur", close)

document.addEventListener("keydown", (event) => {
  const isTyping = event.target.closest?.("input, textarea, select, [contenteditable]")
  if (event.key !== "/" || isTyping || event.ctrlKey || event.metaKey || event.altKey) return
  event.preventDefault()
  field.focus()
})

/** Copies the code without the button's own word. */
for (const code of document.querySelectorAll("main pre > code")) {
  const around = document.createElement("div")
  around.className = "copied"
  const button = element("button", "Copy")
  button.type = "button"
  button.className = "copy"
  button.setAttribute("aria-label", "Copy this code")
  button.addEventListener("click", async () => {
    await navigator.clipboard.writeText(code.textContent)
    button.textContent = "Copied"
  })
  code.parentElement.replaceWith(around)
  around.append(code.parentElement, button)
}

/** The contents begin at the current page. */
document.querySelector(".contents-nav [aria-current]")?.scrollIntoView({ block: "center" })
scrollTo(0, location.hash === "" ? 0 : scrollY)
