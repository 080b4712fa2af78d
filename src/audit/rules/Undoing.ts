/** What an undo knows of records and of the changes to take back. UndoPlan.ts decides, TakeBack.ts takes one change back. */
import type { AuditChange, AuditFields, AuditResource } from "../../../schema/Audit.ts"
import type { Obstacle } from "../../../schema/Undo.ts"

/** A record as the audit log has it; null means there is none. */
export type State = AuditFields | null

export const keyOf = (resource: AuditResource, id: string): string => `${resource} ${id}`

export interface Refusal {
  readonly code: Obstacle
  readonly message: string
}

/** A record as it was found. */
export interface Found {
  readonly state: State
  /** What was built upon it, and when: for its sake the record is not removed, as long as that is there. */
  readonly dependents?: ReadonlyArray<{ readonly key: string; readonly at: string }>
}

/** Whether taking a change back brings a removed record back. */
export const isReturn = ({ after, before }: AuditChange): boolean => before !== null && after === null

export const noRoomFor = (what: string): Refusal => ({
  code: "plan_limit_exceeded",
  message: `The plan has no room for another ${what}. Delete one first.`
})

export type Get = (key: string) => State

/** How changes of one kind of record are taken back. All parts are optional. */
export interface Rule {
  /** Why this change is never taken back. */
  readonly never?: (change: AuditChange) => string | undefined
  /** Fields that go back only if nobody has changed them since, and hinder nothing otherwise. */
  readonly soft?: ReadonlySet<string>
  /** Keys of records that a change stands and falls with, if the same entry changed those too. */
  readonly links?: (change: AuditChange) => ReadonlyArray<string>
  /** What becomes of a record whose creation is undone, if the row stays. */
  readonly removed?: (fields: AuditFields) => AuditFields
  /** Whether there is such a record for users. */
  readonly isThere?: (fields: AuditFields, get: Get) => boolean
  /** Why a change can't be taken back although its fields are as it left them. */
  readonly refuses?: (change: AuditChange, next: State, get: Get) => Refusal | undefined
  /** How much of the plan's limit of active deals it takes. */
  readonly active?: (state: State) => number
  /** Changes that go along with those of another record and need not be told. */
  readonly isSilent?: (change: AuditChange) => boolean
  /** Changes that stay when those of another record, which they go along with, are taken back. */
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
export interface Turned {
  readonly resource: AuditResource
  readonly id: string
  readonly of?: string
  readonly before: State
  readonly after: State
  /** As it came back, if it was not there before. */
  readonly returned?: State
  /** Ids of the entries that were taken back for it. */
  readonly undoes: ReadonlyArray<string>
}

/** A change that is not taken back. */
export interface Refused extends Refusal {
  readonly entry: Entry
  readonly resource: AuditResource
  readonly id: string
  /** The fields that someone has changed since, to find out who did. */
  readonly fields: ReadonlyArray<string>
  /** What the log finds its entries by. */
  readonly target: string
}
