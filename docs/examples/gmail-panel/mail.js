/** Writes down who wrote the message that is open. Gmail marks the sender: a span of the class gD, with the address in `email`. */

let known

const tell = () => {
  if (document.hidden) return
  const email = [...document.querySelectorAll("span.gD[email]")].at(-1)?.getAttribute("email") ?? ""
  if (email === known) return
  known = email
  chrome.storage.session.set({ email })
}

/** Of several tabs, the one that is looked at counts. */
const look = () => {
  known = undefined
  tell()
}

new MutationObserver(tell).observe(document.body, { childList: true, subtree: true })
addEventListener("focus", look)
look()
