/** The feed of changes: what happened to deals, notes and leads, in an order that holds. */
import { Schema } from "effect"
import { ActorRef } from "./Actor.ts"
import * as Field from "./Field.ts"
import { DealId, LeadId, NoteId } from "./Id.ts"

export const ChangeType = Schema.Literals([
  "deal.created",
  "deal.updated",
  "deal.stage_changed",
  "deal.won",
  "deal.dead",
  "deal.reopened",
  "deal.deleted",
  "deal.email_sent",
  "note.created",
  "note.updated",
  "note.deleted",
  "lead.created",
  "lead.updated",
  "lead.triaged",
  "lead.enriched",
  "lead.promoted"
])
export type ChangeType = typeof ChangeType.Type

export const Change = Schema.Struct({
  id: Schema.String.annotate({
    title: "Change",
    description:
      "The place of the change in the workspace's feed: a whole number, as text. Later changes have greater ones."
  }),
  type: ChangeType.annotate({ title: "Type", description: "What happened." }),
  dealId: Schema.NullOr(DealId),
  leadId: Schema.NullOr(LeadId),
  noteId: Schema.NullOr(NoteId).annotate({
    title: "Note",
    description: "The note, of a `note.` change; else null."
  }),
  text: Schema.NullOr(Schema.String).annotate({
    title: "Text",
    description: "The note's text as it is now; null for other changes, and once the note is deleted."
  }),
  data: Schema.Json.annotate({
    title: "Data",
    description:
      "What changed: `{stage}` of a new deal, `{changes: {field: {from, to}}}` of an edit, `{from, to}` of a move or a triage, `{fields}` of an enrichment, `{dealId}` of a promotion; else null."
  }),
  actor: Schema.NullOr(ActorRef).annotate({
    title: "Actor",
    description: "Who did it, and through what; null where a job or a stranger did."
  }),
  createdAt: Field.Timestamp.annotate({ title: "Time", description: "When it happened." })
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

export const ChangeList = Schema.Struct({
  data: Schema.Array(Change),
  hasMore: Schema.Boolean.annotate({
    title: "More",
    description: "Whether there are further changes already."
  }),
  nextCursor: Schema.String.annotate({
    title: "Next cursor",
    description:
      "Where to go on: send it as `cursor`. It is there on the last page too, for the changes to come."
  })
}).annotate({ identifier: "ChangeList" })
