import { Effect } from "effect"
import * as ChangeSet from "../../../layers/audit/ChangeSet.ts"
import { Actor } from "../../../layers/identity/Actor.ts"
import { Deals } from "../../../layers/deals/Deals.ts"
import { Notes } from "../../../layers/deals/Notes.ts"
import { now } from "../../../layers/runtime/Now.ts"
import { Forbidden, Invalid } from "../../../schema/Fault.ts"
import type { DealId, NoteId } from "../../../schema/Id.ts"
import type { Note } from "../../../schema/Note.ts"
import * as Page from "../../../schema/Page.ts"
import type * as Contract from "../contract/Notes.ts"
import * as NoteActivity from "../rules/NoteActivity.ts"
import * as NoteDocument from "../rules/NoteDocument.ts"
import type * as Implementation from "../../Implementation.ts"
import * as Activity from "./Activity.ts"

const tooLateMessage =
  "is more than a day ahead. Notes tell what happened; plan what is next with nextStepAt."

const tooLate = new Invalid({
  code: "invalid_body",
  message: `happenedAt ${tooLateMessage}`,
  meta: { issues: [{ path: "happenedAt", message: tooLateMessage }] }
})

const listOf = (kind: "manual" | "all") =>
  Effect.fnUntraced(function* ({ id, ...page }: { readonly id: DealId } & Page.Parameters) {
    const deal = yield* (yield* Deals).find(id)
    return yield* (yield* Notes).list(deal.id, kind, page)
  })

/** Locks a manual note that the caller may change: their own, or any for an admin. */
const lockOwn = Effect.fnUntraced(function* (id: NoteId) {
  const { role, user } = yield* Actor
  const note = yield* (yield* Notes).lock(id)
  if (note.authorId === user.id || role === "admin") return note
  return yield* new Forbidden({
    code: "not_author",
    message: "Only the author of a note or an admin may change it. Add a note of your own instead."
  })
})

export const implementations = {
  "notes.list": listOf("manual"),
  "notes.create": Effect.fnUntraced(function* ({ activityKind, contentText, happenedAt, id }) {
    const deal = yield* (yield* Deals).find(id)
    const at = happenedAt === undefined ? undefined : new Date(happenedAt).toISOString()
    if (at !== undefined && NoteActivity.isTooLate(at, yield* now)) return yield* tooLate
    const note = yield* Activity.noted(deal, contentText, {
      ...(activityKind && { activityKind }),
      ...(at && { happenedAt: at })
    })
    yield* (yield* Notes).insert([note])
    const entryId = yield* ChangeSet.entryId
    return { ...note, ...(entryId === undefined ? {} : { entryId }) }
  }),
  "notes.activity": listOf("all"),
  "notes.get": Effect.fnUntraced(function* ({ id }) {
    return yield* (yield* Notes).find(id)
  }),
  "notes.update": Effect.fnUntraced(function* ({ contentText, id }) {
    const before = yield* lockOwn(id)
    const note: Note = {
      ...before,
      contentText,
      contentJson: NoteDocument.fromText(contentText),
      editedAt: yield* now
    }
    yield* (yield* Notes).update(before, note)
    return note
  }),
  "notes.delete": Effect.fnUntraced(function* ({ id }) {
    const note = yield* lockOwn(id)
    yield* (yield* Notes).remove(note)
    return { id: note.id, deleted: true }
  })
} satisfies Implementation.Of<typeof Contract.operations>
