/** Takes a change of fields back, where they still are as the change left them. */
import type { AuditFields } from "../../../schema/Audit.ts"

const isObject = (value: unknown): value is AuditFields =>
  typeof value === "object" && value !== null && !Array.isArray(value)

/** Of JSON values; the order of keys says nothing, and a field that is left out is null. */
export const isSame = (a: unknown, b: unknown): boolean => {
  if (a === b || (a ?? null) === (b ?? null)) return true
  if (Array.isArray(a) && Array.isArray(b)) {
    return a.length === b.length && a.every((one, index) => isSame(one, b[index]))
  }
  if (!isObject(a) || !isObject(b)) return false
  const keys = new Set([...Object.keys(a), ...Object.keys(b)])
  return [...keys].every((key) => key in a === key in b && isSame(a[key], b[key]))
}

/** The fields in which a record differs from what its creation made of it. */
export const differing = (
  made: AuditFields,
  state: AuditFields,
  soft: ReadonlySet<string> = new Set()
): ReadonlyArray<string> =>
  [...new Set([...Object.keys(made), ...Object.keys(state)])].filter(
    (name) => !soft.has(name) && !isSame(made[name], state[name])
  )

type Back = { readonly next: AuditFields; readonly conflicts: ReadonlyArray<string> }

/** An object, such as an enrichment, key by key. */
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
 * The record with the fields of `before` in the place of those of `after`, and the names of those that are neither. The same
 * object if nothing is left to take back. Soft fields go back only from `after`, and are never a conflict.
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
