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

interface Asked {
  /** The address or domain that the row was found by. */
  readonly asked: string
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
    /** The same for each address, at most `most` deals and leads each. The number of statements doesn't depend on that of the addresses. */
    readonly findMany: (
      emails: ReadonlyArray<string>,
      most: number
    ) => Effect.Effect<ReadonlyArray<MatchedRecords>, never, Tenant>
  }
>()("pipeline/layers/Matches") {
  static readonly layer = Layer.effect(
    Matches,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient

      /** The records of each value, newest first. */
      const deals = Effect.fnUntraced(function* (
        column: "contact_email_lower" | "contact_email_domain",
        values: ReadonlyArray<string>,
        most: number
      ) {
        if (values.length === 0) return new Map<string, ReadonlyArray<MatchedDeal>>()
        const { workspaceId } = yield* Tenant
        const rows = yield* sql<
          MatchedDeal & Asked
        >`SELECT a.value AS asked, d.* FROM unnest(${values}::text[]) AS a (value)
          CROSS JOIN LATERAL (SELECT d.id, d.name, d.company, s.name AS stage,
            d.amount_cents AS "amountCents", d.currency, d.contact_name AS "contactName", u.name AS "ownerName"
          FROM deals d
          LEFT JOIN users u ON u.id = d.owner_id
          LEFT JOIN stages s ON s.workspace_id = ${workspaceId} AND s.board_id = d.board_id AND s.id = d.stage_id
          WHERE d.workspace_id = ${workspaceId} AND ${sql(`d.${column}`)} = a.value AND d.deleted_at IS NULL
          ORDER BY d.created_at DESC, d.id DESC ${Sql.limit(sql, most)}) d`
        return Map.groupBy(rows, ({ asked }) => asked)
      })

      const leads = Effect.fnUntraced(function* (
        columns: ReadonlyArray<"email_lower" | "email_domain" | "website_host">,
        values: ReadonlyArray<string>,
        most: number
      ) {
        if (values.length === 0) return new Map<string, ReadonlyArray<MatchedLead>>()
        const { workspaceId } = yield* Tenant
        const newest = columns.map(
          (
            column
          ) => sql`(SELECT id, first_name, last_name, company_name AS company, triage_status AS status, created_at
          FROM leads WHERE workspace_id = ${workspaceId} AND ${sql(column)} = a.value AND NOT suspect
          ORDER BY created_at DESC, id DESC ${Sql.limit(sql, most)})`
        )
        const rows = yield* sql<
          LeadRow & Asked
        >`SELECT a.value AS asked, l.* FROM unnest(${values}::text[]) AS a (value)
          CROSS JOIN LATERAL (SELECT * FROM (${sql.join(" UNION ", false)(newest)}) l
            ORDER BY created_at DESC, id DESC ${Sql.limit(sql, most)}) l`
        const groups = Map.groupBy(rows, ({ asked }) => asked)
        return new Map([...groups].map(([asked, all]) => [asked, all.map(toLead)]))
      })

      const findMany = Effect.fnUntraced(function* (emails: ReadonlyArray<string>, most: number) {
        const asked = emails.map((email) => {
          const address = MatchKey.email(email)
          const own = MatchKey.emailDomain(address)
          return { address, domain: own === null || MailHosts.isPublic(own) ? null : own }
        })
        const addresses = [...new Set(asked.map(({ address }) => address))]
        const exact = yield* Effect.all(
          {
            deals: deals("contact_email_lower", addresses, most),
            leads: leads(["email_lower"], addresses, most)
          },
          { concurrency: 2 }
        )
        const isKnown = (address: string) => exact.deals.has(address) || exact.leads.has(address)
        const domains = [
          ...new Set(
            asked.flatMap(({ address, domain }) => (isKnown(address) || domain === null ? [] : [domain]))
          )
        ]
        const near = yield* Effect.all(
          {
            deals: deals("contact_email_domain", domains, most),
            leads: leads(["email_domain", "website_host"], domains, most)
          },
          { concurrency: 2 }
        )
        const of = (found: typeof exact, key: string) => ({
          deals: found.deals.get(key) ?? [],
          leads: found.leads.get(key) ?? []
        })
        return asked.map(({ address, domain }): MatchedRecords => {
          if (isKnown(address)) return { domain, match: "email", ...of(exact, address) }
          const records = domain === null ? { deals: [], leads: [] } : of(near, domain)
          const isNear = records.deals.length + records.leads.length > 0
          return { domain, match: isNear ? "domain" : "none", ...records }
        })
      }, Sql.orDie)

      const find = (email: string) => Effect.map(findMany([email], matchLimit), ([found]) => found!)

      return Matches.of({ find, findMany })
    })
  )
}
