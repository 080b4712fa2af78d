/** Collects what a call changes, record by record, for its entry in the audit log. */
import { Context, Effect } from "effect"
import type { Statement } from "effect/sql"
import type { AuditChange } from "../../schema/Audit.ts"
import type { Tenant } from "../identity/Tenant.ts"

type Write = Effect.Effect<ReadonlyArray<Statement.Statement<unknown>>, never, Tenant>

/** The entry of a running call. */
export interface Growing {
  /** Undefined without a log. */
  readonly id: string | undefined
  /** Its write with the changes so far, to go with theirs; nothing if it is written. */
  readonly beside: Write
  /** What is still to be written when the call is over, with the status of its answer. */
  readonly rest: (status: number | null) => Write
}

interface Collected {
  readonly changes: Array<AuditChange>
  /** Why the write has to be asked for, if the rules say so of what it found. */
  asks?: string
  /** Of the entry; a dry run has none. */
  readonly id?: string | undefined
  /** If the entry may be written before the call is over. */
  readonly entry?: Growing
}

/** What the running transaction changed; undefined if nothing is audited. */
export const ChangeSet = Context.Reference<Collected | undefined>("pipeline/layers/audit/ChangeSet", {
  defaultValue: () => undefined
})

/** Adds changes, made only if someone collects them; undefined means no change. */
export const note = (make: () => ReadonlyArray<AuditChange | undefined>): Effect.Effect<void> =>
  Effect.withFiberSucceed((fiber) => {
    const changeSet = fiber.getRef(ChangeSet)
    if (changeSet === undefined) return
    for (const change of make()) if (change !== undefined) changeSet.changes.push(change)
  })

/** Has the running write wait for an approval, unless it has one. */
export const ask = (why: string): Effect.Effect<void> =>
  Effect.map(ChangeSet, (changeSet) => {
    if (changeSet !== undefined) changeSet.asks = why
  })

/** Id of the entry of the running write: what the write makes and sends keeps it. */
export const entryId: Effect.Effect<string | undefined> = Effect.withFiberSucceed(
  (fiber) => fiber.getRef(ChangeSet)?.id
)

const nothing: Write = Effect.succeed([])

/** The write of the entry with the changes so far, to go with theirs; what comes after is added at the end. */
export const beside: Write = Effect.withFiber((fiber) => fiber.getRef(ChangeSet)?.entry?.beside ?? nothing)
