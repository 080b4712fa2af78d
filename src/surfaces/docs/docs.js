/** Progressive enhancement of the documentation: search as you type, copy buttons, and the form that sends a request. */

const element = (name, properties) => Object.assign(document.createElement(name), properties)

const search = document.querySelector("form.search")
const field = search.elements.q
const list = element("ul", { className: "found" })
list.setAttribute("aria-label", "Found")
search.append(list)

let loading
/** Loads the index when someone first uses the field. */
const load = () =>
  (loading ??= Promise.all([
    fetch("/docs/search.json").then((answer) => answer.json()),
    import(search.dataset.module)
  ]).then(([index, { searcher }]) => searcher(index)))

const itemOf = ({ h, t, u, x }, index) => {
  const link = element("a", { href: u, id: `found-${index}` })
  link.append(
    element("b", { textContent: h }),
    element("small", { textContent: ` ${t}` }),
    element("p", { textContent: x.slice(0, 140) })
  )
  const item = element("li")
  item.append(link)
  return item
}

const show = async () => {
  const find = await load()
  const found = find(field.value).map(itemOf)
  const isNothing = found.length === 0 && field.value.trim() !== ""
  list.replaceChildren(...(isNothing ? [element("li", { textContent: "Nothing found." })] : found))
}

field.addEventListener("focus", load, { once: true })
field.addEventListener("input", show)
search.addEventListener("keydown", (event) => {
  const stops = [field, ...list.querySelectorAll("a")]
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
  if (event.key === "Escape") list.replaceChildren()
  if (step === undefined) return
  event.preventDefault()
  stops[(stops.indexOf(document.activeElement) + step + stops.length) % stops.length].focus()
})

document.addEventListener("keydown", (event) => {
  const isTyping = event.target.closest?.("input, textarea, select")
  if (event.key !== "/" || isTyping || event.ctrlKey || event.metaKey || event.altKey) return
  event.preventDefault()
  field.focus()
})

for (const code of document.querySelectorAll("main pre > code")) {
  const button = element("button", { type: "button", className: "copy quiet", textContent: "Copy" })
  button.addEventListener("click", async () => {
    await navigator.clipboard.writeText(code.textContent)
    button.textContent = "Copied"
  })
  code.parentElement.before(button)
}

/** Sends the form's request and returns the response as text. The API key is stored only in its field. */
const send = async (form) => {
  const { method, path } = form.dataset
  const values = new FormData(form)
  const address = path.replaceAll(/\{([^}]+)\}/g, (_, name) =>
    encodeURIComponent(values.get(`path:${name}`).trim())
  )
  const query = new URLSearchParams()
  for (const [name, value] of values)
    if (name.startsWith("query:") && value !== "") query.append(name.slice("query:".length), value)
  const response = await fetch(query.size === 0 ? address : `${address}?${query}`, {
    method,
    headers: {
      authorization: `Bearer ${values.get("key").trim()}`,
      ...(values.has("body") && { "content-type": "application/json" }),
      ...(values.has("dry") && { "dry-run": "true" }),
      ...(method !== "GET" && { "idempotency-key": crypto.randomUUID() })
    },
    body: values.get("body") || undefined,
    credentials: "omit"
  })
  const told = /^(?:service-|ratelimit$|retry-after|dry-run)/
  const headers = [...response.headers].filter(([name]) => told.test(name)).map((pair) => pair.join(": "))
  const text = await response.text()
  const isJson = response.headers.get("content-type") === "application/json"
  const shown = isJson ? JSON.stringify(JSON.parse(text), null, 2) : text
  return [`${response.status} ${response.statusText}`, ...headers, "", shown.slice(0, 200_000)].join("\n")
}

const form = document.querySelector("form.try")
form?.removeAttribute("hidden")
form?.addEventListener("submit", async (event) => {
  event.preventDefault()
  const answer = form.querySelector(".answer")
  answer.textContent = "Sending …"
  const textContent = await send(form).catch(({ message }) => `The request did not get through: ${message}`)
  answer.replaceChildren(element("pre", { tabIndex: 0, textContent }))
})

/** Scrolls the contents to the current page. */
document.querySelector(".contents-nav [aria-current]")?.scrollIntoView({ block: "center" })
scrollTo(0, location.hash === "" ? 0 : scrollY)
