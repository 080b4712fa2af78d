/** The targets of an audit entry: the ids of records under which it is listed. */
import type { AuditChange } from "../../../schema/Audit.ts"

/** A note is listed under its deal, and a stage under its board. */
const targetOf = ({ id, of }: AuditChange): string => of ?? id

/** The distinct targets in the order of the changes, or those in the input if nothing changed. */
export const of = (
  changes: ReadonlyArray<AuditChange>,
  asked: ReadonlyArray<string>
): ReadonlyArray<string> => {
  if (changes.length === 0) return asked
  // An approval is also listed under the records in its input.
  if (changes.every(({ before, resource }) => resource === "approval" && before === null)) {
    return [...new Set([...asked, ...changes.map(targetOf)])]
  }
  if (changes.length === 1) return [targetOf(changes[0]!)]
  return [...new Set(changes.map(targetOf))]
}

/** Longer than any id. Callers can send anything as an id. */
const maxLength = 100

const isId = (value: unknown): value is string =>
  typeof value === "string" && value.length <= maxLength && /^[!-~]+$/u.test(value)

/** The input fields that hold ids of targets. */
const fields = ["id", "ids", "deal_id", "lead_id", "boardId", "credential"]

/** The targets in an input, decoded or not. */
export const inInput = (input: unknown): ReadonlyArray<string> => {
  if (typeof input !== "object" || input === null) return []
  for (const name of fields) {
    const value = (input as Readonly<Record<string, unknown>>)[name]
    if (isId(value)) return [value]
    if (Array.isArray(value) && value.length > 0) return value.filter(isId).slice(0, 200)
  }
  return []
}
