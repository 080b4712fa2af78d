import { Effect } from "effect"
import { Actor } from "../../layers/Actor.ts"
import { Deals } from "../../layers/Deals.ts"
import { Ids } from "../../layers/Ids.ts"
import { Notes } from "../../layers/Notes.ts"
import { now } from "../../layers/Now.ts"
import { Deleted } from "../../schema/Deal.ts"
import { Forbidden, Invalid, NotFound } from "../../schema/Fault.ts"
import { DealId, NoteId } from "../../schema/Id.ts"
import { ContentText, Note, NoteList } from "../../schema/Note.ts"
import * as Page from "../../schema/Page.ts"
import * as NoteDocument from "../domain/NoteDocument.ts"
import * as Operation from "../Operation.ts"

const listOf = (kind: "manual" | "all") =>
  Effect.fnUntraced(function* ({ id, ...page }: { readonly id: DealId } & Page.Parameters) {
    const deal = yield* (yield* Deals).find(id)
    return yield* (yield* Notes).list(deal.id, kind, page)
  })

/** A manual note that the caller may change: its author's, or anyone's for an admin. */
const lockOwn = Effect.fnUntraced(function* (id: NoteId) {
  const { role, user } = yield* Actor
  const note = yield* (yield* Notes).lock(id)
  if (note.authorId === user.id || role === "admin") return note
  return yield* new Forbidden({
    code: "not_author",
    message: "Only the author of a note or an admin may change it. Add a note of your own instead."
  })
})

export const list = Operation.make("notes.list", {
  title: "List a deal's notes",
  description:
    "Lists the manual notes of a deal, newest first. For everything that happened, read its activity.",
  http: { method: "GET", path: "/deals/:id/notes" },
  scope: "deals:read",
  kind: "read",
  input: { id: DealId, ...Page.parameters },
  success: NoteList,
  faults: [NotFound, Invalid],
  run: listOf("manual")
})

export const create = Operation.make("notes.create", {
  title: "Add a note",
  description: "Adds a note to a deal.",
  tool: "add_note",
  toolNote: "Calls, decisions and next steps belong here. Returns the note.",
  http: { method: "POST", path: "/deals/:id/notes", status: 201 },
  scope: "deals:write",
  kind: "write",
  input: { id: DealId, contentText: ContentText },
  example: { contentText: "Budget approved." },
  success: Note,
  faults: [NotFound],
  run: Effect.fnUntraced(function* ({ contentText, id }) {
    const { user } = yield* Actor
    const deal = yield* (yield* Deals).find(id)
    const note: Note = {
      id: NoteId.make(yield* (yield* Ids).uuid),
      dealId: deal.id,
      authorId: user.id,
      kind: "manual",
      contentText,
      contentJson: NoteDocument.fromText(contentText),
      systemEventType: null,
      systemEventData: null,
      createdAt: yield* now,
      editedAt: null
    }
    yield* (yield* Notes).insert([note])
    return note
  })
})

export const activity = Operation.make("notes.activity", {
  title: "Read a deal's activity",
  description: "Lists everything that happened to a deal, newest first: notes and system events.",
  http: { method: "GET", path: "/deals/:id/activity" },
  scope: "deals:read",
  kind: "read",
  input: { id: DealId, ...Page.parameters },
  success: NoteList,
  faults: [NotFound, Invalid],
  run: listOf("all")
})

export const update = Operation.make("notes.update", {
  title: "Edit a note",
  description: "Replaces the text of a note; its author and admins may. A system event is no note (404).",
  http: { method: "PATCH", path: "/notes/:id" },
  scope: "deals:write",
  kind: "write",
  input: { id: NoteId, contentText: ContentText },
  example: { contentText: "Budget approved until June." },
  success: Note,
  faults: [NotFound, Forbidden],
  run: Effect.fnUntraced(function* ({ contentText, id }) {
    const before = yield* lockOwn(id)
    const note: Note = {
      ...before,
      contentText,
      contentJson: NoteDocument.fromText(contentText),
      editedAt: yield* now
    }
    yield* (yield* Notes).update(note)
    return note
  })
})

export const remove = Operation.make("notes.delete", {
  title: "Delete a note",
  description: "Deletes a note for good; its author and admins may. A system event is no note (404).",
  http: { method: "DELETE", path: "/notes/:id" },
  scope: "deals:write",
  kind: "delete",
  input: { id: NoteId },
  success: Deleted,
  faults: [NotFound, Forbidden],
  run: Effect.fnUntraced(function* ({ id }) {
    const note = yield* lockOwn(id)
    yield* (yield* Notes).remove(note.id)
    return { id: note.id, deleted: true }
  })
})

export const operations = [list, create, activity, update, remove] as const
