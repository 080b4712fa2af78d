/** The search dialog: `/`, Ctrl+K or Cmd+K opens it, arrow keys select, Enter opens. Without scripts it is a page. */
const link = document.querySelector("header .find")
const own = document.getElementById("find-q")

/** The delay after a key, in milliseconds, so that no request is sent while someone is still typing. */
const pause = 60

const dialog = document.createElement("dialog")
dialog.className = "finder"
dialog.ariaLabel = globalThis.phrase("find")
const input = document.createElement("input")
input.placeholder = input.ariaLabel = globalThis.phrase("find")
Object.assign(input, {
  type: "text",
  maxLength: 120,
  autocomplete: "off",
  spellcheck: false,
  enterKeyHint: "go"
})
const found = document.createElement("div")
found.className = "found"
/** The number of results, for screen readers. */
const told = document.createElement("p")
told.className = "unseen"
told.role = "status"
/** A close button for touch screens, which have no Esc key. */
const close = document.createElement("button")
Object.assign(close, {
  type: "button",
  className: "quiet",
  textContent: "✕",
  ariaLabel: globalThis.phrase("close")
})
close.addEventListener("click", () => dialog.close())
const head = document.createElement("div")
head.className = "finding"
head.append(input, close)
dialog.append(head, told, found)

let timer
let asking
/** The query of the shown results, and whether Enter was pressed before they arrived. */
let shown
let waits = false

const links = () => [...found.querySelectorAll("a")]
const text = () => input.value.trim()

const go = () => {
  if (text() === "") return
  if (shown !== text()) return (waits = true)
  links()[0]?.click()
}

const ask = async () => {
  const q = text()
  asking?.abort()
  found.ariaBusy = String(q !== shown)
  if (q === shown) return
  asking = new AbortController()
  const { signal } = asking
  const address = `${link.pathname}?${new URLSearchParams({ q })}`
  const response = await fetch(address, { headers: { accept: "text/html" }, signal })
  if (response.redirected) return location.assign(address)
  const page = new DOMParser().parseFromString(await response.text(), "text/html")
  const results = page.getElementById("found")
  if (results === null) throw new Error(`The search answered ${response.status}`)
  found.replaceChildren(...results.childNodes)
  found.ariaBusy = "false"
  links()[0]?.classList.toggle("first", q !== "")
  told.textContent = found.querySelector("#found-count")?.textContent ?? ""
  shown = q
  if (waits) go()
  waits = false
}

const search = () =>
  ask().catch((error) => {
    if (error.name === "AbortError") return
    found.ariaBusy = "false"
    found.textContent = globalThis.phrase("unreachable")
  })

const open = () => {
  if (own !== null) return own.select()
  if (dialog.open) return input.select()
  if (!dialog.isConnected) document.body.append(dialog)
  for (const menu of document.querySelectorAll(":popover-open")) menu.hidePopover()
  dialog.showModal()
  input.select()
  search()
}

input.addEventListener("input", () => {
  clearTimeout(timer)
  waits = false
  timer = setTimeout(search, pause)
})

dialog.addEventListener("keydown", (event) => {
  const all = links()
  const at = all.indexOf(document.activeElement)
  const { ctrlKey, isComposing, key, metaKey } = event
  if (isComposing) return
  if (key === "ArrowDown" || key === "ArrowUp") {
    event.preventDefault()
    // While the focus is in the field, the first result is already selected.
    const next = key === "ArrowUp" ? at - 1 : at < 0 && shown !== "" ? 1 : at + 1
    const target = next < 0 ? input : (all[next] ?? all.at(-1))
    target?.focus()
  } else if (key === "Enter" && document.activeElement === input) {
    event.preventDefault()
    clearTimeout(timer)
    if (shown !== text()) search()
    go()
  } else if (at >= 0 && (key.length === 1 || key === "Backspace") && !ctrlKey && !metaKey && key !== " ") {
    input.focus()
  }
})

// The first result is selected only while the focus is in the field.
dialog.addEventListener("focusin", ({ target }) =>
  links()[0]?.classList.toggle("first", target === input && shown !== "")
)

dialog.addEventListener("click", ({ target }) => target === dialog && dialog.close())

link?.addEventListener("click", (event) => {
  if (event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return
  event.preventDefault()
  open()
})

addEventListener("keydown", (event) => {
  const { altKey, ctrlKey, isComposing, key, metaKey, target } = event
  if (event.defaultPrevented || isComposing || altKey || link === null) return
  const isTyping = target.matches?.("input, textarea, select, [contenteditable]") === true
  const isSlash = key === "/" && !ctrlKey && !metaKey && !isTyping
  if (!isSlash && !(key.toLowerCase() === "k" && (ctrlKey || metaKey))) return
  event.preventDefault()
  open()
})
