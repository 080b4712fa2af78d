/** The reason why an outbound call got no response, in words that callers may see. */
import { Data } from "effect"
import * as ResourceShortage from "../runtime/ResourceShortage.ts"

export type Kind =
  | "refused"
  | "dns"
  | "connect"
  | "tls"
  | "timeout"
  | "protocol"
  | "aborted"
  | "too_large"
  | "redirects"
  /** This service was short of resources; the other server was not called. */
  | "ours"

export class EgressFailure extends Data.TaggedError("EgressFailure")<{
  readonly kind: Kind
  readonly message: string
  readonly cause?: unknown
  /** The server had closed a pooled connection, so a retry on a new one may succeed. */
  readonly wasStale?: boolean
}> {}

const isTls = (code: string) =>
  /^(ERR_TLS|ERR_SSL|CERT_|UNABLE_TO_|EPROTO|DEPTH_ZERO_|SELF_SIGNED|HOSTNAME_)/u.test(code)

const kindOf = (code: string, wasConnected: boolean): Kind => {
  if (isTls(code)) return "tls"
  if (!wasConnected) return "connect"
  return /^(HPE_|HTTP )/u.test(code) ? "protocol" : "aborted"
}

const reasons: Partial<Record<Kind, string>> = {
  tls: "its TLS certificate or handshake was not accepted",
  connect: "it did not accept the connection",
  protocol: "it did not answer in plain HTTP"
}

const short = (host: string, cause: unknown, code: string) =>
  new EgressFailure({ kind: "ours", message: `${host}: this service is short of resources (${code})`, cause })

/** Classifies a socket error of Node. */
export const fromSocket = (
  host: string,
  error: NodeJS.ErrnoException,
  socket: { readonly wasConnected: boolean; readonly wasReused: boolean }
): EgressFailure => {
  const lacking = ResourceShortage.codeOf(error)
  if (lacking !== undefined) return short(host, error, lacking)
  const code = error.code ?? ""
  const kind = kindOf(code, socket.wasConnected)
  const reason = reasons[kind] ?? "it closed the connection before its response was complete"
  return new EgressFailure({
    kind,
    message: `${host}: ${reason}${code === "" ? "" : ` (${code})`}`,
    wasStale: socket.wasReused && (code === "ECONNRESET" || code === "EPIPE")
  })
}

export const tooLarge = (host: string, limit: number): EgressFailure =>
  new EgressFailure({ kind: "too_large", message: `${host}: the response is larger than ${limit} bytes` })

export const tooSlowToConnect = (host: string): EgressFailure =>
  new EgressFailure({ kind: "connect", message: `${host}: it did not accept the connection in time` })

export const tooSlow = (host: string): EgressFailure =>
  new EgressFailure({ kind: "timeout", message: `${host}: it did not answer in full in time` })

/** If no name server could be reached, for example for lack of file descriptors, the name isn't at fault. */
export const unresolved = (host: string, cause?: unknown): EgressFailure =>
  ResourceShortage.isWithoutDns(cause)
    ? short(host, cause, "no name server")
    : new EgressFailure({ kind: "dns", message: `${host}: no address was found for this name` })

export const notPublic = (host: string): EgressFailure =>
  new EgressFailure({ kind: "refused", message: `${host}: the name leads to an address that is not public` })

export const tooManyRedirects = (host: string): EgressFailure =>
  new EgressFailure({ kind: "redirects", message: `${host}: too many redirects` })
