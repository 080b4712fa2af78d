/** Computes a record's change for the audit log, with only the fields that differ. */
import type { AuditChange, AuditFields, AuditResource } from "../../../schema/Audit.ts"
import { isObject } from "../../shared/Json.ts"

const isSame = (a: unknown, b: unknown): boolean =>
  a === b || (typeof a === "object" && typeof b === "object" && JSON.stringify(a) === JSON.stringify(b))

/** Drops nulls, because a field missing from a full record means null. */
const withoutNulls = (fields: AuditFields): AuditFields => {
  const kept: Record<string, unknown> = {}
  for (const name in fields) if (fields[name] !== null) kept[name] = fields[name]
  return kept
}

/** The keys with different values in two objects. A key that one object lacks is missing from its result too. */
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
 * The change from one state of a record to another, where null means that it doesn't exist; undefined if nothing differs. Object fields,
 * such as an enrichment, are compared by key.
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
      before: before === null ? null : withoutNulls(before),
      after: after === null ? null : withoutNulls(after)
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

/** The change of a record that was revoked permanently. */
export const revoked = (resource: AuditResource, id: string, revokedAt: string): AuditChange => ({
  resource,
  id,
  before: { revokedAt: null },
  after: { revokedAt }
})
