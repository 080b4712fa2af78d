/** Progressive enhancement for every page. */
const said = document.getElementById("said")
/** The undo form of the notice. */
const undoing = document.getElementById("undoing")

/** A phrase in the page's language, with its placeholders filled in. */
globalThis.phrase = (name, parts = {}) =>
  globalThis.words[name].replaceAll(/\{(\w+)\}/g, (_, part) => parts[part])
const { phrase } = globalThis

const {
  lang,
  dataset: { zone }
} = document.documentElement
const clock = { timeZone: zone, day: "numeric", month: "short", year: "numeric" }
const locale = lang === "en" ? "en-GB" : lang
const days = new Intl.DateTimeFormat(locale, clock)
const minutes = new Intl.DateTimeFormat(locale, {
  ...clock,
  hour: "2-digit",
  minute: "2-digit",
  hourCycle: "h23"
})
const since = new Intl.RelativeTimeFormat(lang, { numeric: "auto", style: "short" })

/** Milliseconds from which each unit is used. */
const units = { day: 86_400_000, hour: 3_600_000, minute: 60_000 }

/** Rewrites times in the reader's time zone and as ages. The server writes UTC if it knows no other zone. */
const localize = () => {
  for (const one of document.querySelectorAll("time[data-as]")) {
    const at = new Date(one.dateTime)
    const ago = at - Date.now()
    const [unit, length] = Object.entries(units).find(([, length]) => Math.abs(ago) >= length) ?? [
      "minute",
      60_000
    ]
    const relative = since.format(Math.trunc(ago / length), unit)
    const exact = (one.dataset.as === "day" ? days : minutes).format(at)
    if (one.dataset.as === "ago") one.title = exact
    else {
      if (one.textContent !== exact) one.textContent = exact
      one.title = relative
    }
  }
}

let fading

/** The notice stays while someone points at it or has the focus on its button. */
const fade = () => {
  fading = setTimeout(() => {
    if (said.parentElement.matches(".toast:is(:hover, :focus-within)")) return fade()
    said.textContent = ""
    offer()
  }, 8000)
}

const offer = ({ kind, requestId } = {}) => {
  if (undoing === null) return
  undoing.hidden = requestId === undefined
  if (undoing.hidden) return
  undoing.elements.kind.value = kind
  undoing.elements.requestId.value = requestId
  undoing.querySelector("button").textContent = phrase(kind)
}

/** Success messages and their undo button fade after a while; errors stay. */
const say = (text, { isWrong = false, ...offered } = {}) => {
  clearTimeout(fading)
  said.textContent = text
  said.classList.toggle("wrong", isWrong)
  offer(offered)
  if (!isWrong) fade()
}

/** Requests that can be undone or redone, the latest last. */
const history = { undo: [], redo: [] }

/** The last HTML that the server sent for each part. Changes by scripts and people since then are not updates. */
const sent = new WeakMap()
for (const part of document.querySelectorAll("[data-live]")) sent.set(part, part.innerHTML)
localize()

/** Refreshes are numbered, so that a response overtaken by a newer one is dropped. */
let asked = 0
let shown = 0

/** The ETag of the last response shown. */
let tag = ""

/**
 * Replaces the parts marked `data-live` that changed, by id, and keeps the focus. Only polling sends the ETag: after a form was sent, the
 * page needs fresh forms.
 */
const refresh = async (isLook = false) => {
  const number = ++asked
  const headers = { accept: "text/html", ...(isLook && tag !== "" && { "if-none-match": tag }) }
  const response = await fetch(location.href, { headers, cache: "no-store" })
  if (response.status === 304) return false
  if (response.redirected) return location.reload()
  if (!response.ok) throw new Error(`The page answered ${response.status}`)
  const fresh = new DOMParser().parseFromString(await response.text(), "text/html")
  if (number < shown) return
  shown = number
  tag = response.headers.get("etag") ?? ""
  const news = Array.from(document.querySelectorAll("[data-live]"), (part) => [
    part,
    fresh.getElementById(part.id)?.innerHTML
  ]).filter(([part, now]) => now !== undefined && now !== sent.get(part))
  // An opened or focused element may move from one part to another.
  const { activeElement } = document
  const focused = activeElement.closest("[data-live]") ? activeElement.id : ""
  const opened = Array.from(document.querySelectorAll("[data-live] details[open][id]"), ({ id }) => id)
  const held = document.querySelector("[data-live] [id]:not([data-live]):is(:focus-within, :hover)")
  const top = held?.getBoundingClientRect().top
  for (const [part, now] of news) {
    const { scrollLeft, scrollTop } = part
    sent.set(part, now)
    part.innerHTML = now
    part.scrollTo(scrollLeft, scrollTop)
  }
  for (const id of opened) document.getElementById(id)?.setAttribute("open", "")
  if (focused !== "") document.getElementById(focused)?.focus({ preventScroll: true })
  // Scrolls so that the element stays in place, whatever appeared above it.
  const still = held && document.getElementById(held.id)
  const scroller = still?.closest("[data-scrolls]") ?? document.scrollingElement
  if (still) scroller.scrollTop += still.getBoundingClientRect().top - top
  localize()
  document.dispatchEvent(new Event("refreshed"))
  return news.length > 0
}

/** Dispatches `sent` or `refused` with the form as its detail. */
const tell = (name, detail) => document.dispatchEvent(new CustomEvent(name, { detail }))

const refuse = (form, message) => {
  say(message, { isWrong: true })
  tell("refused", form)
}

const record = (form, body, { kind, requestId }) => {
  const taken = body.get("requestId")
  for (const kind of form === undoing ? ["undo", "redo"] : []) {
    history[kind] = history[kind].filter((one) => one !== taken)
  }
  if (requestId === undefined) return
  if (form !== undoing) history.redo = []
  history[kind].push(requestId)
}

/** Submits a form without leaving the page, then shows the result. */
const send = async (form, submitter, body) => {
  const response = await fetch(form.action, { method: "POST", body, headers: { accept: "application/json" } })
  if (response.redirected) return location.reload()
  const answer = await response.json().catch(() => ({}))
  if (!response.ok) return refuse(form, answer.error?.message ?? phrase("failed"))
  record(form, body, answer)
  // With more forms queued, the last one refreshes the page for all.
  if (unsent === 1) await refresh()
  say(submitter?.dataset.quiet ?? answer.notice ?? form.dataset.quiet, answer)
  tell("sent", form)
}

/** Forms are sent one after another, even if someone submits faster. */
let unsent = 0
let last = Promise.resolve()

const queue = (form, job) => {
  unsent++
  const done = last.then(job).catch(() => refuse(form, phrase("unreachable")))
  last = done.finally(() => unsent--)
}

document.addEventListener("submit", (event) => {
  const { submitter, target } = event
  if (target.dataset.quiet === undefined) return
  event.preventDefault()
  const body = new URLSearchParams(new FormData(target, submitter))
  queue(target, () => send(target, submitter, body))
})

/** Undoes the latest request, or redoes the one undone last. */
const takeBack = (kind) => {
  const requestId = history[kind].at(-1)
  if (requestId === undefined) return
  offer({ kind, requestId })
  if (undoing.dataset.quiet === undefined) return undoing.submit()
  return send(undoing, null, new URLSearchParams(new FormData(undoing)))
}

document.addEventListener("keydown", (event) => {
  const { altKey, ctrlKey, key, metaKey, shiftKey, target } = event
  if (key.toLowerCase() !== "z" || altKey || ctrlKey === metaKey || undoing === null) return
  const kind = shiftKey ? "redo" : "undo"
  if (target.matches("input, textarea") || (history[kind].length === 0 && unsent === 0)) return
  event.preventDefault()
  if (!event.repeat) queue(undoing, () => takeBack(kind))
})

document.addEventListener("click", async (event) => {
  const button = event.target.closest?.("[data-copies]")
  if (!button) return
  const text = document.getElementById(button.dataset.copies).textContent.trim()
  await navigator.clipboard.writeText(text).then(
    () => say(phrase("copied")),
    () => say(phrase("noCopy"), { isWrong: true })
  )
})

/** Scrolls to the current tab, which may be outside a narrow window. */
document.querySelector(".tabs [aria-current]")?.scrollIntoView({ block: "nearest", inline: "center" })

/** How often the page polls for changes, in seconds. */
const pace = Math.min(
  ...Array.from(document.querySelectorAll("[data-live]"), ({ dataset }) => Number(dataset.live) || Infinity)
)
/** After a change the page polls every second, then less often as it gets quiet. */
const look = async (wait) => {
  // A script sets `data-busy` while someone is using an element, such as during a drag.
  const busy = document.querySelector("[data-busy], [data-live] :is(input, textarea, select):focus")
  const isFree = document.visibilityState === "visible" && busy === null
  const isNews = isFree && (await refresh(true).catch(() => false))
  const next = isNews ? 1 : Math.min(pace, wait * 2)
  setTimeout(() => look(next), next * 1000)
}
if (pace < Infinity) setTimeout(() => look(pace), pace * 1000)
document.addEventListener("refresh", () => refresh().catch(() => {}))

/** Other scripts show a notice with `new CustomEvent("say", { detail: text })`. */
document.addEventListener("say", ({ detail }) => say(detail))

if (undoing !== null) {
  // A page that polls shows an undo without a reload.
  if (pace < Infinity) undoing.dataset.quiet = ""
  if (!undoing.hidden) history[undoing.elements.kind.value].push(undoing.elements.requestId.value)
  if (said.textContent !== "") fade()
}
