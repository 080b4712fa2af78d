/** A machine's names for itself, which mean the same host to its users. */

const names = new Set(["127.0.0.1", "localhost", "::1", "[::1]"])

/** Whether the host name is only reachable from this machine. */
export const has = (host: string): boolean => names.has(host)

/** Replaces the host with `other`'s name for this machine. Unchanged unless both are the same port of this machine. */
export const renamed = (address: string, other: string): string => {
  const [url, named] = [URL.parse(address), URL.parse(other)]
  if (url === null || named === null || !has(url.hostname) || !has(named.hostname)) return address
  if (url.port !== named.port || url.protocol !== named.protocol) return address
  return `${named.origin}${url.pathname === "/" ? "" : url.pathname}${url.search}`
}
