/** What an address asks for that its page can't make sense of. */

/** What a page read of each parameter, as the address has it; or whether it takes all values of one that may stand there often. */
export type Known = Readonly<Record<string, string | ((values: ReadonlyArray<string>) => boolean)>>

/** The names of the parameters with a value that is not what was read of it. */
export const unread = (parameters: URLSearchParams, known: Known): ReadonlyArray<string> =>
  [...new Set(parameters.keys())].filter((name) => {
    const values = parameters.getAll(name)
    if (values.join("") === "") return false
    const read = Object.hasOwn(known, name) ? known[name] : undefined
    if (typeof read === "function") return !read(values)
    return values.length > 1 || read?.toLowerCase() !== values[0]!.trim().toLowerCase()
  })
