/** Collects the changes that a call makes to records, for its entry in the audit log. */
import { Context, Effect } from "effect"
import type { Statement } from "effect/sql"
import type { AuditChange } from "../../schema/Audit.ts"
import type { Tenant } from "../identity/Tenant.ts"

type Write = Effect.Effect<ReadonlyArray<Statement.Statement<unknown>>, never, Tenant>

/** The audit entry of a running call. */
export interface RunningEntry {
  /** Undefined if there is no audit log. */
  readonly id: string | undefined
  /** Inserts the entry with the changes so far, together with the statements that make them; empty if it was inserted before. */
  readonly insert: Write
  /** Writes what is missing at the end of the call, with the status of its response. */
  readonly rest: (status: number | null) => Write
}

interface ChangeCollection {
  readonly changes: Array<AuditChange>
  /** The reason why the write needs approval, if the rules say so because of the data it found. */
  asks?: string
  /** The entry's id; undefined in a dry run. */
  readonly id?: string | undefined
  /** Set if the entry may be written before the call ends. */
  readonly entry?: RunningEntry
}

/** The changes made by the running transaction; undefined if nothing is audited. */
export const ChangeSet = Context.Reference<ChangeCollection | undefined>("pipeline/layers/audit/ChangeSet", {
  defaultValue: () => undefined
})

/** Adds changes, which are computed only if they are collected; undefined means no change. */
export const note = (make: () => ReadonlyArray<AuditChange | undefined>): Effect.Effect<void> =>
  Effect.withFiberSucceed((fiber) => {
    const changeSet = fiber.getRef(ChangeSet)
    if (changeSet === undefined) return
    for (const change of make()) if (change !== undefined) changeSet.changes.push(change)
  })

/** Makes the running write wait for an approval, unless it already has one. */
export const ask = (why: string): Effect.Effect<void> =>
  Effect.map(ChangeSet, (changeSet) => {
    if (changeSet !== undefined) changeSet.asks = why
  })

/** The id of the running write's audit entry, which is stored with the rows and messages that the write creates. */
export const entryId: Effect.Effect<string | undefined> = Effect.withFiberSucceed(
  (fiber) => fiber.getRef(ChangeSet)?.id
)

const nothing: Write = Effect.succeed([])

/** Inserts the entry with the changes so far, together with the statements that make them; later changes are added at the end. */
export const insertEntry: Write = Effect.withFiber(
  (fiber) => fiber.getRef(ChangeSet)?.entry?.insert ?? nothing
)
