import { Schema } from "effect"
import { ActorRef } from "./Actor.ts"
import * as Field from "./Field.ts"
import { DealId, NoteId, UserId } from "./Id.ts"
import * as Page from "./Page.ts"

export const SystemEventType = Schema.Literals([
  "deal_created",
  "stage_changed",
  "deal_won",
  "deal_dead",
  "deal_reopened",
  "deal_updated",
  "lead_promoted",
  "email_sent",
  "deal_merged"
])
export type SystemEventType = typeof SystemEventType.Type

export const ActivityKind = Schema.Literals(["note", "call", "email", "meeting"])

export const Note = Schema.Struct({
  id: NoteId,
  dealId: DealId,
  authorId: Field.of("Author", "Id of the person who wrote it, or did what it records.", UserId),
  kind: Field.of(
    "Kind",
    "manual: written by someone; system_event: recorded by the service.",
    Schema.Literals(["manual", "system_event"])
  ),
  activityKind: Field.of("Activity", "Kind of a note; null for a system event.", Schema.NullOr(ActivityKind)),
  contentText: Field.of(
    "Note",
    "Plain text of a note; null for a system event.",
    Schema.NullOr(Schema.String)
  ),
  contentJson: Field.of(
    "Document",
    "The same text as a rich-text document; null for a system event.",
    Schema.Json
  ),
  systemEventType: Field.of("Event", "Type of event; null for a note.", Schema.NullOr(SystemEventType)),
  systemEventData: Field.writtenBy(
    "anyone",
    Field.of("Event data", "Actor and changes (from, to, or changes by field); null for a note.", Schema.Json)
  ),
  createdAt: Field.CreatedAt,
  happenedAt: Field.of("Happened", "Time of the event; createdAt unless sent.", Field.Timestamp),
  editedAt: Field.of("Edited", "Time of the last edit; null if never.", Schema.NullOr(Field.Timestamp)),
  actor: Field.of(
    "Actor",
    "Who did it, and through what; null for entries older than this field.",
    Schema.NullOr(ActorRef)
  ),
  entryId: Field.of(
    "Entry",
    "Id of the write that made it, which POST /v1/undo takes; older ones have none.",
    Schema.optionalKey(Schema.String)
  )
}).annotate({
  identifier: "Note",
  examples: [
    {
      id: "01997f2e-6b1c-7d7a-9d0c-7a8b9c0d1e2f",
      dealId: "01997f2e-6b1c-7d7a-9d0c-5b6c7d8e9f01",
      authorId: "01997f2e-6b1c-7d7a-9d0c-1f2e3d4c5b6a",
      kind: "manual",
      activityKind: "note",
      contentText: "Budget approved.",
      contentJson: {
        type: "doc",
        content: [{ type: "paragraph", content: [{ type: "text", text: "Budget approved." }] }]
      },
      systemEventType: null,
      systemEventData: null,
      createdAt: "2026-05-04T14:00:00.000Z",
      happenedAt: "2026-05-04T14:00:00.000Z",
      editedAt: null,
      actor: {
        type: "oauth",
        id: "01997f2e-6b1c-7d7a-9d0c-0a1b2c3d4e5f",
        name: "Claude",
        userId: "01997f2e-6b1c-7d7a-9d0c-1f2e3d4c5b6a",
        userName: "Ada"
      }
    }
  ] as never
})
export type Note = typeof Note.Type

export const NoteList = Page.of("NoteList", Note)

export const ContentText = Field.of("Note", "Plain text of the note.", Field.content(20_000))
