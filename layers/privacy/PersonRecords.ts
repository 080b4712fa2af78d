/** Finds the records of a person: the leads they sent, and the deals they are the contact of. */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import type { Deal } from "../../schema/Deal.ts"
import type { LeadId } from "../../schema/Id.ts"
import * as MatchKey from "../../src/deals/rules/MatchKey.ts"
import * as ErasureTerms from "../../src/privacy/rules/ErasureTerms.ts"
import * as DealRow from "../deals/DealRow.ts"
import { Tenant } from "../identity/Tenant.ts"
import * as Sql from "../database/Sql.ts"

interface LeadTrace {
  readonly id: LeadId
  readonly first_name: string | null
  readonly last_name: string | null
  readonly email: string | null
  readonly phone: string | null
  readonly contact: Readonly<Record<string, unknown>> | null
  /** The enrichment and its history as text. */
  readonly told: string
}

interface DealTrace {
  readonly deal: Deal
  /** Whether the contact is the person; a deal created from their lead may have another contact by now. */
  readonly isTheirs: boolean
}

export interface PersonRecords {
  readonly leads: ReadonlyArray<LeadId>
  readonly deals: ReadonlyArray<DealTrace>
  /** The ids of stored images in these leads. */
  readonly images: ReadonlyArray<string>
  /** Patterns: `everywhere` matches the address only, `near` also the person's names, numbers and other addresses. */
  readonly addressPattern: string
  readonly personPattern: string
}

const imageIn = /\/files\/([\w-]+)/gu

const texts = (values: ReadonlyArray<unknown>) =>
  values.filter((value) => typeof value === "string" && value.trim() !== "") as ReadonlyArray<string>

/** Only full names are used, because a first name alone also occurs in texts about others. */
const fullName = (name: string | null) => (name !== null && /\S\s+\S/u.test(name) ? name.trim() : null)

const termsOf = (email: string, leads: ReadonlyArray<LeadTrace>, deals: ReadonlyArray<DealTrace>) => {
  const ofLeads = leads.flatMap(({ contact, email, first_name, last_name, phone }) => [
    email,
    fullName([first_name, last_name].filter((part) => part !== null).join(" ")),
    phone,
    fullName(typeof contact?.["name"] === "string" ? contact["name"] : null),
    ...["phone", "linkedin", "email"].map((name) => contact?.[name])
  ])
  const ofDeals = deals.flatMap(({ deal, isTheirs }) => {
    const { linkedin, name, phone } = deal.primaryContact
    return isTheirs ? [fullName(name), phone, linkedin] : []
  })
  return texts([email, ...ofLeads, ...ofDeals])
}

export const find = Effect.fnUntraced(function* (email: string) {
  const sql = yield* SqlClient.SqlClient
  const { workspaceId } = yield* Tenant
  const key = MatchKey.email(email)
  const leads =
    yield* sql<LeadTrace>`SELECT id, first_name, last_name, email, phone, enrichment -> 'contact' AS contact,
      concat(enrichment::text, (SELECT string_agg(h.payload::text, ' ') FROM lead_history h
        WHERE h.workspace_id = ${workspaceId} AND h.lead_id = l.id)) AS told
    FROM leads l WHERE workspace_id = ${workspaceId}
      AND (email_lower = ${key} OR lower(enrichment -> 'contact' ->> 'email') = ${key}) ORDER BY id`
  const ids = leads.map(({ id }) => id)
  const rows = yield* sql<DealRow.Row & { readonly is_theirs: boolean }>`SELECT
      ${sql.literal(DealRow.selected)}, coalesce(d.contact_email_lower = ${key}, true) AS is_theirs
    FROM deals d ${sql.literal(DealRow.joins)} WHERE d.workspace_id = ${workspaceId}
      AND (d.contact_email_lower = ${key}${ids.length === 0 ? sql`` : sql` OR ${sql.in("d.lead_id", ids)}`})
    ORDER BY d.id`
  const deals = rows.map((row) => ({ deal: DealRow.toDeal(row), isTheirs: row.is_theirs }))
  const records: PersonRecords = {
    leads: ids,
    deals,
    images: [...new Set(leads.flatMap(({ told }) => [...told.matchAll(imageIn)].map((match) => match[1]!)))],
    addressPattern: ErasureTerms.patternOf([email]),
    personPattern: ErasureTerms.patternOf(termsOf(email, leads, deals))
  }
  return records
}, Sql.orDie)
