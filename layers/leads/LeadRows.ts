/** A lead as a row of `leads`. */
import type { Statement } from "effect/sql"
import type { Enrichment } from "../../schema/Enrichment.ts"
import type { FormId, UserId } from "../../schema/Id.ts"
import { Lead } from "../../schema/Lead.ts"
import * as LeadFields from "../../schema/LeadFields.ts"
import * as Model from "../../schema/Model.ts"
import type { Doubt } from "../../schema/LeadBackground.ts"
import * as FullName from "../../src/leads/rules/FullName.ts"
import type { LeadRecord } from "../../src/leads/rules/LeadRecord.ts"
import * as EnrichmentHistory from "../../src/leads/rules/EnrichmentHistory.ts"
import * as MatchKey from "../../src/deals/rules/MatchKey.ts"
import * as LeadHistory from "./LeadHistory.ts"
import * as ModelRows from "../database/rows/ModelRows.ts"
import * as RowText from "../database/rows/RowText.ts"
import * as Search from "../records/Search.ts"
import * as Sql from "../database/Sql.ts"

export type LeadRow = Model.Row<typeof LeadFields.fields> &
  LeadHistory.Row & { readonly enrichment: Omit<Enrichment, "history" | "historyHasMore"> }

/** Columns of a lead that are not part of the resource. */
export interface KeptRow {
  readonly form_id: FormId | null
  readonly triaged_at: string
  readonly junked_by: UserId | null
  readonly claimed_by: string | null
  readonly claimed_at: string | null
  readonly doubt: Doubt | null
}

export const columns = `${LeadFields.columns.map(({ name }) => `l.${name}`).join(", ")}, l.enrichment`

/** How leads are read: columns, joins, and the approximate size of a row in bytes. */
export interface Shape {
  readonly columns: Statement.Fragment
  readonly joined: Statement.Fragment
  readonly size: Statement.Fragment
}

/** Whole leads, with the newest history entries up to `bytes`. */
export const whole = (sql: Sql.Sql, workspaceId: string, bytes: number): Shape => ({
  columns: sql`${sql.literal(columns)}, ${LeadHistory.columns(sql, workspaceId, bytes)}`,
  joined: LeadHistory.joined(sql, workspaceId),
  size: sql.literal(
    `1000 + ${ModelRows.sizeOf(LeadFields.columns, "l")} + ${Sql.bytesOf.json("l.enrichment")}`
  )
})

/** Leads for the inbox, with long fields cut to what it shows and without history. */
export const inboxShape = (sql: Sql.Sql): Shape => ({
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

/** The enrichment in responses, with its history. */
const enrichmentRead = (row: LeadHistory.Row & Pick<LeadRow, "enrichment">): Enrichment => ({
  ...row.enrichment,
  ...EnrichmentHistory.asRead(row.history ?? [], LeadHistory.extentOf(row))
})

export const toLead = (row: LeadRow): Lead => ({
  ...(Model.assemble(LeadFields.columns, ({ name }) => row[name as keyof LeadRow]) as Lead),
  enrichment: enrichmentRead(row)
})

/** Converts rows of whole leads to the JSON of leads. */
export const text = RowText.compile<Lead, LeadRow>(Lead, {
  ...(Model.assemble(LeadFields.columns, ({ name }) => name) as RowText.Places<Lead, LeadRow>),
  enrichment: { of: ["enrichment", ...LeadHistory.names], value: enrichmentRead }
})

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

/** The types of the model's columns, of columns that aren't part of the resource, and of computed ones. */
const types: ModelRows.Types = {
  ...ModelRows.typesOf(LeadFields.columns),
  form_id: "uuid",
  triaged_at: "timestamptz",
  junked_by: "uuid",
  claimed_by: "text",
  claimed_at: "timestamptz",
  doubt: "text",
  enrichment: "json",
  rank: "float8",
  search: "text",
  words: "text",
  email_lower: "text",
  email_domain: "text",
  website_host: "text"
}

/** The columns of triage that aren't part of the resource. */
const triageOf = ({ junkedBy, triagedAt }: LeadRecord): ModelRows.Values => ({
  triaged_at: triagedAt,
  junked_by: junkedBy
})

const personOf = ({ contact }: LeadRecord["lead"]) => {
  const { companyName, companyWebsite, email, firstName, lastName } = contact
  return [companyName, companyWebsite, email, FullName.of(firstName, lastName)]
}

/** The words of a lead also include its message and write-ups. */
const wordsOf = ({ lead }: LeadRecord): string => {
  const { body = null, notes = null, summary = null, verdict = null } = lead.enrichment
  return Search.words(...personOf(lead), lead.contact.message, summary, verdict, body, notes)
}

const enrichmentOf = (record: LeadRecord): ModelRows.Values => {
  const { claim, lead } = record
  const { history: _, historyHasMore: __, ...stored } = lead.enrichment
  return {
    enrichment: stored,
    rank: lead.enrichment.score ?? -1,
    words: wordsOf(record),
    claimed_by: claim?.by ?? null,
    claimed_at: claim?.at ?? null
  }
}

/** The columns used to find a lead. */
const searchedOf = ({ lead }: LeadRecord): ModelRows.Values => {
  const { companyWebsite, email } = lead.contact
  return {
    search: Search.text(...personOf(lead)),
    email_lower: email === null ? null : MatchKey.email(email),
    email_domain: email === null ? null : MatchKey.emailDomain(email),
    website_host: companyWebsite === null ? null : MatchKey.websiteHost(companyWebsite)
  }
}

const valuesOf = (record: LeadRecord): ModelRows.Values => ({
  ...ModelRows.valuesOf(LeadFields.columns, record.lead),
  ...triageOf(record),
  ...enrichmentOf(record),
  ...searchedOf(record)
})

/** The columns of triage and promotion, and those of the enrichment if it changed. */
export const updateOf = (record: LeadRecord, isEnriched: boolean) => {
  const triage = { ...ModelRows.valuesOf(LeadFields.changeable, record.lead), ...triageOf(record) }
  return ModelRows.parametersOf({ ...triage, ...(isEnriched && enrichmentOf(record)) }, types)
}

/** Updates the columns that differ in these leads, except their history. */
export const rewriting = (
  sql: Sql.Sql,
  workspaceId: string,
  changes: ReadonlyArray<{ readonly before: LeadRecord; readonly after: LeadRecord }>
) => {
  const values = changes.map(({ after, before }) => ({
    id: after.lead.id,
    before: valuesOf(before),
    after: valuesOf(after)
  }))
  return ModelRows.rewriting(sql, "leads", types, workspaceId, values)
}

/** All columns of a new lead. */
export const newOf = (workspaceId: string, record: LeadRecord): Record<string, unknown> => ({
  workspace_id: workspaceId,
  form_id: record.formId,
  doubt: record.doubt,
  ...ModelRows.parametersOf(valuesOf(record), types)
})
