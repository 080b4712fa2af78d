/** A change as a row of `changes`, joined with the note that describes it. */
import type { ActorRef, ActorType } from "../../schema/Actor.ts"
import type { Change, ChangeType } from "../../schema/Change.ts"
import type { ApprovalId, DealId, LeadId, NoteId, UserId } from "../../schema/Id.ts"

export interface Row {
  readonly position: string
  readonly type: ChangeType
  readonly deal_id: DealId | null
  readonly lead_id: LeadId | null
  readonly note_id: NoteId | null
  readonly approval_id: ApprovalId | null
  readonly data: Change["data"]
  readonly actor: ActorRef | null
  readonly created_at: string
  readonly content_text: string | null
  readonly system_event_data: { readonly [key: string]: unknown } | null
  readonly author_id: UserId | null
  readonly actor_type: ActorType | null
  readonly actor_id: string | null
  readonly actor_name: string | null
  readonly actor_agent: string | null
  readonly user_name: string | null
  readonly entry_id: string | null
  /** The name of the deal or lead. */
  readonly name: string | null
}

/** A change with the name of its record. */
export interface NamedChange extends Change {
  readonly name: string | null
}

const actorOf = (row: Row): ActorRef | null => {
  const { actor_agent: agent, actor_id: id, actor_name: name, actor_type: type, author_id: userId } = row
  if (row.actor !== null || type === null || id === null || userId === null) return row.actor
  return { type, id, name, userId, userName: row.user_name, ...(agent === null ? {} : { agent }) }
}

/** The activity's data, without the actor. */
const dataOf = ({ data, system_event_data }: Row): Change["data"] => {
  if (system_event_data === null) return data
  const { actor: _, ...rest } = system_event_data
  return rest as Change["data"]
}

const toChange = (row: Row): Change => ({
  id: row.position,
  type: row.type,
  dealId: row.deal_id,
  leadId: row.lead_id,
  noteId: row.type.startsWith("note.") ? row.note_id : null,
  ...(row.approval_id === null ? {} : { approvalId: row.approval_id }),
  text: row.content_text,
  data: dataOf(row),
  actor: actorOf(row),
  createdAt: row.created_at,
  ...(row.entry_id === null ? {} : { entryId: row.entry_id })
})

export const toNamed = (row: Row): NamedChange => ({ ...toChange(row), name: row.name })
