/** A lead as a row of `leads`. */
import { type PgClient, PgTypes } from "@effect/sql-pg"
import type { Statement } from "effect/sql"
import type { Enrichment } from "../../schema/Enrichment.ts"
import type { BoardId, DealId, FormId, LeadId, UserId } from "../../schema/Id.ts"
import { type Attribution, Lead, type TriageStatus } from "../../schema/Lead.ts"
import type { Doubt } from "../../schema/LeadBackground.ts"
import * as FullName from "../../src/domain/leads/FullName.ts"
import type { LeadRecord } from "../../src/domain/leads/LeadRecord.ts"
import * as EnrichmentHistory from "../../src/domain/leads/EnrichmentHistory.ts"
import * as MatchKey from "../../src/domain/deals/MatchKey.ts"
import * as LeadHistory from "./LeadHistory.ts"
import * as RowText from "../platform/database/RowText.ts"
import * as Search from "../platform/Search.ts"
import * as Sql from "../platform/database/Sql.ts"

export interface LeadRow extends LeadHistory.Row {
  readonly id: LeadId
  readonly board_id: BoardId
  readonly triage_status: TriageStatus
  readonly source: Lead["source"]
  readonly deal_id: DealId | null
  readonly suspect: boolean
  readonly first_name: string | null
  readonly last_name: string | null
  readonly email: string | null
  readonly phone: string | null
  readonly company_name: string | null
  readonly company_website: string | null
  readonly message: string | null
  readonly how_heard: string | null
  readonly consent: boolean | null
  readonly attribution: Attribution
  readonly external_id: string | null
  readonly enrichment: Omit<Enrichment, "history" | "historyHasMore">
  readonly created_at: string
  readonly contacted_at: string | null
  readonly promoted_at: string | null
  readonly junked_at: string | null
}

/** Columns of a lead that are not part of the resource. */
export interface KeptRow {
  readonly form_id: FormId | null
  readonly triaged_at: string
  readonly junked_by: UserId | null
  readonly claimed_by: string | null
  readonly claimed_at: string | null
  readonly doubt: Doubt | null
}

export const columns = `l.id, l.board_id, l.triage_status, l.source, l.deal_id, l.suspect, l.first_name, l.last_name,
  l.email, l.phone, l.company_name, l.company_website, l.message, l.how_heard, l.consent, l.attribution,
  l.external_id, l.enrichment, l.created_at, l.contacted_at, l.promoted_at, l.junked_at`

/** How leads are read: columns, joins, and the approximate bytes of a row. */
export interface Shape {
  readonly columns: Statement.Fragment
  readonly joined: Statement.Fragment
  readonly size: Statement.Fragment
}

/** Whole leads, with the newest entries of their history, up to `bytes`. */
export const whole = (sql: Sql.Sql, workspaceId: string, bytes: number): Shape => ({
  columns: sql`${sql.literal(columns)}, ${LeadHistory.columns(sql, workspaceId, bytes)}`,
  joined: LeadHistory.joined(sql, workspaceId),
  size: sql.literal(`1000 + ${Sql.bytesOf.text("l.message")} + ${Sql.bytesOf.json("l.attribution")}
    + ${Sql.bytesOf.json("l.enrichment")}`)
})

/** Leads for the inbox: long fields cut to what it shows, and no history. */
export const glance = (sql: Sql.Sql): Shape => ({
  columns: sql.literal(
    columns.replace("l.message", "left(ltrim(l.message, E' \\t\\n'), 500) AS message").replace(
      "l.enrichment",
      `json_strip_nulls(json_build_object('status', l.enrichment -> 'status', 'score', l.enrichment -> 'score',
        'verdict', left(l.enrichment ->> 'verdict', 500), 'contact', json_build_object(
          'name', left(l.enrichment -> 'contact' ->> 'name', 500)))) AS enrichment`
    )
  ),
  joined: sql.literal(""),
  size: sql.literal("2000")
})

export const keptColumns = "l.form_id, l.triaged_at, l.junked_by, l.claimed_by, l.claimed_at, l.doubt"

/** The enrichment as it is answered, with its history. */
const enrichmentRead = (row: LeadHistory.Row & Pick<LeadRow, "enrichment">): Enrichment => ({
  ...row.enrichment,
  ...EnrichmentHistory.asRead(row.history ?? [], LeadHistory.extentOf(row))
})

export const toLead = (row: LeadRow): Lead => ({
  id: row.id,
  boardId: row.board_id,
  triageStatus: row.triage_status,
  source: row.source,
  dealId: row.deal_id,
  suspect: row.suspect,
  contact: {
    firstName: row.first_name,
    lastName: row.last_name,
    email: row.email,
    phone: row.phone,
    companyName: row.company_name,
    companyWebsite: row.company_website,
    message: row.message,
    howHeard: row.how_heard,
    consent: row.consent
  },
  enrichment: enrichmentRead(row),
  attribution: row.attribution,
  externalId: row.external_id,
  createdAt: row.created_at,
  contactedAt: row.contacted_at,
  promotedAt: row.promoted_at,
  junkedAt: row.junked_at
})

/** Where `toLead` finds each field. */
const places: RowText.Places<Lead, LeadRow> = {
  id: "id",
  boardId: "board_id",
  triageStatus: "triage_status",
  source: "source",
  dealId: "deal_id",
  suspect: "suspect",
  contact: {
    firstName: "first_name",
    lastName: "last_name",
    email: "email",
    phone: "phone",
    companyName: "company_name",
    companyWebsite: "company_website",
    message: "message",
    howHeard: "how_heard",
    consent: "consent"
  },
  enrichment: { of: ["enrichment", ...LeadHistory.names], value: enrichmentRead },
  attribution: "attribution",
  externalId: "external_id",
  createdAt: "created_at",
  contactedAt: "contacted_at",
  promotedAt: "promoted_at",
  junkedAt: "junked_at"
}

/** Rows of whole leads as the JSON of leads. */
export const text = RowText.compile(Lead, places)

export const toRecord = (row: LeadRow & KeptRow): LeadRecord => ({
  lead: toLead(row),
  history: LeadHistory.extentOf(row),
  formId: row.form_id,
  triagedAt: row.triaged_at,
  junkedBy: row.junked_by,
  claim:
    row.claimed_by === null || row.claimed_at === null ? null : { by: row.claimed_by, at: row.claimed_at },
  doubt: row.doubt
})

/** The columns that triage, promotion and an update change. */
export const triageOf = ({ junkedBy, lead, triagedAt }: LeadRecord) => ({
  triage_status: lead.triageStatus,
  suspect: lead.suspect,
  triaged_at: triagedAt,
  deal_id: lead.dealId,
  contacted_at: lead.contactedAt,
  promoted_at: lead.promotedAt,
  junked_at: lead.junkedAt,
  junked_by: junkedBy,
  external_id: lead.externalId
})

/** The columns that a PATCH of the enrichment changes, beside the history. */
export const enrichmentOf = ({ claim, lead }: LeadRecord) => {
  const { history: _, historyHasMore: __, ...stored } = lead.enrichment
  return {
    // json, not jsonb, keeps the order of the qualifier's keys.
    enrichment: PgTypes.json(stored),
    rank: lead.enrichment.score ?? -1,
    claimed_by: claim?.by ?? null,
    claimed_at: claim?.at ?? null
  }
}

const found = (contact: Lead["contact"]) => [
  contact.companyName,
  contact.companyWebsite,
  contact.email,
  FullName.of(contact.firstName, contact.lastName)
]

/** What was submitted, which only an import corrects. */
const submittedOf = ({ attribution, contact }: Lead) => ({
  first_name: contact.firstName,
  last_name: contact.lastName,
  email: contact.email,
  phone: contact.phone,
  company_name: contact.companyName,
  company_website: contact.companyWebsite,
  message: contact.message,
  how_heard: contact.howHeard,
  consent: contact.consent,
  attribution: PgTypes.json(attribution),
  search: Search.text(...found(contact)),
  words: Search.words(...found(contact)),
  email_lower: contact.email === null ? null : MatchKey.email(contact.email),
  email_domain: contact.email === null ? null : MatchKey.emailDomain(contact.email),
  website_host: contact.companyWebsite === null ? null : MatchKey.websiteHost(contact.companyWebsite)
})

const submittedTypes = `id uuid, first_name text, last_name text, email text, phone text, company_name text,
  company_website text, message text, how_heard text, consent boolean, attribution json, search text, words text,
  email_lower text, email_domain text, website_host text`

/** The write of what was submitted of these leads. */
export const correcting = (sql: PgClient.PgClient, workspaceId: string, leads: ReadonlyArray<Lead>) => {
  const rows = leads.map((lead) => ({
    id: lead.id,
    ...submittedOf(lead),
    attribution: lead.attribution
  }))
  const set = Object.keys(rows[0]!).flatMap((name) => (name === "id" ? [] : [`${name} = v.${name}`]))
  // json, not jsonb, keeps the order of keys.
  return sql`UPDATE leads l SET ${sql.literal(set.join(", "))}
    FROM json_to_recordset(${PgTypes.json(rows)}) AS v (${sql.literal(submittedTypes)})
    WHERE l.workspace_id = ${workspaceId} AND l.id = v.id`
}

export const insertOf = (record: LeadRecord) => ({
  id: record.lead.id,
  board_id: record.lead.boardId,
  form_id: record.formId,
  doubt: record.doubt,
  source: record.lead.source,
  created_at: record.lead.createdAt,
  ...submittedOf(record.lead),
  ...triageOf(record),
  ...enrichmentOf(record)
})
