/** The types for undoing changes. UndoPlan.ts plans an undo, and RevertChange.ts reverts one change. */
import type { AuditChange, AuditFields, AuditResource } from "../../../schema/Audit.ts"
import type { Obstacle } from "../../../schema/Undo.ts"

/** A record's fields in the audit log; null means that the record doesn't exist. */
export type State = AuditFields | null

export const keyOf = (resource: AuditResource, id: string): string => `${resource} ${id}`

export interface Refusal {
  readonly code: Obstacle
  readonly message: string
}

/** A record's current state. */
export interface CurrentRecord {
  readonly state: State
  /** Records that depend on this one, and since when. As long as they exist, this record isn't removed. */
  readonly dependents?: ReadonlyArray<{ readonly key: string; readonly at: string }>
}

/** Whether reverting the change restores a removed record. */
export const isReturn = ({ after, before }: AuditChange): boolean => before !== null && after === null

export const noRoomFor = (what: string): Refusal => ({
  code: "plan_limit_exceeded",
  message: `The plan has no room for another ${what}. Delete one first.`
})

export type Get = (key: string) => State

/** The rules for reverting changes of one kind of record. All properties are optional. */
export interface Rule {
  /** The reason why this change can never be reverted. */
  readonly reasonNotRevertible?: (change: AuditChange) => string | undefined
  /** Fields that are only reverted if nobody has changed them since, and that never cause a conflict. */
  readonly soft?: ReadonlySet<string>
  /** Keys of records that this change must be reverted together with, if the same entry changed them. */
  readonly links?: (change: AuditChange) => ReadonlyArray<string>
  /** The fields of a record after its creation is undone, if its row is kept. */
  readonly removed?: (fields: AuditFields) => AuditFields
  /** Whether the record exists for users. */
  readonly isThere?: (fields: AuditFields, get: Get) => boolean
  /** The reason why a change can't be reverted although its fields haven't changed since. */
  readonly refuses?: (change: AuditChange, next: State, get: Get) => Refusal | undefined
  /** The number of active deals that the record counts as in the plan's limit. */
  readonly active?: (state: State) => number
  /** Changes that are implied by those of another record and need no description. */
  readonly isSilent?: (change: AuditChange) => boolean
  /** Changes that are kept when those of the record that they belong to are reverted. */
  readonly isLasting?: (change: AuditChange) => boolean
}

export type Rules = Readonly<Partial<Record<AuditResource, Rule>>>

export interface Entry {
  readonly id: string
  readonly at: string
  readonly operation: string
  readonly requestId: string | null
  readonly changes: ReadonlyArray<AuditChange>
}

/** A record before and after the undo. */
export interface RevertedRecord {
  readonly resource: AuditResource
  readonly id: string
  readonly of?: string
  readonly before: State
  readonly after: State
  /** The record as it was restored, if it didn't exist before. */
  readonly returned?: State
  /** Ids of the audit entries that were reverted for this record. */
  readonly undoes: ReadonlyArray<string>
}

/** A change that can't be reverted. */
export interface Refused extends Refusal {
  readonly entry: Entry
  readonly resource: AuditResource
  readonly id: string
  /** The fields that were changed since, by which the later entry is found. */
  readonly fields: ReadonlyArray<string>
  /** The target under which the log lists the entries of this record. */
  readonly target: string
}
