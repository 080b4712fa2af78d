/** The names that a machine has for itself, which are one host to its users. */

const names = new Set(["127.0.0.1", "localhost", "::1", "[::1]"])

/** True if the host name is reachable from this machine alone. */
export const has = (host: string): boolean => names.has(host)

/** The address by the name that `other` has for this machine; unchanged unless both are the same port of this machine. */
export const renamed = (address: string, other: string): string => {
  const [url, named] = [URL.parse(address), URL.parse(other)]
  if (url === null || named === null || !has(url.hostname) || !has(named.hostname)) return address
  if (url.port !== named.port || url.protocol !== named.protocol) return address
  return `${named.origin}${url.pathname === "/" ? "" : url.pathname}${url.search}`
}
