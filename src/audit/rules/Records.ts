/**
 * Records as the audit log stores them: their tables' columns in camel case, without computed ones (search text, a deal's status and last
 * activity, a note's rich text).
 */
import type { AuditFields } from "../../../schema/Audit.ts"
import type { Deal } from "../../../schema/Deal.ts"
import * as DealFields from "../../../schema/DealFields.ts"
import * as LeadFields from "../../../schema/LeadFields.ts"
import * as Model from "../../../schema/Model.ts"
import type { Note } from "../../../schema/Note.ts"
import * as ForecastCategory from "../../deals/rules/ForecastCategory.ts"
import * as NoteActivity from "../../deals/rules/NoteActivity.ts"
import * as NoteDocument from "../../deals/rules/NoteDocument.ts"
import * as EnrichmentHistory from "../../leads/rules/EnrichmentHistory.ts"
import type { LeadRecord } from "../../leads/rules/LeadRecord.ts"

const logged = (columns: ReadonlyArray<Model.Column>, resource: object): AuditFields => {
  const fields: Record<string, AuditFields[string]> = {}
  for (const column of columns) {
    if (column.name !== "id") fields[column.logged] = Model.get(column, resource) as AuditFields[string]
  }
  return fields
}

export const ofDeal = (deal: Deal): AuditFields =>
  logged(DealFields.columns, { ...deal, forecastCategory: ForecastCategory.chosen(deal) })

/** The deal with these fields. Entries older than a field don't have it. */
export const dealOf = (
  id: Deal["id"],
  fields: AuditFields,
  { ownerName, stage }: Pick<Deal, "ownerName" | "stage">
): Deal => {
  const deal = Model.assemble(DealFields.columns, ({ logged }) => fields[logged] ?? null) as Deal
  const forecastCategory = deal.forecastCategory ?? ForecastCategory.byDefault(stage.region)
  return { ...deal, id, ownerName, stage, forecastCategory }
}

export const ofNote = (note: Note): AuditFields => ({
  dealId: note.dealId,
  authorId: note.authorId,
  kind: note.kind,
  contentText: note.contentText,
  systemEventType: note.systemEventType,
  systemEventData: note.systemEventData,
  createdAt: note.createdAt,
  editedAt: note.editedAt,
  ...NoteActivity.stored(note),
  actorType: note.actor?.type ?? null,
  actorId: note.actor?.id ?? null,
  actorName: note.actor?.name ?? null,
  actorAgent: note.actor?.agent ?? null
})

/** The note with these fields. The author's name isn't among them. */
export const noteOf = (id: Note["id"], fields: AuditFields): Note => {
  const { actorAgent, actorId, actorName, actorType, ...rest } = fields
  const text = (fields["contentText"] ?? null) as string | null
  const note = {
    contentText: text,
    contentJson: text === null ? null : NoteDocument.fromText(text),
    systemEventType: null,
    systemEventData: null,
    editedAt: null,
    ...rest,
    id
  } as unknown as Note
  const facts = { activityKind: null, happenedAt: null, ...fields }
  Object.assign(note, NoteActivity.read(facts as never, note))
  if (actorType == null || actorId == null) return { ...note, actor: null }
  const agent = actorAgent == null ? {} : { agent: actorAgent as string }
  const who = { type: actorType, id: actorId, name: actorName ?? null, userId: note.authorId, userName: null }
  return { ...note, actor: { ...who, ...agent } as Note["actor"] }
}

/** Fields of triage and claims that no API response has. */
const ofClaim = ({ claim, junkedBy, triagedAt }: LeadRecord): AuditFields => ({
  triagedAt,
  junkedBy,
  claimedBy: claim?.by ?? null,
  claimedAt: claim?.at ?? null
})

/** The enrichment without its history. */
const ofEnrichment = ({ lead }: LeadRecord): AuditFields => {
  const { history: _, historyHasMore: __, ...enrichment } = lead.enrichment
  return { enrichment }
}

/** The fields that triage, promotion and an update change. */
export const ofTriage = (record: LeadRecord): AuditFields => ({
  ...logged(LeadFields.changeable, record.lead),
  ...ofClaim(record)
})

/** Like `ofTriage`, with the enrichment. */
export const ofEnriched = (record: LeadRecord): AuditFields => ({
  ...ofTriage(record),
  ...ofEnrichment(record)
})

export const ofLead = (record: LeadRecord): AuditFields => ({
  ...logged(LeadFields.columns, record.lead),
  formId: record.formId,
  doubt: record.doubt,
  ...ofClaim(record),
  ...ofEnrichment(record)
})

/** The lead with these fields, without its history. */
export const leadOf = (id: LeadRecord["lead"]["id"], fields: AuditFields): LeadRecord => {
  const of = (name: string): any => fields[name] ?? null
  const claimedBy = of("claimedBy")
  return {
    lead: {
      ...(Model.assemble(LeadFields.columns, ({ logged }) => of(logged)) as LeadRecord["lead"]),
      id,
      enrichment: { ...of("enrichment"), history: [] }
    },
    formId: of("formId"),
    triagedAt: of("triagedAt"),
    junkedBy: of("junkedBy"),
    claim: claimedBy === null ? null : { by: claimedBy, at: of("claimedAt") },
    doubt: of("doubt"),
    history: EnrichmentHistory.none
  }
}

/** A deal as a plan's precondition. */
export const readOfDeal = (deal: Deal) => ({ id: deal.id, fields: ofDeal(deal) })

/** A lead as a plan's precondition. Only the length of its history counts. */
export const readOfLead = (record: LeadRecord) => ({
  id: record.lead.id,
  fields: { ...ofLead(record), history: record.history.bytes }
})
