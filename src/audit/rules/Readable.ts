/** Filters audit entries by scope: callers see that a record changed, and its fields if their scopes read that kind of record. */
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

/** The entry, less the fields of records that these scopes don't read. */
export const entry = (entry: AuditEntry, held: ReadonlySet<Scope>): AuditEntry => ({
  ...entry,
  changes: entry.changes.map((change) => {
    const lacks = RecordScope.lacking(held, change.resource)
    return lacks === undefined ? change : withheld(change, lacks)
  })
})
