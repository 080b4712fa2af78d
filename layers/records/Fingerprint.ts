/** Fingerprints for detecting repeated requests. */
import { hash } from "node:crypto"

/** Sorts the keys of every object, so that the JSON is canonical. */
const canonical = (value: unknown): unknown => {
  if (typeof value !== "object" || value === null) return value
  if (Array.isArray(value)) return value.map(canonical)
  const ordered: Record<string, unknown> = {}
  for (const key of Object.keys(value).sort()) {
    const inner = canonical((value as Record<string, unknown>)[key])
    // Assigning `__proto__` would set the prototype.
    if (key === "__proto__")
      Object.defineProperty(ordered, key, {
        value: inner,
        enumerable: true,
        writable: true,
        configurable: true
      })
    else ordered[key] = inner
  }
  return ordered
}

/** The fingerprint doesn't depend on the order of fields. */
export const fingerprintOf = (request: unknown): Buffer =>
  hash("sha256", JSON.stringify(canonical(request)), "buffer")

const cache = new WeakMap<object, Buffer>()

/** The fingerprint of `request`, cached for the object that holds it. */
export const fingerprintOnce = (holder: { readonly request: unknown }): Buffer => {
  let fingerprint = cache.get(holder)
  if (fingerprint === undefined) {
    fingerprint = fingerprintOf(holder.request)
    cache.set(holder, fingerprint)
  }
  return fingerprint
}
