/** An app's redirect address, in words for a person and as a CSP source for the browser. */
import * as Loopback from "../../shared/network/Loopback.ts"
import type { Part } from "../web/Html.ts"
import { say } from "../web/i18n/Words.ts"

export interface Redirect {
  /** Host and port, or the scheme of an app on the device. */
  readonly host: string
  /** The host, worded for a sentence. */
  readonly place: Part
  /** The source that `form-action` must list for the browser to follow the redirect. */
  readonly source: string
}

export const of = (uri: string): Redirect => {
  const { host, hostname, origin, protocol } = new URL(uri)
  if (protocol === "https:" || protocol === "http:") {
    return {
      host,
      place: Loopback.has(hostname) ? say.consent.places.program : say.consent.places.website,
      // A CSP source can't name an IPv6 address.
      source: hostname.startsWith("[") ? protocol : origin
    }
  }
  return { host: protocol, place: say.consent.places.app, source: protocol }
}
