/** Checks Host and Origin, so that a page in someone's browser can't call this service through DNS rebinding. */
import { Forbidden } from "../../../../schema/Fault.ts"
import * as Loopback from "../../../shared/network/Loopback.ts"

interface Address {
  readonly origin: string
  readonly hostname: string
}

const parse = (text: string): Address | undefined => {
  const url = URL.parse(text)
  return url === null ? undefined : { origin: url.origin, hostname: url.hostname }
}

const refused = (what: string, value: string) =>
  new Forbidden({
    code: "origin_not_allowed",
    message: `The ${what} ${value.slice(0, 200)} may not call this address. An operator lists it in ALLOWED_ORIGINS, or sets BASE_URL to the address users reach the service at.`
  })

type Headers = Readonly<Record<string, string | undefined>>

/**
 * Compiles the check: `base` is the service's own address, `listed` the origins an operator allows. Hosts are compared
 * by name, whatever the port; so are loopback origins if the service is on loopback.
 */
export const compile = (base: string, listed: ReadonlyArray<string>) => {
  const own = parse(base)
  const known = [own, ...listed.map((entry) => parse(entry.includes("://") ? entry : `https://${entry}`))]
  const hosts = new Set(known.map((one) => one?.hostname))
  const origins = new Set(known.map((one) => one?.origin))
  const isLocal = Loopback.has(own?.hostname ?? "")

  /** The most common host, which is parsed only once. */
  let usual: string | undefined
  const isHost = (host: string) => {
    if (host === usual) return true
    const hostname = parse(`http://${host}`)?.hostname
    const isKnown = hosts.has(hostname) || Loopback.has(hostname ?? "")
    if (isKnown) usual = host
    return isKnown
  }
  const isOrigin = (origin: string) => {
    const sent = parse(origin)
    return sent !== undefined && (origins.has(sent.origin) || (isLocal && Loopback.has(sent.hostname)))
  }

  /** Returns a fault for a foreign caller. For an allowed origin it adds the CORS headers to `answer`. */
  return ({ host, origin }: Headers, answer: Record<string, string>): Forbidden | undefined => {
    delete answer["access-control-allow-origin"]
    if (host !== undefined && !isHost(host)) return refused("Host", host)
    if (origin === undefined) return undefined
    if (!isOrigin(origin)) return refused("Origin", origin)
    Object.assign(answer, { "access-control-allow-origin": origin, vary: "Origin" })
    return undefined
  }
}
