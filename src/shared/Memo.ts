/** Caches expensive values by key. */

/** The maximum number of entries before the cache is cleared, because keys can come from users (currencies, time zones). */
const maxEntries = 500

/** Creates a value on first use, and then returns the same one. */
export const lazy = <A>(make: () => A): (() => A) => {
  let made: { readonly value: A } | undefined
  return () => (made ??= { value: make() }).value
}

export const once = <A>(make: (key: string) => A): ((key: string) => A) => {
  const made = new Map<string, A>()
  return (key) => {
    const known = made.get(key)
    if (known !== undefined) return known
    if (made.size >= maxEntries) made.clear()
    const fresh = make(key)
    made.set(key, fresh)
    return fresh
  }
}
