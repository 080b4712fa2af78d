/** What every page does a little better with scripts than without. */
const said = document.getElementById("said")

const say = (text, wrong = false) => {
  said.textContent = text
  said.classList.toggle("wrong", wrong)
}

/** Takes over what changed in the parts marked `data-live`, each by its id; who was somewhere in them stays there. */
const refresh = async () => {
  const response = await fetch(location.href, { headers: { accept: "text/html" } })
  if (response.redirected) return location.reload()
  if (!response.ok) return
  const fresh = new DOMParser().parseFromString(await response.text(), "text/html")
  for (const part of document.querySelectorAll("[data-live]")) {
    const now = fresh.getElementById(part.id)
    if (now === null || now.innerHTML === part.innerHTML) continue
    const focused = part.contains(document.activeElement) ? document.activeElement.id : ""
    const scrolled = part.scrollLeft
    part.innerHTML = now.innerHTML
    part.scrollLeft = scrolled
    if (focused !== "") document.getElementById(focused)?.focus({ preventScroll: true })
  }
  document.dispatchEvent(new Event("refreshed"))
}

/** Sends a form without leaving the page, then shows what came of it. */
const send = async (form, submitter) => {
  const body = new URLSearchParams(new FormData(form, submitter))
  const response = await fetch(form.action, { method: "POST", body, headers: { accept: "application/json" } })
  if (response.redirected) return location.reload()
  if (response.ok) {
    await refresh()
    say(form.dataset.quiet)
  } else {
    const answer = await response.json().catch(() => undefined)
    say(answer?.error?.message ?? "That did not work. Reload the page and try again.", true)
    document.dispatchEvent(new Event("refused"))
  }
}

document.addEventListener("submit", (event) => {
  if (event.target.dataset.quiet === undefined) return
  event.preventDefault()
  send(event.target, event.submitter).catch(() => say("The service cannot be reached. Try again.", true))
})

document.addEventListener("change", (event) => {
  if (event.target.dataset.submits !== undefined) event.target.form.requestSubmit()
})

document.addEventListener("click", async (event) => {
  const button = event.target.closest?.("[data-copies]")
  if (!button) return
  const text = document.getElementById(button.dataset.copies).textContent.trim()
  await navigator.clipboard.writeText(text).then(
    () => say("Copied."),
    () => say("The browser does not allow copying here: select the text and copy it.", true)
  )
})

for (const button of document.querySelectorAll("[data-copies]")) button.hidden = false

/** How often the page looks for news, in seconds. */
const pace = Math.min(
  ...Array.from(document.querySelectorAll("[data-live]"), ({ dataset }) => Number(dataset.live) || Infinity)
)
if (pace < Infinity) {
  setInterval(() => {
    const typing = document.activeElement?.matches?.("[data-live] :is(input, textarea, select)")
    if (document.visibilityState === "visible" && !typing) refresh().catch(() => {})
  }, pace * 1000)
}
document.addEventListener("refresh", () => refresh().catch(() => {}))
