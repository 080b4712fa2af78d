/** Finds query parameters that the page can't interpret. */

/** The value that the page read for each parameter, or a check of all values for a parameter that may be repeated. */
type KnownParameters = Readonly<Record<string, string | ((values: ReadonlyArray<string>) => boolean)>>

/** The names of parameters with a value that the page didn't read. */
export const unread = (parameters: URLSearchParams, known: KnownParameters): ReadonlyArray<string> =>
  [...new Set(parameters.keys())].filter((name) => {
    const values = parameters.getAll(name)
    if (values.join("") === "") return false
    const read = Object.hasOwn(known, name) ? known[name] : undefined
    if (typeof read === "function") return !read(values)
    return values.length > 1 || read?.toLowerCase() !== values[0]!.trim().toLowerCase()
  })
