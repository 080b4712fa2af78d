/** Determines the feed entries of a write. */
import type { ActorRef } from "../../../schema/Actor.ts"
import type { ChangeType } from "../../../schema/Change.ts"
import type { Deal } from "../../../schema/Deal.ts"
import type { ApprovalId, DealId, LeadId, NoteId } from "../../../schema/Id.ts"
import type { Lead } from "../../../schema/Lead.ts"
import type { Note, SystemEventType } from "../../../schema/Note.ts"
import * as DealEdit from "../../deals/rules/DealEdit.ts"
import * as StageEntry from "../../deals/rules/StageEntry.ts"

export interface Entry {
  readonly type: ChangeType
  readonly dealId?: DealId
  readonly leadId?: LeadId
  /** The note, or the activity entry that describes the change. */
  readonly noteId?: NoteId
  /** An approval and its credential. Only that credential and admins see the entry. */
  readonly approvalId?: ApprovalId
  readonly credential?: string
  readonly data?: { readonly [key: string]: unknown }
  /** Default: the caller. Null if the activity entry names the actor. */
  readonly actor?: ActorRef | null
}

/** A promotion is recorded as a change of the lead. */
const ofSystemEvent: Readonly<Record<SystemEventType, ChangeType | undefined>> = {
  deal_created: "deal.created",
  stage_changed: "deal.stage_changed",
  deal_won: "deal.won",
  deal_dead: "deal.dead",
  deal_reopened: "deal.reopened",
  deal_updated: "deal.updated",
  lead_promoted: undefined,
  email_sent: "deal.email_sent",
  deal_merged: "deal.updated"
}

/** The feed entry for an entry of a deal's activity. */
export const ofNote = ({ actor, dealId, id, systemEventType }: Note): ReadonlyArray<Entry> => {
  if (systemEventType === null) return [{ type: "note.created", dealId, noteId: id, actor }]
  const type = ofSystemEvent[systemEventType]
  return type === undefined ? [] : [{ type, dealId, noteId: id, actor: null }]
}

const stageOf = ({ stage: { id, name, region } }: Deal) => ({ id, name, region })

/** Changes of a deal that aren't in its activity; null means that the deal doesn't exist. */
export const ofDeal = (before: Deal | null, after: Deal | null): ReadonlyArray<Entry> => {
  if (before === null || after === null) {
    if (before === after) return []
    return [{ type: after === null ? "deal.deleted" : "deal.restored", dealId: (before ?? after)!.id }]
  }
  const dealId = after.id
  const { stage, ...changes } = DealEdit.changes(before, after)
  const moves = stage === undefined ? [] : StageEntry.activity(before.stage, after.stage)
  const data = { from: stageOf(before), to: stageOf(after) }
  return [
    ...moves.map((type): Entry => ({ type: ofSystemEvent[type]!, dealId, data })),
    ...(Object.keys(changes).length === 0
      ? []
      : [{ type: "deal.updated" as const, dealId, data: { changes } }])
  ]
}

const enrichedFields = (before: Lead, after: Lead): ReadonlyArray<string> => {
  const [old, now] = [before.enrichment, after.enrichment] as ReadonlyArray<Record<string, unknown>>
  const names = new Set([...Object.keys(old!), ...Object.keys(now!)])
  names.delete("history")
  names.delete("historyHasMore")
  return [...names].filter((name) => JSON.stringify(old![name]) !== JSON.stringify(now![name]))
}

/** Whether an import or an update changed the submitted fields. */
const isCorrected = (before: Lead, after: Lead): boolean =>
  before.externalId !== after.externalId ||
  (before.contact !== after.contact &&
    JSON.stringify([before.contact, before.attribution]) !==
      JSON.stringify([after.contact, after.attribution]))

/** A suspect lead isn't in the feed until someone has reviewed it. Then it appears as new. */
export const ofLead = (before: Lead | null, after: Lead): ReadonlyArray<Entry> => {
  const leadId = after.id
  if (after.suspect) return []
  if (before === null) return [{ type: "lead.created", leadId }]
  const entries: Array<Entry> = before.suspect ? [{ type: "lead.created", leadId }] : []
  const { triageStatus: from } = before
  const { dealId, triageStatus: to } = after
  if (to === "promoted" && dealId !== before.dealId) {
    entries.push({ type: "lead.promoted", leadId, data: { dealId } })
  } else if (from !== to) entries.push({ type: "lead.triaged", leadId, data: { from, to } })
  if (isCorrected(before, after)) entries.push({ type: "lead.updated", leadId })
  if (before.enrichment !== after.enrichment) {
    entries.push({ type: "lead.enriched", leadId, data: { fields: enrichedFields(before, after) } })
  }
  return entries
}
