/** Decides which URLs the service may call: https to a public host. Checked before the name is resolved. */
import { Option, Result } from "effect"
import { Invalid } from "../../../schema/Fault.ts"
import * as IpAddress from "./IpAddress.ts"

export interface Rules {
  /** Also allows http and https to `localhost` and loopback addresses. */
  readonly allowLoopback: boolean
}

export const strict: Rules = { allowLoopback: false }

const maxLength = 2000

/** Suffixes that are never public (RFC 6761, RFC 6762, RFC 8375, ICANN's .internal, common practice). */
const localSuffixes = [
  "localhost",
  "local",
  "internal",
  "home.arpa",
  "lan",
  "home",
  "corp",
  "intranet",
  "invalid"
]

/** The host as resolvers and certificates write it, without brackets and trailing dot. */
export const hostOf = (url: URL): string => url.hostname.replace(/^\[|\]$/gu, "").replace(/\.$/u, "")

const isLocalName = (host: string) =>
  !host.includes(".") || localSuffixes.some((suffix) => host === suffix || host.endsWith(`.${suffix}`))

const isLoopbackHost = (host: string) =>
  host === "localhost" || Option.exists(IpAddress.parse(host), IpAddress.isLoopback)

/** Whether a connection for `host` may use `address`. */
export const mayReach = (host: string, address: IpAddress.IpAddress, rules: Rules): boolean =>
  IpAddress.isGlobalUnicast(address) ||
  (rules.allowLoopback && isLoopbackHost(host) && IpAddress.isLoopback(address))

const flawOfHost = (host: string): string | undefined => {
  const literal = IpAddress.parse(host)
  if (Option.isSome(literal)) {
    return IpAddress.isGlobalUnicast(literal.value)
      ? undefined
      : `must not point to ${host}, which is not a public address`
  }
  return isLocalName(host) ? `must not point to ${host}, which is a local name` : undefined
}

const flawOf = (url: URL, rules: Rules): string | undefined => {
  const host = hostOf(url)
  const isLoopback = rules.allowLoopback && isLoopbackHost(host)
  if (url.protocol !== "https:" && !(isLoopback && url.protocol === "http:")) {
    return `must begin with https://, not ${url.protocol}`
  }
  if (host === "") return "must name a host"
  if (url.username !== "" || url.password !== "") return "must not hold a user name or password"
  return isLoopback ? undefined : flawOfHost(host)
}

export const refuse = (field: string, flaw: string): Invalid => {
  const message = `${field} ${flaw}. Send an https:// URL of a host on the public internet.`
  return new Invalid({
    code: "invalid_url",
    message,
    meta: { issues: [{ path: field, message: flaw }] }
  })
}

/** Parses like browsers, so that decimal, octal and hexadecimal hosts become IP addresses. */
export const parsePublicUrl = (
  text: string,
  rules: Rules = strict,
  field = "url"
): Result.Result<URL, Invalid> => {
  if (text.length > maxLength) {
    return Result.fail(refuse(field, `must have at most ${maxLength} characters, not ${text.length}`))
  }
  // The URL parser silently removes line breaks and tabs.
  if (/\p{Cc}/u.test(text)) return Result.fail(refuse(field, "must not hold control characters"))
  const url = URL.parse(text)
  if (url === null) return Result.fail(refuse(field, "is not an absolute URL"))
  const flaw = flawOf(url, rules)
  return flaw === undefined ? Result.succeed(url) : Result.fail(refuse(field, flaw))
}
