/** Filters audit entries by scope. Callers see that a record changed, but its fields only if their scopes can read that kind of record. */
import type { AuditEntry } from "../../../schema/Audit.ts"
import * as RecordScope from "../../../schema/RecordScope.ts"
import type { Scope } from "../../../schema/Scope.ts"

type Change = AuditEntry["changes"][number]

const withheld = (change: Change, lacks: Scope): Change => ({
  ...change,
  before: change.before && {},
  after: change.after && {},
  lacks
})

/** The entry without the fields of records that these scopes can't read. */
export const entry = (entry: AuditEntry, held: ReadonlySet<Scope>): AuditEntry => ({
  ...entry,
  changes: entry.changes.map((change) => {
    const lacks = RecordScope.lacking(held, change.resource)
    return lacks === undefined ? change : withheld(change, lacks)
  })
})
