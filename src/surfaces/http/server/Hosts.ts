/** An HTTP/1.1 request has exactly one Host header (RFC 9112, section 3.2). */
import type { IncomingMessage } from "node:http"
import { Invalid } from "../../../../schema/Fault.ts"

/** Node's parser is configured to accept it, so that we can refuse it in our envelope. */
const hostless = new Invalid({
  code: "invalid_request",
  message: "The request names no Host. Send the Host header, as HTTP/1.1 requires."
})

/** Node uses the first and drops the others, but a proxy in front may use another. */
const manyHosts = new Invalid({
  code: "invalid_request",
  message: "The request names several Hosts. Send the Host header once."
})

const hostsOf = ({ rawHeaders }: IncomingMessage) =>
  rawHeaders.filter((name, index) => index % 2 === 0 && /^host$/iu.test(name)).length

/** The fault if the Host header is missing or repeated. `host` comes from the URL if the request is in absolute form. */
export const flaw = (host: string | undefined, source: IncomingMessage): Invalid | undefined => {
  if ((host ?? "").trim() === "" && source.httpVersion === "1.1") return hostless
  return hostsOf(source) > 1 ? manyHosts : undefined
}
