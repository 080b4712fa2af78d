/** Finds the records of a person: the leads they sent, and the deals whose contact they are. */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import type { DealId, LeadId } from "../../schema/Id.ts"
import * as MatchKey from "../../src/domain/deals/MatchKey.ts"
import * as Terms from "../../src/domain/persons/Terms.ts"
import { Tenant } from "../identity/Tenant.ts"
import * as Sql from "../platform/database/Sql.ts"

interface LeadTrace {
  readonly id: LeadId
  readonly first_name: string | null
  readonly last_name: string | null
  readonly email: string | null
  readonly phone: string | null
  readonly contact: Readonly<Record<string, unknown>> | null
  /** All of it as text, with the history's. */
  readonly told: string
}

interface DealTrace {
  readonly id: DealId
  readonly name: string
  readonly company: string | null
  readonly key_terms: string | null
  readonly next_step: string | null
  readonly contact_name: string | null
  /** Whether the contact is the person: a deal made of their lead may have another by now. */
  readonly is_theirs: boolean
  readonly contact_title: string | null
  readonly contact_phone: string | null
  readonly contact_linkedin: string | null
}

export interface Traces {
  readonly leads: ReadonlyArray<LeadId>
  readonly deals: ReadonlyArray<DealTrace>
  /** Ids of stored images of these leads. */
  readonly images: ReadonlyArray<string>
  /** What matches the address alone, and what matches any of the person's names, numbers and addresses. */
  readonly everywhere: string
  readonly near: string
}

const imageIn = /\/files\/([\w-]+)/gu

const texts = (values: ReadonlyArray<unknown>) =>
  values.filter((value) => typeof value === "string" && value.trim() !== "") as ReadonlyArray<string>

/** A given name alone would be found in texts about others. */
const fullName = (name: string | null) => (name !== null && /\S\s+\S/u.test(name) ? name.trim() : null)

const termsOf = (email: string, leads: ReadonlyArray<LeadTrace>, deals: ReadonlyArray<DealTrace>) => {
  const ofLeads = leads.flatMap(({ contact, email, first_name, last_name, phone }) => [
    email,
    fullName([first_name, last_name].filter((part) => part !== null).join(" ")),
    phone,
    fullName(typeof contact?.["name"] === "string" ? contact["name"] : null),
    ...["phone", "linkedin", "email"].map((name) => contact?.[name])
  ])
  const ofDeals = deals
    .filter(({ is_theirs }) => is_theirs)
    .flatMap((deal) => [fullName(deal.contact_name), deal.contact_phone, deal.contact_linkedin])
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
  const deals = yield* sql<DealTrace>`SELECT id, name, company, key_terms, next_step, contact_name,
      contact_title, contact_phone, contact_linkedin, coalesce(contact_email_lower = ${key}, true) AS is_theirs FROM deals
    WHERE workspace_id = ${workspaceId}
      AND (contact_email_lower = ${key}${ids.length === 0 ? sql`` : sql` OR ${sql.in("lead_id", ids)}`}) ORDER BY id`
  const found: Traces = {
    leads: ids,
    deals,
    images: [...new Set(leads.flatMap(({ told }) => [...told.matchAll(imageIn)].map((match) => match[1]!)))],
    everywhere: Terms.patternOf([email]),
    near: Terms.patternOf(termsOf(email, leads, deals))
  }
  return found
}, Sql.orDie)
