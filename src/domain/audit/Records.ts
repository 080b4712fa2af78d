/**
 * Records as the audit log has them: the columns of their tables, in camel case, less those that are computed from the
 * others (what searches read, a deal's status and last activity, a note's rich text).
 */
import type { AuditFields } from "../../../schema/Audit.ts"
import type { Deal } from "../../../schema/Deal.ts"
import * as DealFields from "../../../schema/DealFields.ts"
import * as Model from "../../../schema/Model.ts"
import type { Note } from "../../../schema/Note.ts"
import * as NoteDocument from "../deals/NoteDocument.ts"
import * as EnrichmentHistory from "../leads/EnrichmentHistory.ts"
import type { LeadRecord } from "../leads/LeadRecord.ts"

export const ofDeal = (deal: Deal): AuditFields =>
  Object.fromEntries(
    DealFields.columns.flatMap((column) =>
      column.name === "id" ? [] : [[column.logged, Model.get(column, deal) as AuditFields[string]]]
    )
  )

/** The deal with these fields; an entry from before there was a field has none. */
export const dealOf = (
  id: Deal["id"],
  fields: AuditFields,
  { ownerName, stage }: Pick<Deal, "ownerName" | "stage">
): Deal => ({
  ...(Model.assemble(DealFields.columns, ({ logged }) => fields[logged] ?? null) as Deal),
  id,
  ownerName,
  stage
})

export const ofNote = (note: Note): AuditFields => ({
  dealId: note.dealId,
  authorId: note.authorId,
  kind: note.kind,
  contentText: note.contentText,
  systemEventType: note.systemEventType,
  systemEventData: note.systemEventData,
  createdAt: note.createdAt,
  editedAt: note.editedAt,
  actorType: note.actor?.type ?? null,
  actorId: note.actor?.id ?? null,
  actorName: note.actor?.name ?? null,
  actorAgent: note.actor?.agent ?? null
})

/** The note with these fields. Its author's name is not among them. */
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
  if (actorType == null || actorId == null) return { ...note, actor: null }
  const agent = actorAgent == null ? {} : { agent: actorAgent as string }
  const who = { type: actorType, id: actorId, name: actorName ?? null, userId: note.authorId, userName: null }
  return { ...note, actor: { ...who, ...agent } as Note["actor"] }
}

/** What triage, promotion and an update change in a lead, and who claimed it. */
export const ofTriage = ({ claim, junkedBy, lead, triagedAt }: LeadRecord): AuditFields => ({
  triageStatus: lead.triageStatus,
  suspect: lead.suspect,
  triagedAt,
  dealId: lead.dealId,
  contactedAt: lead.contactedAt,
  promotedAt: lead.promotedAt,
  junkedAt: lead.junkedAt,
  junkedBy,
  externalId: lead.externalId,
  claimedBy: claim?.by ?? null,
  claimedAt: claim?.at ?? null
})

/** The same with the enrichment, less its history. */
export const ofEnriched = (record: LeadRecord): AuditFields => {
  const { history: _, historyHasMore: __, ...enrichment } = record.lead.enrichment
  return { ...ofTriage(record), enrichment }
}

export const ofLead = (record: LeadRecord): AuditFields => {
  const { lead } = record
  const { contact } = lead
  return {
    boardId: lead.boardId,
    formId: record.formId,
    doubt: record.doubt,
    source: lead.source,
    firstName: contact.firstName,
    lastName: contact.lastName,
    email: contact.email,
    phone: contact.phone,
    companyName: contact.companyName,
    companyWebsite: contact.companyWebsite,
    message: contact.message,
    howHeard: contact.howHeard,
    consent: contact.consent,
    attribution: lead.attribution,
    createdAt: lead.createdAt,
    ...ofEnriched(record)
  }
}

/** The fields of what was submitted. */
export const submitted = [
  ...["firstName", "lastName", "email", "phone", "companyName", "companyWebsite", "message", "howHeard"],
  ...["consent", "attribution"]
]

/** The lead with these fields, less its history. */
export const leadOf = (id: LeadRecord["lead"]["id"], fields: AuditFields): LeadRecord => {
  const of = (name: string): any => fields[name] ?? null
  const contact = Object.fromEntries(
    submitted.filter((name) => name !== "attribution").map((name) => [name, of(name)])
  )
  const claimedBy = of("claimedBy")
  return {
    lead: {
      id,
      boardId: of("boardId"),
      triageStatus: of("triageStatus"),
      source: of("source"),
      dealId: of("dealId"),
      suspect: of("suspect"),
      contact: contact as never,
      enrichment: { ...of("enrichment"), history: [] },
      attribution: of("attribution"),
      externalId: of("externalId"),
      createdAt: of("createdAt"),
      contactedAt: of("contactedAt"),
      promotedAt: of("promotedAt"),
      junkedAt: of("junkedAt")
    },
    formId: of("formId"),
    triagedAt: of("triagedAt"),
    junkedBy: of("junkedBy"),
    claim: claimedBy === null ? null : { by: claimedBy, at: of("claimedAt") },
    doubt: of("doubt"),
    history: EnrichmentHistory.none
  }
}

/** A deal as a plan is based on it. */
export const readOfDeal = (deal: Deal) => ({ id: deal.id, fields: ofDeal(deal) })

/** A lead as a plan is based on it: of its history only how long it is. */
export const readOfLead = (record: LeadRecord) => ({
  id: record.lead.id,
  fields: { ...ofLead(record), history: record.history.bytes }
})
