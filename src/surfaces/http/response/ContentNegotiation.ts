/** Negotiates the compression (RFC 9110, section 12.5.3), and compares ETags. */

/** In order of preference. */
const codings = ["br", "gzip"] as const

export type ContentNegotiation = (typeof codings)[number]

const isRefused = (weight: string | undefined) => weight !== undefined && /^q=0(?:\.0*)?$/u.test(weight)

/** The best coding that the client accepts: one it names, or any by `*`, without `q=0`. */
export const accepted = (header: string): ContentNegotiation | undefined => {
  const items = header
    .toLowerCase()
    .split(",")
    .map((item) => item.trim().split(/\s*;\s*/u))
  const names = new Map(items.map(([name, weight]) => [name!, !isRefused(weight)]))
  return codings.find((coding) => names.get(coding) ?? names.get("*") ?? false)
}

/** Whether If-None-Match names this weak ETag, compared weakly (RFC 9110, section 13.1.2). */
export const isHeld = (header: string | undefined, etag: string): boolean =>
  header !== undefined &&
  (header.trim() === "*" ||
    header.split(",").some((item) => item.trim().replace(/^W\//u, "") === etag.replace(/^W\//u, "")))
