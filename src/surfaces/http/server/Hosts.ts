/** A request of HTTP/1.1 names one Host (RFC 9112, section 3.2). */
import type { IncomingMessage } from "node:http"
import { Invalid } from "../../../../schema/Fault.ts"

/** Node's parser is told to let it pass, so that we can refuse it in our envelope. */
const hostless = new Invalid({
  code: "invalid_request",
  message: "The request names no Host. Send the Host header, as HTTP/1.1 requires."
})

/** Node takes the first and drops the others; a proxy in front may pick another. */
const manyHosts = new Invalid({
  code: "invalid_request",
  message: "The request names several Hosts. Send the Host header once."
})

const hostsOf = ({ rawHeaders }: IncomingMessage) =>
  rawHeaders.filter((name, index) => index % 2 === 0 && /^host$/iu.test(name)).length

/** Why it is refused, if it is; `host` is the one it is for, which a request in absolute form names elsewhere. */
export const flaw = (host: string | undefined, source: IncomingMessage): Invalid | undefined => {
  if ((host ?? "").trim() === "" && source.httpVersion === "1.1") return hostless
  return hostsOf(source) > 1 ? manyHosts : undefined
}
