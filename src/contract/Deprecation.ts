/** Describes deprecated operations to callers, with their dates (docs/versioning.md). */
import type { Any } from "./Operation.ts"

const day = (text: string) => new Date(`${text}T00:00:00Z`)

/** Headers on every response of its route: `Deprecation` (RFC 9745), `Sunset` (RFC 8594), and a link to the documentation. */
export const headersOf = ({ deprecated, id }: Any): Readonly<Record<string, string>> =>
  deprecated === undefined
    ? {}
    : {
        deprecation: `@${day(deprecated.since).getTime() / 1000}`,
        sunset: day(deprecated.sunset).toUTCString(),
        link: `</docs/${id.split(".")[0]}#${id}>; rel="deprecation"; type="text/html"`
      }

/** A paragraph for its description; empty if it isn't deprecated. */
export const words = ({ deprecated }: Any): string =>
  deprecated === undefined
    ? ""
    : `Deprecated since ${deprecated.since}; gone from ${deprecated.sunset} at the earliest. Use ${deprecated.instead}.\n\n`

/** The response headers, for the API description. */
export const described = {
  Deprecation: {
    description: "Since when the operation is deprecated: @ and seconds since 1970 (RFC 9745).",
    schema: { type: "string" }
  },
  Sunset: {
    description: "The first moment at which it may be gone (RFC 8594).",
    schema: { type: "string" }
  },
  Link: { description: 'Where this is described: rel="deprecation".', schema: { type: "string" } }
}
