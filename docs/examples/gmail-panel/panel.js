/** Shows the service's own panel for the sender of the open message, in a frame. */

const $ = (selector) => document.querySelector(selector)
const frame = $("iframe")

/** A session lasts an hour: a new one is begun a little earlier. Milliseconds since 1970. */
const session = { until: 0 }
const lasts = 50 * 60_000

const say = (text) => {
  $("#problem").textContent = text
  $("#problem").hidden = text === ""
}

/** Asks for the token that opens the panel once; the key itself never enters the frame. The panel can only read. */
const tokenOf = async ({ key, service }) => {
  const response = await fetch(`${service}/v1/embed-token`, {
    method: "POST",
    headers: { authorization: `Bearer ${key}`, scope: "deals:read leads:read" },
    signal: AbortSignal.timeout(15_000)
  }).catch(() => undefined)
  if (response === undefined) throw new Error(`${service} does not answer.`)
  const answer = await response.json().catch(() => undefined)
  if (typeof answer?.token === "string") return answer.token
  throw new Error(answer?.error?.message ?? `${service} is not the service: it answered ${response.status}.`)
}

const addressOf = async (settings, email) => {
  const query = new URLSearchParams({ email })
  if (Date.now() < session.until) return `${settings.service}/embed?${query}`
  query.set("token", await tokenOf(settings))
  session.until = Date.now() + lasts
  return `${settings.service}/api/embed/start?${query}`
}

/** Only the newest message counts, however long the one before it takes. */
let turn = 0

const show = async () => {
  const mine = ++turn
  const settings = await chrome.storage.local.get(["service", "key"])
  const { email } = await chrome.storage.session.get(["email"])
  say("")
  $("#hint").hidden = !!email
  $("#settings").open = !settings.key
  if (!settings.key || !email) return void (frame.hidden = true)
  try {
    const address = await addressOf(settings, email)
    if (mine !== turn) return
    frame.src = address
    frame.hidden = false
  } catch (error) {
    frame.hidden = true
    $("#settings").open = true
    say(error.message)
  }
}

$("form").addEventListener("submit", async (event) => {
  event.preventDefault()
  session.until = 0
  await chrome.storage.local.set({
    service: new URL($("#service").value).origin,
    key: $("#key").value.trim()
  })
  await show()
})

const { service } = await chrome.storage.local.get(["service"])
$("#service").value = service ?? ""
chrome.storage.onChanged.addListener(({ email }) => email !== undefined && show())
await show()
