/**
 * Requests a passkey from the device when a form with passkey options is submitted, and adds the result to it. The options stay hidden if
 * scripts or the browser don't support them, so that password and code remain.
 */
const Credential = globalThis.PublicKeyCredential

const asking = {
  create: (options) =>
    navigator.credentials.create({ publicKey: Credential.parseCreationOptionsFromJSON(options) }),
  get: (options) => navigator.credentials.get({ publicKey: Credential.parseRequestOptionsFromJSON(options) })
}

const refusals = {
  InvalidStateError: globalThis.words.hasPasskey,
  NotAllowedError: globalThis.words.noPasskey,
  SecurityError: globalThis.words.wrongSite
}

const send = async (form, { kind, options }) => {
  const problem = form.querySelector(".problem[data-passkey]")
  const button = form.querySelector("button")
  problem.hidden = true
  button.disabled = true
  try {
    const answer = await asking[kind](JSON.parse(options))
    form.elements.namedItem("response").value = JSON.stringify(answer)
    form.submit()
  } catch (error) {
    problem.textContent =
      refusals[error.name] ?? globalThis.words.cannot.replace("{reason}", () => error.message)
    problem.hidden = false
  }
  button.disabled = false
}

const works = Credential?.parseCreationOptionsFromJSON && Credential.parseRequestOptionsFromJSON

if (works) {
  for (const form of document.querySelectorAll("form[data-options]")) {
    form.hidden = false
    form.addEventListener("submit", (event) => {
      event.preventDefault()
      send(form, form.dataset)
    })
  }
  for (const one of document.querySelectorAll("[data-without-passkeys]")) one.hidden = true
}
