/** What the extension uses of the browser and of Gmail, for a page that is neither. */

const area = (name) => ({
  get: async (keys) =>
    Object.fromEntries(
      keys.map((key) => [key, JSON.parse(localStorage.getItem(`${name}.${key}`) ?? "null") ?? undefined])
    ),
  set: async (values) => {
    for (const [key, value] of Object.entries(values))
      localStorage.setItem(`${name}.${key}`, JSON.stringify(value))
  }
})

/** A page hears of what another frame of its site has stored. */
const addListener = (heard) =>
  addEventListener("storage", ({ key, newValue }) =>
    heard({ [key.split(".")[1]]: { newValue: JSON.parse(newValue) } })
  )

globalThis.chrome = {
  storage: { local: area("local"), session: area("session"), onChanged: { addListener } }
}

/** Opens a message as Gmail does: the sender's name carries the address. */
addEventListener("click", ({ target }) => {
  const { email } = target.dataset ?? {}
  if (email === undefined) return
  const sender = document.createElement("span")
  sender.className = "gD"
  sender.setAttribute("email", email)
  sender.textContent = target.textContent
  document.querySelector("article").replaceChildren(sender)
})
