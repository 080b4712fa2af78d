/** What a write changed in one record, as the audit log keeps it: only the fields that differ. */
import type { AuditChange, AuditFields, AuditResource } from "../../../schema/Audit.ts"

const isObject = (value: unknown): value is AuditFields =>
  typeof value === "object" && value !== null && !Array.isArray(value)

const isSame = (a: unknown, b: unknown): boolean =>
  a === b || (typeof a === "object" && typeof b === "object" && JSON.stringify(a) === JSON.stringify(b))

/** Without nulls: of a whole record, a field that is left out is null. */
const told = (fields: AuditFields): AuditFields => {
  const kept: Record<string, unknown> = {}
  for (const name in fields) if (fields[name] !== null) kept[name] = fields[name]
  return kept
}

/** The keys of two objects that differ; a key that one of them lacks is left out there. */
const keysOf = (before: AuditFields, after: AuditFields): readonly [AuditFields, AuditFields] => {
  const [old, now]: [Record<string, unknown>, Record<string, unknown>] = [{}, {}]
  for (const key of new Set([...Object.keys(before), ...Object.keys(after)])) {
    if (isSame(before[key], after[key])) continue
    if (key in before) old[key] = before[key]
    if (key in after) now[key] = after[key]
  }
  return [old, now]
}

/**
 * The change of a record whose fields are given before and after; null means that there is no record. Undefined if
 * nothing differs. Of a field that is an object, such as an enrichment, only the keys that differ are kept.
 */
export const of = (
  resource: AuditResource,
  id: string,
  before: AuditFields | null,
  after: AuditFields | null
): AuditChange | undefined => {
  if (before === null || after === null) {
    if (before === after) return undefined
    return {
      resource,
      id,
      before: before === null ? null : told(before),
      after: after === null ? null : told(after)
    }
  }
  const [old, now]: [Record<string, unknown>, Record<string, unknown>] = [{}, {}]
  let differs = false
  for (const name in after) {
    const [a, b] = [before[name], after[name]]
    if (isSame(a, b)) continue
    differs = true
    ;[old[name], now[name]] = isObject(a) && isObject(b) ? keysOf(a, b) : [a, b]
  }
  return differs ? { resource, id, before: old, after: now } : undefined
}

/** The change of what ended for good. */
export const revoked = (resource: AuditResource, id: string, revokedAt: string): AuditChange => ({
  resource,
  id,
  before: { revokedAt: null },
  after: { revokedAt }
})
