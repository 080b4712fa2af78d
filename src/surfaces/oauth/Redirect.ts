/** Where an app is sent back to, as a person should know it and as a browser must allow it. */

export interface Redirect {
  /** Host and port, or the scheme of an app on the device. */
  readonly host: string
  /** Where that is, in words. */
  readonly place: string
  /** What `form-action` must name for the browser to follow. */
  readonly source: string
}

const loopback = new Set(["localhost", "127.0.0.1", "[::1]"])

export const isLoopback = (hostname: string): boolean => loopback.has(hostname)

export const of = (uri: string): Redirect => {
  const { host, hostname, origin, protocol } = new URL(uri)
  if (protocol === "https:" || protocol === "http:") {
    return {
      host,
      place: loopback.has(hostname) ? "a program on this computer" : "a website",
      // An IPv6 address cannot be named in a policy.
      source: hostname.startsWith("[") ? protocol : origin
    }
  }
  return { host: protocol, place: "an app on this device", source: protocol }
}
