/** What every page does a little better with scripts than without. */
const said = document.getElementById("said")
/** The form that takes back what was said to be done. */
const undoing = document.getElementById("undoing")

/** A sentence of the page's language, with its parts put in. */
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

/** Milliseconds from which each unit counts. */
const units = { day: 86_400_000, hour: 3_600_000, minute: 60_000 }

/** The service says times in UTC where it knows no other zone; here they are the reader's, and how long ago. */
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

/** Not while somebody points at it, or is about to press its button. */
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

/** What went well is said for a while, with what it offers; what went wrong stays. */
const say = (text, { isWrong = false, ...offered } = {}) => {
  clearTimeout(fading)
  said.textContent = text
  said.classList.toggle("wrong", isWrong)
  offer(offered)
  if (!isWrong) fade()
}

/** Requests that can be taken back, or done again, the latest last. */
const history = { undo: [], redo: [] }

/** What the service last sent of a part: what scripts and people changed in it since is not news. */
const sent = new WeakMap()
for (const part of document.querySelectorAll("[data-live]")) sent.set(part, part.innerHTML)
localize()

/** Refreshes are numbered: one that was overtaken on the way knows nothing new. */
let asked = 0
let shown = 0

/** What was shown last, by the tag that the service gave it. */
let tag = ""

/**
 * Takes over what changed in the parts marked `data-live`, each by its id; who was somewhere in them stays there. Only a look for
 * news may be told that there is none: what was sent needs the forms anew.
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
  // What somebody opened, or has in hand, may move from one part to another.
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
  // It stays in place, whatever came above it.
  const still = held && document.getElementById(held.id)
  const scroller = still?.closest("[data-scrolls]") ?? document.scrollingElement
  if (still) scroller.scrollTop += still.getBoundingClientRect().top - top
  localize()
  document.dispatchEvent(new Event("refreshed"))
  return news.length > 0
}

/** `sent` and `refused` say of which form. */
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

/** Sends what a form holds without leaving the page, then shows what came of it. */
const send = async (form, submitter, body) => {
  const response = await fetch(form.action, { method: "POST", body, headers: { accept: "application/json" } })
  if (response.redirected) return location.reload()
  const answer = await response.json().catch(() => ({}))
  if (!response.ok) return refuse(form, answer.error?.message ?? phrase("failed"))
  record(form, body, answer)
  // What is sent next shows what came of both.
  if (unsent === 1) await refresh()
  say(submitter?.dataset.quiet ?? answer.notice ?? form.dataset.quiet, answer)
  tell("sent", form)
}

/** Forms are sent one after another, however quickly someone goes on. */
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

/** Takes back the latest, or does again what was taken back last. */
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

/** Tabs may run out of a narrow window: the current one is in it. */
document.querySelector(".tabs [aria-current]")?.scrollIntoView({ block: "nearest", inline: "center" })

/** How often the page looks for news, in seconds. */
const pace = Math.min(
  ...Array.from(document.querySelectorAll("[data-live]"), ({ dataset }) => Number(dataset.live) || Infinity)
)
/** Where there was news there soon is more: then it looks every second, and seldom again as it gets quiet. */
const look = async (wait) => {
  // `data-busy` is a script's word that what is on the page is in someone's hands.
  const busy = document.querySelector("[data-busy], [data-live] :is(input, textarea, select):focus")
  const isFree = document.visibilityState === "visible" && busy === null
  const isNews = isFree && (await refresh(true).catch(() => false))
  const next = isNews ? 1 : Math.min(pace, wait * 2)
  setTimeout(() => look(next), next * 1000)
}
if (pace < Infinity) setTimeout(() => look(pace), pace * 1000)
document.addEventListener("refresh", () => refresh().catch(() => {}))

/** Other scripts of a page have it say things by `new CustomEvent("say", { detail: text })`. */
document.addEventListener("say", ({ detail }) => say(detail))

if (undoing !== null) {
  // Where a page follows what happens, what is undone shows without a new page.
  if (pace < Infinity) undoing.dataset.quiet = ""
  if (!undoing.hidden) history[undoing.elements.kind.value].push(undoing.elements.requestId.value)
  if (said.textContent !== "") fade()
}
