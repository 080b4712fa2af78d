/** The audit log: one entry for each write, and for each write that was refused or failed. */
import { Schema } from "effect"
import { ActorRef } from "./Actor.ts"
import * as Field from "./Field.ts"
import * as Page from "./Page.ts"
import { Scope } from "./Scope.ts"

export const Surface = Schema.Literals(["rest", "mcp", "rpc", "pages", "intake", "admin", "job"])
export type Surface = typeof Surface.Type

const AuditActorType = Schema.Literals(["api_key", "oauth", "user", "visitor", "admin", "job"])
export type AuditActorType = typeof AuditActorType.Type

export const AuditResource = Schema.Literals([
  "deal",
  "note",
  "lead",
  "lead_history",
  "board",
  "stage",
  "template",
  "template_use",
  "saved_view",
  "calendar",
  "webhook",
  "form",
  "inbound_address",
  "rehearsal",
  "api_key",
  "app",
  "member",
  "invitation",
  "workspace",
  "approval",
  "rules"
])
export type AuditResource = typeof AuditResource.Type

export type AuditFields = { readonly [field: string]: unknown }

/** The change of one record by a write. */
export interface AuditChange {
  readonly resource: AuditResource
  readonly id: string
  /** The ids of several records that changed in the same way; `id` is then that of the record that caused the change. */
  readonly ids?: ReadonlyArray<string>
  /** The parent record: the deal of a note, the lead of a history entry. */
  readonly of?: string
  readonly before: AuditFields | null
  readonly after: AuditFields | null
  /** For an undo: the entries whose changes of this record were reverted. */
  readonly undoes?: ReadonlyArray<string>
}

/** The maximum number of ids that a response lists for a change. */
export const maxIds = 200

const fields = Schema.NullOr(Schema.Record(Schema.String, Schema.Json))

const Change = Schema.Struct({
  resource: Field.of("Resource", "Kind of record that changed.", AuditResource),
  id: Field.of("Id", "Its id.", Schema.String),
  of: Field.of(
    "Of",
    "Parent of the record: a note's deal, a stage's board.",
    Schema.optionalKey(Schema.String)
  ),
  ids: Field.of(
    "Ids",
    `Records that changed alike, at most ${maxIds}; id is then what caused it.`,
    Schema.optionalKey(Schema.Array(Schema.String))
  ),
  count: Field.of("Count", "Number of records with the same change.", Schema.optionalKey(Schema.Int)),
  before: Field.of("Before", "The fields that differ; null if there was no such record.", fields),
  after: Field.of("After", "The same after it; null if there is none any more.", fields),
  undoes: Field.of(
    "Undoes",
    "Of an undo: ids of the entries that it took back for this record.",
    Schema.optionalKey(Schema.Array(Schema.String))
  ),
  lacks: Field.of(
    "Lacks",
    "The scope that the caller lacks to read this record: before and after are without its fields.",
    Schema.optionalKey(Scope)
  )
}).annotate({ identifier: "AuditChange" })

const Actor = Schema.Struct({
  ...ActorRef.fields,
  type: Field.of(
    "Type",
    "An API key, an app (oauth), a person at a page (user), a stranger, the operator, or a job.",
    AuditActorType
  ),
  userId: Field.of("Person", "Id of the person it acted for; null if for none.", Schema.NullOr(Schema.String))
}).annotate({ identifier: "AuditActor" })

export const AuditEntry = Schema.Struct({
  id: Field.of("Id", "Id of the entry.", Schema.String),
  at: Field.of("At", "Time of the write.", Field.Timestamp),
  operation: Field.of("Operation", "Operation, such as deals.move.", Schema.String),
  surface: Field.of("Surface", "Surface that received it.", Surface),
  actor: Field.of("Actor", "Who did it.", Actor),
  requestId: Field.of("Request", "Id of the request; null if it was none.", Schema.NullOr(Schema.String)),
  idempotencyKey: Field.of(
    "Idempotency key",
    "The key it was sent with; null without one.",
    Schema.NullOr(Schema.String)
  ),
  target: Field.of(
    "Target",
    "Id of the record it was about, the first of several.",
    Schema.NullOr(Schema.String)
  ),
  outcome: Field.of("Outcome", "ok, asked, or the error's code.", Schema.String),
  status: Field.of("Status", "HTTP status of the answer; null if there was none.", Schema.NullOr(Schema.Int)),
  approvedBy: Field.of(
    "Approved by",
    "Who approved it, if it needed approval.",
    Schema.optionalKey(ActorRef)
  ),
  times: Field.of("Times", "Count: the same refusal again within a minute is one entry.", Schema.Int),
  changes: Field.of("Changes", "Changes, record by record.", Schema.Array(Change))
}).annotate({ identifier: "AuditEntry" })
export type AuditEntry = typeof AuditEntry.Type

export const AuditList = Page.of("AuditList", AuditEntry)
