/** What the extension uses of the browser, for a page that is none of an extension. */

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
