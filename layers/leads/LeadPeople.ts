/** The people and credentials that acted on a lead. */
import { Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { NotFound } from "../../schema/Fault.ts"
import type { DealId, FormId, LeadId, UserId } from "../../schema/Id.ts"
import type { Doubt, Writer } from "../../schema/LeadBackground.ts"
import * as LeadHistory from "./LeadHistory.ts"
import * as Sql from "../database/Sql.ts"
import { Tenant } from "../identity/Tenant.ts"

interface LeadContext {
  readonly formId: FormId | null
  /** The name, or else the email address, of the person who marked it as junk. */
  readonly junkedBy: string | null
  readonly doubt: Doubt | null
  readonly writers: ReadonlyArray<Writer>
  /** The number of writes to its enrichment. */
  readonly written: number
  /** The deal that the lead became, unless it has been deleted. */
  readonly dealId: DealId | null
}

interface TriageWrite {
  readonly leadId: LeadId
  readonly entryId: string
}

export class LeadPeople extends Context.Service<
  LeadPeople,
  {
    readonly of: (id: LeadId) => Effect.Effect<LeadContext, NotFound, Tenant>
    /** For leads that are junk or a bad fit: the write that set the status, if it was made since a time, optionally by one person. */
    readonly triaged: (
      ids: ReadonlyArray<LeadId>,
      since: string,
      by: UserId | undefined
    ) => Effect.Effect<ReadonlyArray<TriageWrite>, never, Tenant>
  }
>()("pipeline/layers/LeadPeople") {
  static readonly layer = Layer.effect(
    LeadPeople,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient

      /** History is written by keys, people and apps; other ids have no name. */
      const writersOf = Effect.fnUntraced(function* (id: LeadId) {
        const { workspaceId } = yield* Tenant
        return yield* sql<Writer>`
          WITH h AS (SELECT DISTINCT by FROM (SELECT by FROM lead_history
            WHERE workspace_id = ${workspaceId} AND lead_id = ${id} ORDER BY bytes_before DESC LIMIT 100) latest)
          SELECT h.by AS id, 'api_key' AS kind, k.name
            FROM h JOIN api_keys k ON k.id::text = h.by WHERE k.workspace_id = ${workspaceId}
          UNION ALL SELECT h.by, 'person', coalesce(u.name, u.email)
            FROM h JOIN members m ON m.user_id::text = h.by JOIN users u ON u.id = m.user_id
            WHERE m.workspace_id = ${workspaceId}
          UNION ALL SELECT h.by, 'app', max(g.client_name)
            FROM h JOIN oauth_grants g ON g.client_id = h.by
            WHERE g.workspace_id = ${workspaceId} GROUP BY h.by`
      })

      const of = Effect.fn("LeadPeople.of")(function* (id: LeadId) {
        const { workspaceId } = yield* Tenant
        const [lead] = yield* sql<Omit<LeadContext, "writers">>`
          SELECT l.form_id AS "formId", coalesce(u.name, u.email) AS "junkedBy", d.id AS "dealId",
            coalesce(t.entries, 0) AS written, l.doubt
          FROM leads l LEFT JOIN users u ON u.id = l.junked_by
          LEFT JOIN deals d ON d.workspace_id = l.workspace_id AND d.id = l.deal_id AND d.deleted_at IS NULL
          ${LeadHistory.joined(sql, workspaceId)}
          WHERE l.workspace_id = ${workspaceId} AND l.id = ${id}`
        if (lead === undefined) return yield* NotFound.of("lead", id)
        return { ...lead, writers: yield* writersOf(id) }
      }, Sql.orDie)

      const triaged = Effect.fn("LeadPeople.triaged")(function* (
        ids: ReadonlyArray<LeadId>,
        since: string,
        by: UserId | undefined
      ) {
        if (ids.length === 0) return []
        const { workspaceId } = yield* Tenant
        const theirs = by === undefined ? sql.literal("") : sql`AND t.actor->>'userId' = ${by}`
        return yield* sql<TriageWrite>`SELECT l.id AS "leadId", t.entry_id AS "entryId"
          FROM leads l CROSS JOIN LATERAL (SELECT c.entry_id, c.actor, c.created_at FROM changes c
            WHERE c.workspace_id = ${workspaceId} AND c.lead_id = l.id AND c.type = 'lead.triaged'
            ORDER BY c.seq DESC LIMIT 1) t
          WHERE l.workspace_id = ${workspaceId} AND ${sql.in("l.id", ids)}
            AND l.triage_status IN ('junk', 'bad_fit') AND t.entry_id IS NOT NULL
            AND t.created_at >= ${since}::timestamptz ${theirs}`.unprepared
      }, Sql.orDie)

      return LeadPeople.of({ of, triaged })
    })
  )
}
