/** What is costly to make is made once for each key. */

/** Keys come from users, too (currencies, time zones): beyond so many all are made anew. */
const most = 500

/** For what has no key: made when it is first asked for. */
export const lazy = <A>(make: () => A): (() => A) => {
  let made: { readonly value: A } | undefined
  return () => (made ??= { value: make() }).value
}

export const once = <A>(make: (key: string) => A): ((key: string) => A) => {
  const made = new Map<string, A>()
  return (key) => {
    const known = made.get(key)
    if (known !== undefined) return known
    if (made.size >= most) made.clear()
    const fresh = make(key)
    made.set(key, fresh)
    return fresh
  }
}
