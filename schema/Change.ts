/** The feed of changes: events of deals, notes, leads and approvals, in a stable order. */
import { Schema } from "effect"
import { ActorRef } from "./Actor.ts"
import * as Field from "./Field.ts"
import { ApprovalId, DealId, LeadId, NoteId } from "./Id.ts"

export const ChangeType = Schema.Literals([
  "deal.created",
  "deal.updated",
  "deal.stage_changed",
  "deal.won",
  "deal.dead",
  "deal.reopened",
  "deal.deleted",
  "deal.restored",
  "deal.email_sent",
  "note.created",
  "note.updated",
  "note.deleted",
  "lead.created",
  "lead.updated",
  "lead.triaged",
  "lead.enriched",
  "lead.promoted",
  "lead.deleted",
  "approval.pending",
  "approval.done",
  "approval.declined",
  "approval.expired",
  "approval.stale",
  "approval.failed"
])
export type ChangeType = typeof ChangeType.Type

export const Change = Schema.Struct({
  id: Field.of(
    "Change",
    "Position of the change in the workspace's feed: a whole number, as text. Later changes have greater ones.",
    Schema.String
  ),
  type: Field.of("Type", "Type of event.", ChangeType),
  dealId: Field.of("Deal", "Id of the deal; null if it is about something else.", Schema.NullOr(DealId)),
  leadId: Field.of("Lead", "Id of the lead; null if it is about something else.", Schema.NullOr(LeadId)),
  noteId: Field.of("Note", "Id of the note; null unless a note changed.", Schema.NullOr(NoteId)),
  approvalId: Field.of(
    "Approval",
    "Id of the approval; left out unless one changed.",
    Schema.optionalKey(ApprovalId)
  ),
  text: Field.of(
    "Text",
    "Text of the note as it is now; null for other changes, and once the note is deleted.",
    Schema.NullOr(Schema.String)
  ),
  data: Field.writtenBy(
    "anyone",
    Field.of(
      "Data",
      "The change: `{stage}` of a new deal, `{changes: {field: {from, to}}}` of an edit, `{from, to}` of a move or a triage, `{fields}` of an enrichment, `{dealId}` of a promotion, `{operation}` of an approval; else null.",
      Schema.Json
    )
  ),
  actor: Field.of(
    "Actor",
    "Who did it, and through what; null if a job or a stranger did.",
    Schema.NullOr(ActorRef)
  ),
  createdAt: Field.CreatedAt,
  entryId: Field.of(
    "Entry",
    "Id of the write that made it, which POST /v1/undo takes; older changes have none.",
    Schema.optionalKey(Schema.String)
  )
}).annotate({
  identifier: "Change",
  examples: [
    {
      id: "4711",
      type: "deal.updated",
      dealId: "01997f2e-6b1c-7d7a-9d0c-5b6c7d8e9f01",
      leadId: null,
      noteId: null,
      text: null,
      data: { changes: { amountCents: { from: 1000000, to: 1250000 } } },
      actor: {
        type: "oauth",
        id: "01997f2e-6b1c-7d7a-9d0c-0a1b2c3d4e5f",
        name: "Claude",
        userId: "01997f2e-6b1c-7d7a-9d0c-1f2e3d4c5b6a",
        userName: "Ada"
      },
      createdAt: "2026-05-04T14:00:00.000Z"
    }
  ] as never
})
export type Change = typeof Change.Type

const text = Schema.optionalKey(Schema.String)

/** A change in short, or in a digest all changes of a record. */
export const ChangeRow = Schema.Struct({
  type: Field.of("Type", "Type of event; in a digest deal, lead or approval.", Schema.String),
  id: Field.of("Id", "Id of the deal, lead or approval; in a digest, or without a name.", text),
  name: Field.writtenBy("anyone", Field.of("Name", "Name of the deal or lead.", text)),
  at: Field.of("At", "Time, to the minute (UTC).", text),
  by: Field.writtenBy("anyone", Field.of("By", "Who did it.", text)),
  what: Field.writtenBy("anyone", Field.of("What", "Summary of the change.", text)),
  line: Field.writtenBy("anyone", Field.of("Line", "Summary of the record's changes.", text))
})
export type ChangeRow = typeof ChangeRow.Type

export const ChangeList = Schema.Struct({
  data: Field.of("Changes", "The changes, oldest first unless asked otherwise.", Schema.Array(Change)),
  hasMore: Field.of("Has more", "true if there are more changes already.", Schema.Boolean),
  nextCursor: Field.of(
    "Next cursor",
    "Send it as `cursor` for the changes after these. It is there on the last page too, for changes to come.",
    Schema.String
  )
}).annotate({ identifier: "ChangeList" })
