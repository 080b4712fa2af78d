/** The entries of a deal's activity feed, written in the transaction of the change that they record. */
import { Effect } from "effect"
import { Actor, label, refOf } from "../../../layers/identity/Actor.ts"
import { Ids } from "../../../layers/runtime/Ids.ts"
import { now } from "../../../layers/runtime/Now.ts"
import { Notes } from "../../../layers/deals/Notes.ts"
import type { Deal } from "../../../schema/Deal.ts"
import { type LeadId, NoteId } from "../../../schema/Id.ts"
import type { Note, SystemEventType } from "../../../schema/Note.ts"
import type { Stage } from "../../../schema/Stage.ts"
import type { Changes } from "../rules/DealEdit.ts"
import * as NoteDocument from "../rules/NoteDocument.ts"
import * as StageEntry from "../rules/StageEntry.ts"

type Data = { readonly [key: string]: unknown }

/** System events for a deal's feed. The actor is added to `data`. */
export const entries = Effect.fnUntraced(function* (
  deal: Deal,
  types: ReadonlyArray<SystemEventType>,
  data: Data
) {
  const actor = yield* Actor
  const ids = yield* Ids
  const at = yield* now
  const made: Array<Note> = []
  for (const type of types) {
    made.push({
      id: NoteId.make(yield* ids.uuid),
      dealId: deal.id,
      authorId: actor.user.id,
      kind: "system_event",
      activityKind: null,
      contentText: null,
      contentJson: null,
      systemEventType: type,
      systemEventData: { actor: label(actor), ...data } as Note["systemEventData"],
      createdAt: at,
      happenedAt: at,
      editedAt: null,
      actor: refOf(actor)
    })
  }
  return made
})

interface NoteFacts {
  readonly activityKind?: NonNullable<Note["activityKind"]>
  /** Now if left out. */
  readonly happenedAt?: string
}

/** The caller's note. */
export const noted = Effect.fnUntraced(function* (
  deal: Deal,
  contentText: string,
  { activityKind = "note", happenedAt }: NoteFacts = {}
) {
  const actor = yield* Actor
  const createdAt = yield* now
  const note: Note = {
    id: NoteId.make(yield* (yield* Ids).uuid),
    dealId: deal.id,
    authorId: actor.user.id,
    kind: "manual",
    activityKind,
    contentText,
    contentJson: NoteDocument.fromText(contentText),
    systemEventType: null,
    systemEventData: null,
    createdAt,
    happenedAt: happenedAt ?? createdAt,
    editedAt: null,
    actor: refOf(actor)
  }
  return note
})

/** Appends system events to the feed of a deal that doesn't change otherwise. */
export const record = (deal: Deal, types: ReadonlyArray<SystemEventType>, data: Data) =>
  Effect.flatMap(entries(deal, types, data), (made) => Effect.flatMap(Notes, (notes) => notes.insert(made)))

const ref = ({ id, name, region }: Stage) => ({ id, name, region })

export const created = (deal: Deal) => entries(deal, ["deal_created"], { stage: ref(deal.stage) })

export const promoted = (deal: Deal, leadId: LeadId) => entries(deal, ["lead_promoted"], { leadId })

export const updated = (deal: Deal, changes: Changes) => entries(deal, ["deal_updated"], { changes })

export const moved = (deal: Deal, from: Stage) =>
  entries(deal, StageEntry.activity(from, deal.stage), {
    from: ref(from),
    to: ref(deal.stage),
    ...(deal.stage.region === "dead" && deal.lostReason !== null && { lostReason: deal.lostReason })
  })
