/** Collects what a call changes, record by record, for its entry in the audit log. */
import { Context, Effect } from "effect"
import type { Statement } from "effect/sql"
import type { AuditChange } from "../../schema/Audit.ts"
import type { Tenant } from "../identity/Tenant.ts"

/** The changes of the running transaction; undefined if nothing is audited. */
export const Trail = Context.Reference<Array<AuditChange> | undefined>("pipeline/layers/audit/Trail", {
  defaultValue: () => undefined
})

/** Adds changes, made only if someone collects them; undefined means no change. */
export const note = (make: () => ReadonlyArray<AuditChange | undefined>): Effect.Effect<void> =>
  Effect.map(Trail, (trail) => {
    if (trail === undefined) return
    for (const change of make()) if (change !== undefined) trail.push(change)
  })

type Write = ReadonlyArray<Statement.Statement<unknown>>

interface Early {
  /** How many changes the entry holds; undefined if it is not written yet. */
  written: number | undefined
  readonly insertion: (changes: ReadonlyArray<AuditChange>) => Effect.Effect<Write, never, Tenant>
}

/** The entry of the running call, if it may be written before the call is over. */
export const Ahead = Context.Reference<Early | undefined>("pipeline/layers/audit/Ahead", {
  defaultValue: () => undefined
})

/** The write of the entry with the changes so far, to go with theirs; what comes after is added at the end. */
export const beside: Effect.Effect<Write, never, Tenant> = Effect.gen(function* () {
  const early = yield* Ahead
  const changes = yield* Trail
  if (early === undefined || changes === undefined || early.written !== undefined) return []
  early.written = changes.length
  return yield* early.insertion(changes)
})
