import { Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import type { Currency } from "../../schema/Field.ts"
import type { DealId, LeadId } from "../../schema/Id.ts"
import type { TriageStatus } from "../../schema/TriageStatus.ts"
import * as FullName from "../../src/leads/rules/FullName.ts"
import * as MailHosts from "../../src/deals/rules/MailHosts.ts"
import * as MatchKey from "../../src/deals/rules/MatchKey.ts"
import * as Sql from "../database/Sql.ts"
import { Tenant } from "../identity/Tenant.ts"

/** The limit of deals, and of leads, that a match returns. */
const matchLimit = 25

export interface MatchedDeal {
  readonly id: DealId
  readonly name: string
  readonly company: string | null
  readonly stage: string | null
  readonly amountCents: number | null
  readonly currency: Currency
  readonly contactName: string | null
  readonly ownerName: string | null
}

interface LeadRow {
  readonly id: LeadId
  readonly first_name: string | null
  readonly last_name: string | null
  readonly company: string | null
  readonly status: TriageStatus
}

export interface MatchedLead {
  readonly id: LeadId
  readonly name: string | null
  readonly company: string | null
  readonly status: TriageStatus
}

const toLead = ({ company, first_name, id, last_name, status }: LeadRow): MatchedLead => ({
  id,
  name: FullName.of(first_name, last_name),
  company,
  status
})

export interface MatchedRecords {
  /** Null if the address has no domain, or one of a public mail host. */
  readonly domain: string | null
  readonly match: "email" | "domain" | "none"
  readonly deals: ReadonlyArray<MatchedDeal>
  readonly leads: ReadonlyArray<MatchedLead>
}

/** Finds deals and leads of the current workspace by their contact's email address. */
export class Matches extends Context.Service<
  Matches,
  {
    /** Newest first. Matches by domain if nothing has exactly this address. */
    readonly find: (email: string) => Effect.Effect<MatchedRecords, never, Tenant>
  }
>()("pipeline/layers/Matches") {
  static readonly layer = Layer.effect(
    Matches,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient

      const deals = Effect.fnUntraced(function* (
        column: "contact_email_lower" | "contact_email_domain",
        value: string
      ) {
        const { workspaceId } = yield* Tenant
        return yield* sql<MatchedDeal>`SELECT d.id, d.name, d.company, s.name AS stage,
            d.amount_cents AS "amountCents", d.currency, d.contact_name AS "contactName", u.name AS "ownerName"
          FROM deals d
          LEFT JOIN users u ON u.id = d.owner_id
          LEFT JOIN stages s ON s.workspace_id = d.workspace_id AND s.board_id = d.board_id AND s.id = d.stage_id
          WHERE d.workspace_id = ${workspaceId} AND ${sql(`d.${column}`)} = ${value} AND d.deleted_at IS NULL
          ORDER BY d.created_at DESC, d.id DESC ${Sql.limit(sql, matchLimit)}`
      })

      const newestLeads = Effect.fnUntraced(function* (
        column: "email_lower" | "email_domain" | "website_host",
        value: string
      ) {
        const { workspaceId } = yield* Tenant
        return sql`(SELECT id, first_name, last_name, company_name AS company, triage_status AS status, created_at
          FROM leads WHERE workspace_id = ${workspaceId} AND ${sql(column)} = ${value} AND NOT suspect
          ORDER BY created_at DESC, id DESC ${Sql.limit(sql, matchLimit)})`
      })

      const leadsByEmail = Effect.fnUntraced(function* (email: string) {
        const rows = yield* sql<LeadRow>`${yield* newestLeads("email_lower", email)}`
        return rows.map(toLead)
      })

      const leadsByDomain = Effect.fnUntraced(function* (domain: string) {
        const [byEmail, byWebsite] = [
          yield* newestLeads("email_domain", domain),
          yield* newestLeads("website_host", domain)
        ]
        const rows = yield* sql<LeadRow>`SELECT * FROM (${byEmail} UNION ${byWebsite}) l
          ORDER BY created_at DESC, id DESC ${Sql.limit(sql, matchLimit)}`
        return rows.map(toLead)
      })

      const find = Effect.fnUntraced(function* (email: string) {
        const address = MatchKey.email(email)
        const ownDomain = MatchKey.emailDomain(address)
        const domain = ownDomain === null || MailHosts.isPublic(ownDomain) ? null : ownDomain
        const exact = yield* Effect.all(
          { deals: deals("contact_email_lower", address), leads: leadsByEmail(address) },
          { concurrency: 2 }
        )
        const none = { domain, match: "none" as const, deals: [], leads: [] }
        if (exact.deals.length + exact.leads.length > 0) return { ...none, match: "email" as const, ...exact }
        if (domain === null) return none
        const near = yield* Effect.all(
          { deals: deals("contact_email_domain", domain), leads: leadsByDomain(domain) },
          { concurrency: 2 }
        )
        return near.deals.length + near.leads.length > 0
          ? { ...none, match: "domain" as const, ...near }
          : none
      }, Sql.orDie)

      return Matches.of({ find })
    })
  )
}
