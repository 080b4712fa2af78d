/** Refuses objects with an implausible number of keys before any other pass over them. */
import * as EnrichmentHistory from "../../../leads/rules/EnrichmentHistory.ts"
import { Invalid } from "../../../../schema/Fault.ts"

/** More fields than any operation takes, with room for an enrichment that is sent back as it was read. */
const maxKeys = 600

const sizeOf = (value: unknown) =>
  typeof value === "object" && value !== null && !Array.isArray(value) ? Object.keys(value).length : 0

/** The fault if the input, or an object directly in it, has too many keys. */
export const flaw = (input: unknown, code: "invalid_body" | "invalid_query"): Invalid | undefined => {
  const size = sizeOf(input)
  if (size > maxKeys) {
    const message = `${size} fields were sent; no operation takes more than ${maxKeys}. Send only its own.`
    return new Invalid({ code, message, meta: { limit: maxKeys, fields: size } })
  }
  if (size === 0) return undefined
  for (const [path, value] of Object.entries(input as object)) {
    const keys = sizeOf(value)
    if (keys <= maxKeys) continue
    if (path === "enrichment") return EnrichmentHistory.tooManyKeys(keys)
    return Invalid.at(code, path, `holds ${keys} keys; at most ${maxKeys} are taken`)
  }
  return undefined
}
