/** The methods of an address. Guards, limits and metrics use the same paths as the router. */

export interface Route {
  readonly method: string
  readonly path: string
  /** The name of its surface in metrics and the access log. */
  readonly surface: string
  /** If absent, pages of any origin may call it; `listed` allows only hosts and origins that an operator lists. */
  readonly origins?: "listed"
}

export const pathOf = (url: string): string => {
  const mark = url.indexOf("?")
  return mark < 0 ? url : url.slice(0, mark)
}

export const patternOf = ({ path }: Route) =>
  new RegExp(
    `^${path
      .replaceAll(".", "\\.")
      .replace(/:[^/]+/gu, "[^/]+")
      .replace(/\*$/u, ".*")
      .replace(/^\/rpc$/u, "/rpc/?")}$`,
    "u"
  )

/** Matches escaped characters that need no escape in a path (RFC 3986, section 2.3). */
const needlessEscape = /%(?:[46][1-9a-f]|[57][0-9a]|3\d|2[de]|5f|7e)/iu

/** Matches paths that the router would also accept, which would give an address several spellings. Effect's RPC client sends `/rpc/`. */
export const isOdd = (path: string): boolean =>
  path.includes(";") ||
  needlessEscape.test(path) ||
  (path.length > 1 && path.endsWith("/") && path !== "/rpc/")

const withImplied = (found: ReadonlyArray<string>) =>
  found.length === 0 ? [] : [...found, ...(found.includes("GET") ? ["HEAD"] : []), "OPTIONS"]

/** True if a path has the parts of a template. Compares parts, because compiling a pattern for one comparison is slower. */
const fits = (template: ReadonlyArray<string>, parts: ReadonlyArray<string>) =>
  template.length === parts.length &&
  template.every((part, at) => {
    const name = part.indexOf(":")
    return name < 0
      ? part === parts[at]
      : parts[at]!.length > name && parts[at]!.startsWith(part.slice(0, name))
  })

/** The methods of addresses that a route with a parameter also matches, by path: `/deals/bulk-move` is never a deal's id. */
export const concreteOf = (routes: ReadonlyArray<Route>): ReadonlyMap<string, ReadonlyArray<string>> => {
  const templates = routes.filter(({ path }) => path.includes(":")).map(({ path }) => path.split("/"))
  const concrete = routes.filter(({ path }) => {
    const parts = path.split("/")
    return !/[:*]/u.test(path) && templates.some((template) => fits(template, parts))
  })
  const byPath = Map.groupBy(concrete, ({ path }) => path)
  return new Map(
    [...byPath].map(([path, some]) => [path, withImplied([...new Set(some.map(({ method }) => method))])])
  )
}

/** The methods of an address, including HEAD and OPTIONS; empty if the address doesn't exist. */
export const methodsOf = (routes: ReadonlyArray<Route>, concrete: ReturnType<typeof concreteOf>) => {
  const table = routes.map((route) => ({ method: route.method, pattern: patternOf(route) }))
  return (url: string): ReadonlyArray<string> => {
    const path = pathOf(url)
    if (isOdd(path)) return []
    const matching = table.filter((route) => route.pattern.test(path)).map((route) => route.method)
    return concrete.get(path) ?? withImplied([...new Set(matching)])
  }
}
