/** Checks that refuse a request before its content is looked at. */
import { Option } from "effect"
import type { HttpServerRequest } from "effect/http"
import type { IncomingMessage } from "node:http"
import { Forbidden, Invalid } from "../../../../schema/Fault.ts"
import * as TrustedProxies from "../../../shared/network/TrustedProxies.ts"
import * as Hosts from "../server/Hosts.ts"
import * as Urlencoded from "./Urlencoded.ts"

type RequestHead = Pick<HttpServerRequest.HttpServerRequest, "headers" | "remoteAddress" | "source" | "url">

export const sourceOf = ({ source }: Pick<RequestHead, "source">) => source as IncomingMessage

const insecure = new Forbidden({
  code: "insecure_transport",
  message: "This service answers over HTTPS only. Send the request to its https:// address."
})

/** The protocol the client used with the first proxy. */
const forwardedProtocol = (request: RequestHead) =>
  request.headers["x-forwarded-proto"]?.split(",")[0]?.trim().toLowerCase()

const isOverHttp = (request: RequestHead, proxies: TrustedProxies.TrustedProxies) =>
  forwardedProtocol(request) === "http" &&
  TrustedProxies.isBelieved(
    proxies,
    Option.getOrElse(request.remoteAddress, () => "unknown")
  )

/** More than any address has. The router decodes each parameter before authentication, and one that can't be decoded costs 20 µs. */
const maxParameters = 200

const tooManyParameters = new Invalid({
  code: "invalid_query",
  message: `The address has more than ${maxParameters} parameters; send fewer at once.`
})

export const of = (request: RequestHead, proxies: TrustedProxies.TrustedProxies) => {
  if (Urlencoded.holds(request.url, "&", maxParameters)) return tooManyParameters
  return (
    Hosts.flaw(request.headers["host"], sourceOf(request)) ??
    (isOverHttp(request, proxies) ? insecure : undefined)
  )
}
