/** A deal's page: edits parts in place, keeps drafts of notes, and handles shortcuts to the neighbouring deals. */
const near = (element, selector) => element?.closest?.(selector) ?? null
const parts = ".editable > details"

const open = (details) => {
  details.open = true
  const first = details.querySelector("input:not([type=hidden]), textarea, select")
  first?.focus()
  first?.select?.()
}

/** Restores the value, and returns the focus. */
const close = (details) => {
  details.querySelector("form").reset()
  details.open = false
  details.querySelector("summary").focus()
}

document.addEventListener("click", (event) => {
  const summary = near(event.target, `${parts} > summary`)
  if (summary) {
    event.preventDefault()
    return summary.parentElement.open ? close(summary.parentElement) : open(summary.parentElement)
  }
  const value = near(event.target, ".editable > .value")
  if (!value || near(event.target, "a") || String(getSelection()) !== "") return
  const details = value.parentElement.querySelector("details")
  if (details) open(details)
})

/** The pending request: a part to close after saving, or to open again with the typed text on an error. */
let sending

/** Notes being sent, oldest first, with their form and text. */
const notes = []

/** Clears the form after a note is sent, because the next text is a new note. page.js has already read the form. */
const begin = (form) => {
  const area = form.querySelector("textarea")
  notes.push({ form, key: form.dataset.draft, text: area.value })
  form.elements.once.value += "+"
  area.value = ""
  form.elements.activityKind.value = "note"
}

document.addEventListener("submit", ({ target }) => {
  if (target.dataset.draft) return begin(target)
  const id = near(target, "details")?.id
  sending = { id, part: near(target, parts) !== null }
})

const typedIn = (form) => [...new FormData(form)].filter(([name]) => !/^(csrf|once|was-)/.test(name))

document.addEventListener("sent", ({ detail }) => {
  if (notes[0]?.form === detail) return drop(notes.shift())
  // After a change, a list may no longer show the deal.
  const details = sending?.part && document.getElementById(sending.id)
  if (details) {
    details.open = false
    details.querySelector("summary").focus()
  }
  sending = undefined
})

/** Shows the current value, and keeps the typed text for another look. */
document.addEventListener("refused", ({ detail }) => {
  if (notes[0]?.form === detail) return recover(notes.shift())
  const form = sending?.part && document.getElementById(sending.id)?.querySelector("form")
  const { id } = sending ?? {}
  sending = undefined
  if (!form) return
  const typed = typedIn(form)
  addEventListener(
    "refreshed",
    () => {
      const details = document.getElementById(id)
      if (!details) return
      details.open = true
      for (const [name, value] of typed) {
        const field = details.querySelector("form").elements[name]
        field.value = value
        field.setAttribute("aria-invalid", "true")
      }
      details.querySelector("[aria-invalid]")?.focus()
    },
    { once: true, capture: true }
  )
  document.dispatchEvent(new Event("refresh"))
})

/** Drafts of notes by person and deal, kept for thirty days. */
const kept = "note-drafts"
const patience = 30 * 86_400_000
const most = 50

const draftsNow = () => {
  try {
    const all = Object.entries(JSON.parse(localStorage.getItem(kept) ?? "{}"))
    return all.filter(([, { at }]) => Date.now() - at < patience).slice(-most)
  } catch {
    return []
  }
}
const store = (entries) => {
  try {
    localStorage.setItem(kept, JSON.stringify(Object.fromEntries(entries)))
  } catch {
    // Without localStorage there are no drafts.
  }
}
const without = (key) => draftsNow().filter(([name]) => name !== key)
const keep = (key, text) =>
  store([...without(key), ...(text.trim() === "" ? [] : [[key, { at: Date.now(), text }]])])

const noting = () => document.querySelector("form[data-draft]")
const draftOf = (key) => draftsNow().find(([name]) => name === key)?.[1]

/** Keeps the draft if another one was started meanwhile. */
const drop = ({ key, text }) => {
  if (draftOf(key)?.text === text) store(without(key))
}

/** Restores the rejected text before the text typed since. */
const recover = ({ key, text }) => {
  const area = noting()?.querySelector("textarea")
  if (!area) return
  area.value = [text, area.value].filter((one) => one !== "").join("\n\n")
  keep(key, area.value)
}

const recall = () => {
  const form = noting()
  const area = form?.querySelector("textarea")
  const text = draftOf(form?.dataset.draft)?.text
  if (!area || area.value !== "" || text === undefined) return
  if (!notes.some((one) => one.text === text)) area.value = text
}
recall()
document.addEventListener("refreshed", recall)

document.addEventListener("input", ({ target }) => {
  const form = near(target, "form[data-draft]")
  if (form) keep(form.dataset.draft, target.value)
})

const turns = { j: "next", k: "previous" }

document.addEventListener("keydown", (event) => {
  const { target } = event
  if (event.isComposing) return
  if (event.key === "Enter" && (event.ctrlKey || event.metaKey) && target.matches("textarea")) {
    event.preventDefault()
    return target.form.requestSubmit()
  }
  if (event.key === "Escape") {
    const details = near(target, parts)
    if (details?.open) {
      event.preventDefault()
      close(details)
    }
    return
  }
  const bare = !event.ctrlKey && !event.altKey && !event.metaKey && !event.shiftKey
  if (bare && !target.matches("input, textarea, select")) document.getElementById(turns[event.key])?.click()
})
