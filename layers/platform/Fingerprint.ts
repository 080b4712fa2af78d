/** Tells whether a request is the same as another one. */
import { createHash } from "node:crypto"

/** JSON with the keys of every object in order. */
const canonical = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(canonical)
  if (typeof value !== "object" || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, inner]) => [key, canonical(inner)])
  )
}

/** The order of fields does not matter. */
export const fingerprintOf = (request: unknown): Buffer =>
  createHash("sha256")
    .update(JSON.stringify(canonical(request)))
    .digest()
