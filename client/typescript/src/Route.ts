/** Maps an operation's input to path, query, headers and body. */
import type { Request } from "./Send.ts"

export interface Route {
  readonly id: string
  /** A method; LIST or FILE for a GET; READ for a POST that only reads. */
  readonly how: string
  readonly path: string
  readonly headers: readonly string[]
}

/** Parses a line of the table of operations. */
export const read = (id: string, line: string): Route => {
  const [how = "", path = "", ...headers] = line.split(" ")
  return { id, how, path, headers }
}

/** `Enrichment-Claim` is the field `enrichmentClaim`. */
const fieldOf = (header: string) => header.charAt(0).toLowerCase() + header.slice(1).replaceAll("-", "")

/** Segments that a URL normalizes to another path. */
const unsafeSegments = ["", ".", ".."]

type Input = Readonly<Record<string, unknown>>

const queryOf = (input: Input): string => {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(input))
    for (const one of [value].flat()) if (one !== undefined) query.append(name, String(one))
  const text = query.toString()
  return text === "" ? "" : `?${text}`
}

export const request = ({ headers, how, id, path }: Route, base: string, input: Input): Request => {
  const rest: Record<string, unknown> = { ...input }
  const take = (field: string) => {
    const value = rest[field]
    delete rest[field]
    return value
  }
  const filled = path.replaceAll(/:(\w+)/gu, (_, name: string) => {
    const value = take(name)
    if (typeof value !== "string" || unsafeSegments.includes(value))
      throw new TypeError(`${id} needs ${name}, the id as text; it is ${JSON.stringify(value)}.`)
    return encodeURIComponent(value)
  })
  const sentHeaders: Record<string, string> = {}
  for (const header of headers) {
    const value = take(fieldOf(header))
    if (value !== undefined) sentHeaders[header.toLowerCase()] = String(value)
  }
  const url = `${base}/v1${filled}`
  if (["GET", "LIST", "FILE"].includes(how))
    return { method: "GET", url: url + queryOf(rest), headers: sentHeaders }
  if (how === "DELETE") return { method: how, url, headers: sentHeaders }
  return {
    method: how === "READ" ? "POST" : how,
    url,
    headers: { ...sentHeaders, "content-type": "application/json" },
    body: JSON.stringify(rest)
  }
}
