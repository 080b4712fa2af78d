/** Reverts a change of fields that still have the values the change gave them. */
import type { AuditFields } from "../../../schema/Audit.ts"
import { isObject } from "../../shared/Json.ts"

/** Compares JSON values. The order of keys doesn't matter, and a missing field equals null. */
export const isSame = (a: unknown, b: unknown): boolean => {
  if (a === b || (a ?? null) === (b ?? null)) return true
  if (Array.isArray(a) && Array.isArray(b)) {
    return a.length === b.length && a.every((one, index) => isSame(one, b[index]))
  }
  if (!isObject(a) || !isObject(b)) return false
  const keys = new Set([...Object.keys(a), ...Object.keys(b)])
  return [...keys].every((key) => key in a === key in b && isSame(a[key], b[key]))
}

/** The fields that have changed since the record's creation. */
export const differing = (
  made: AuditFields,
  state: AuditFields,
  soft: ReadonlySet<string> = new Set()
): ReadonlyArray<string> =>
  [...new Set([...Object.keys(made), ...Object.keys(state)])].filter(
    (name) => !soft.has(name) && !isSame(made[name], state[name])
  )

type Back = { readonly next: AuditFields; readonly conflicts: ReadonlyArray<string> }

/** Reverts an object, such as an enrichment, by key. */
const keysBack = (state: AuditFields, before: AuditFields, after: AuditFields, name: string): Back => {
  const next: Record<string, unknown> = { ...state }
  const conflicts: Array<string> = []
  let isNew = false
  for (const key of new Set([...Object.keys(before), ...Object.keys(after)])) {
    const [is, was, made] = [state, before, after].map((one) => (key in one ? [one[key]] : []))
    if (isSame(is, was)) continue
    if (!isSame(is, made)) conflicts.push(`${name}.${key}`)
    else if (key in before) next[key] = before[key]
    else delete next[key]
    isNew = true
  }
  return { next: isNew ? next : state, conflicts }
}

/**
 * Reverts the fields from `after` to `before`, and returns the names of fields with neither value as conflicts. Returns the same object if
 * nothing changes. A soft field never causes a conflict.
 */
export const back = (
  state: AuditFields,
  before: AuditFields,
  after: AuditFields,
  soft: ReadonlySet<string> = new Set()
): Back => {
  const next: Record<string, unknown> = { ...state }
  const conflicts: Array<string> = []
  let isNew = false
  for (const name of Object.keys(after)) {
    const [is, was, made] = [state[name], before[name], after[name]]
    if (isSame(is, was)) continue
    if (isObject(is) && isObject(was) && isObject(made)) {
      const keys = keysBack(is, was, made, name)
      conflicts.push(...keys.conflicts)
      isNew ||= keys.next !== is
      next[name] = keys.next
    } else if (isSame(is, made)) {
      next[name] = was ?? null
      isNew = true
    } else if (!soft.has(name)) conflicts.push(name)
  }
  return { next: isNew ? next : state, conflicts }
}
