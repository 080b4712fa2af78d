/** What an entry of the audit log is about: the records to find it by. */
import type { AuditChange } from "../../../schema/Audit.ts"

/** A note is found by its deal, a stage by its board. */
const targetOf = ({ id, of }: AuditChange): string => of ?? id

/** The distinct targets, in the order of the changes; if nothing changed, what was asked for. */
export const of = (
  changes: ReadonlyArray<AuditChange>,
  asked: ReadonlyArray<string>
): ReadonlyArray<string> => {
  if (changes.length === 0) return asked
  // What waits for an approval is found by what it is about, too.
  if (changes.every(({ before, resource }) => resource === "approval" && before === null)) {
    return [...new Set([...asked, ...changes.map(targetOf)])]
  }
  if (changes.length === 1) return [targetOf(changes[0]!)]
  return [...new Set(changes.map(targetOf))]
}

/** The longest id of something, with room to spare: what callers send as an id may be anything. */
const longest = 100

const isId = (value: unknown): value is string =>
  typeof value === "string" && value.length <= longest && /^[!-~]+$/u.test(value)

/** The fields of inputs that name what an operation is about. */
const fields = ["id", "ids", "deal_id", "lead_id", "boardId", "credential"]

/** What an input, decoded or not, is about. */
export const inInput = (input: unknown): ReadonlyArray<string> => {
  if (typeof input !== "object" || input === null) return []
  for (const name of fields) {
    const value = (input as Readonly<Record<string, unknown>>)[name]
    if (isId(value)) return [value]
    if (Array.isArray(value) && value.length > 0) return value.filter(isId).slice(0, 200)
  }
  return []
}
