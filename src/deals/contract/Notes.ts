import { Deleted } from "../../../schema/Deal.ts"
import { Forbidden, Invalid, NotFound } from "../../../schema/Fault.ts"
import * as Field from "../../../schema/Field.ts"
import { DealId, NoteId } from "../../../schema/Id.ts"
import { ActivityKind, ContentText, Note, NoteList } from "../../../schema/Note.ts"
import * as Page from "../../../schema/Page.ts"
import * as Operation from "../../contract/Operation.ts"

export const list = Operation.make("notes.list", {
  title: "List a deal's notes",
  description:
    "Lists the manual notes of a deal, newest first. For everything that happened, read its activity.",
  http: { method: "GET", path: "/deals/:id/notes" },
  scope: "deals:read",
  kind: "read",
  replica: true,
  input: { id: DealId, ...Page.parameters },
  success: NoteList,
  faults: [NotFound, Invalid]
})

export const create = Operation.make("notes.create", {
  title: "Add a note",
  description: "Adds a note to a deal.",
  tool: "add_note",
  toolNote: "Calls and decisions belong here; the reason for a move, in move_deal. get_deal reads notes.",
  words: {
    id: "Id or name of the deal.",
    activityKind: "Default note.",
    happenedAt: "Day or time; default now."
  },
  http: { method: "POST", path: "/deals/:id/notes", status: 201 },
  scope: "deals:write",
  kind: "write",
  input: {
    id: DealId,
    contentText: ContentText,
    activityKind: Field.of(
      "Activity",
      "Kind of event that the note describes.",
      Field.optional(ActivityKind.annotate({ default: "note" }))
    ),
    happenedAt: Field.of(
      "Happened",
      "Time of the event, a day or RFC 3339 time; now if left out. At most a day ahead.",
      Field.optional(Field.Moment)
    )
  },
  example: { contentText: "Budget approved." },
  success: Note,
  faults: [NotFound, Invalid]
})

export const activity = Operation.make("notes.activity", {
  title: "Read a deal's activity",
  description: "Lists everything that happened to a deal, newest first: notes and system events.",
  http: { method: "GET", path: "/deals/:id/activity" },
  scope: "deals:read",
  kind: "read",
  replica: true,
  input: { id: DealId, ...Page.parameters },
  success: NoteList,
  faults: [NotFound, Invalid]
})

export const get = Operation.make("notes.get", {
  title: "Get a note",
  description: "Returns one manual note. System events are not notes (404).",
  http: { method: "GET", path: "/notes/:id" },
  scope: "deals:read",
  kind: "read",
  input: { id: NoteId },
  success: Note,
  faults: [NotFound]
})

export const update = Operation.make("notes.update", {
  title: "Edit a note",
  description:
    "Replaces the text of a note. Only its author and admins may. System events are not notes (404).",
  tool: "update_note",
  words: { id: "Id, from get_deal with include notes." },
  http: { method: "PATCH", path: "/notes/:id" },
  scope: "deals:write",
  kind: "write",
  input: { id: NoteId, contentText: ContentText },
  example: { contentText: "Budget approved until June." },
  success: Note,
  faults: [NotFound, Forbidden]
})

export const remove = Operation.make("notes.delete", {
  title: "Delete a note",
  description: "Deletes a note for good. Only its author and admins may. System events are not notes (404).",
  tool: "delete_note",
  words: { id: "Id, from get_deal with include notes." },
  http: { method: "DELETE", path: "/notes/:id" },
  scope: "deals:write",
  kind: "delete",
  input: { id: NoteId },
  success: Deleted,
  faults: [NotFound, Forbidden]
})

export const operations = [list, create, activity, get, update, remove] as const
