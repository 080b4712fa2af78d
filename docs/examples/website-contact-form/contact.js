/** Sends the form without leaving the page. Without this script, the browser sends it, and goes on to thanks.html. */

const form = document.querySelector("#contact")
const outcome = document.querySelector("#outcome")
const button = form.querySelector("button")

const campaignFields = [
  "utm_source",
  "utm_medium",
  "utm_campaign",
  "utm_term",
  "utm_content",
  "gclid",
  "fbclid",
  "msclkid"
]

/** The campaign that led here. It is kept while the tab is open: people look around before they write. */
const campaign = () => {
  const here = [...new URLSearchParams(location.search)].filter(([name]) => campaignFields.includes(name))
  if (here.length > 0) sessionStorage.setItem("campaign", JSON.stringify(Object.fromEntries(here)))
  return JSON.parse(sessionStorage.getItem("campaign") ?? "{}")
}
const origin = {
  ...campaign(),
  sourceUrl: location.href,
  pageTitle: document.title,
  referrer: document.referrer
}

const say = (text, hasFailed) => {
  outcome.textContent = text
  outcome.classList.toggle("failed", hasFailed)
}

const clear = () => {
  for (const old of form.querySelectorAll(".problem")) old.remove()
  for (const field of form.querySelectorAll("[aria-invalid]")) {
    field.removeAttribute("aria-invalid")
    field.removeAttribute("aria-describedby")
  }
}

/** Puts a problem below its field; returns the field, if there is one. */
const mark = ({ path, message }) => {
  const field = form.elements.namedItem(path)
  if (!(field instanceof HTMLElement)) return undefined
  const line = document.createElement("p")
  line.className = "problem"
  line.id = `problem-${path}`
  line.textContent = `${field.labels[0].textContent} ${message}.`
  field.setAttribute("aria-invalid", "true")
  field.setAttribute("aria-describedby", line.id)
  field.after(line)
  return field
}

const lost = "Your message could not be sent, and is still here. Check your connection, and press Send again."

const refuse = (response, error) => {
  const marked = (error?.meta?.issues ?? []).map(mark).filter(Boolean)
  if (marked.length > 0) {
    say("Your message was not sent yet: see above.", true)
    return marked[0].focus()
  }
  const wait = Number(response.headers.get("retry-after"))
  if (wait > 0)
    return say(`We are very busy. Press Send again in ${wait} seconds; your message is still here.`, true)
  say(
    error?.code === "form_not_found"
      ? "This form is closed. Please write us an email."
      : (error?.message ?? lost),
    true
  )
}

form.addEventListener("submit", async (event) => {
  event.preventDefault()
  clear()
  say("Sending …", false)
  button.disabled = true
  try {
    const response = await fetch(form.action, {
      method: "POST",
      headers: { "content-type": "application/json", accept: "application/json" },
      body: JSON.stringify({ ...origin, ...Object.fromEntries(new FormData(form)) }),
      signal: AbortSignal.timeout(20_000)
    })
    const answer = await response.json()
    if (!response.ok) return refuse(response, answer.error)
    form.reset()
    say("Thank you. We have your message, and answer within a day.", false)
  } catch {
    say(lost, true)
  } finally {
    button.disabled = false
  }
})
