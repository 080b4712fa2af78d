/** Sends an operation to the service that this page is of, with a key that nothing but the field holds. */

const form = document.querySelector("form.try")
const answer = form.querySelector(".answer")
form.hidden = false

const valuesOf = (place) =>
  [...form.elements]
    .filter(({ name }) => name.startsWith(`${place}:`))
    .map(({ name, value }) => [name.slice(place.length + 1), value.trim()])

const addressOf = () => {
  const path = valuesOf("path").reduce(
    (address, [name, value]) => address.replace(`{${name}}`, encodeURIComponent(value)),
    form.dataset.path
  )
  const query = new URLSearchParams(valuesOf("query").filter(([, value]) => value !== ""))
  return query.size === 0 ? path : `${path}?${query}`
}

const headersOf = () => {
  const { dry, key, body } = form.elements
  return {
    authorization: `Bearer ${key.value.trim()}`,
    ...(body === undefined ? {} : { "content-type": "application/json" }),
    ...(dry?.checked ? { "dry-run": "true" } : {}),
    ...(form.dataset.method === "GET" ? {} : { "idempotency-key": crypto.randomUUID() })
  }
}

const told = ["service-request-id", "ratelimit", "retry-after", "dry-run", "service-warning"]

const indented = (text) => {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}

const show = (...lines) => {
  const pre = document.createElement("pre")
  pre.tabIndex = 0
  pre.textContent = lines.join("\n")
  answer.replaceChildren(pre)
}

form.addEventListener("submit", async (event) => {
  event.preventDefault()
  const { method } = form.dataset
  const text = form.elements.body?.value
  const body = method === "GET" || text === undefined || text.trim() === "" ? undefined : text
  answer.textContent = "Sending …"
  try {
    const response = await fetch(addressOf(), { method, headers: headersOf(), body, credentials: "omit" })
    const headers = told
      .filter((name) => response.headers.has(name))
      .map((name) => `${name}: ${response.headers.get(name)}`)
    show(
      `${response.status} ${response.statusText}`.trim(),
      ...headers,
      "",
      indented((await response.text()).slice(0, 200_000))
    )
  } catch (error) {
    show(`The request did not get through: ${error.message}`)
  }
})
