/**
 * The history of leads' enrichments: each payload with its author and time.
 *
 * An entry's position is the total bytes of the entries before it, so that the newest entries that fit in a response are a single range of
 * the primary key. Reading them costs the same however long the history is.
 */
import { PgClient, PgTypes } from "@effect/sql-pg"
import { Context, Effect, Layer } from "effect"
import type { Statement } from "effect/sql"
import type { HistoryEntry } from "../../schema/Enrichment.ts"
import { type Invalid, NotFound } from "../../schema/Fault.ts"
import type { LeadId } from "../../schema/Id.ts"
import type * as Page from "../../schema/Page.ts"
import type * as EnrichmentHistory from "../../src/leads/rules/EnrichmentHistory.ts"
import { Cursors, type Place } from "../records/Cursors.ts"
import * as Sql from "../database/Sql.ts"
import { Tenant } from "../identity/Tenant.ts"

/** The history columns, joined to a row of leads. */
export interface Row {
  readonly history: ReadonlyArray<HistoryEntry> | null
  readonly history_entries: number | null
  readonly history_bytes: number | null
}

/** The names of the columns in `columns`. */
export const names = ["history_entries", "history_bytes", "history"] as const satisfies ReadonlyArray<
  keyof Row
>

export const extentOf = (row: Row): EnrichmentHistory.Extent => ({
  entries: row.history_entries ?? 0,
  bytes: row.history_bytes ?? 0
})

/** The columns of `Row` for leads `l`, joined with `joined`. The entries are the newest within `bytes`. */
export const columns = (
  sql: Sql.Sql,
  workspaceId: string,
  bytes: number
) => sql`t.entries AS history_entries, t.bytes AS history_bytes,
  (SELECT json_agg(json_build_object(
      'at', ${sql.literal(Sql.iso("h.at"))}, 'by', h.by, 'payload', h.payload
    ) ORDER BY h.bytes_before)
    FROM lead_history h WHERE h.workspace_id = ${workspaceId} AND h.lead_id = l.id
      AND h.bytes_before >= t.bytes - ${sql.literal(String(bytes))}) AS history`

/** Joins the history of the leads that meet the condition `on`. */
export const joined = (sql: Sql.Sql, workspaceId: string, on = "true") => sql`LEFT JOIN LATERAL (
    SELECT position + 1 AS entries, bytes_before + bytes AS bytes FROM lead_history
    WHERE workspace_id = ${workspaceId} AND lead_id = l.id ORDER BY bytes_before DESC LIMIT 1
  ) t ON ${sql.literal(on)}`

/** A row for an entry that is added to a history of this extent. */
export const insertOf = (
  { bytes: bytes_before, entries: position }: EnrichmentHistory.Extent,
  { at, by, payload }: HistoryEntry,
  bytes: number
) => ({ position, bytes_before, bytes, at, by, payload: PgTypes.json(payload) })

interface EntryRow extends HistoryEntry, Sql.Measured {
  readonly bytes_before: number
}

/** A page of entries, newest first, plus one row that shows whether there are more. */
export const entries = (
  sql: Sql.Sql,
  workspaceId: string,
  id: LeadId,
  { after, limit }: Place
): Statement.Fragment => {
  const older = after === undefined ? sql.literal("") : sql`AND bytes_before < ${Number(after[0])}::bigint`
  const found = sql`SELECT at, by, payload, bytes_before, bytes AS page_size FROM lead_history
    WHERE workspace_id = ${workspaceId} AND lead_id = ${id} ${older}
    ORDER BY bytes_before DESC ${Sql.limit(sql, limit + 1)}`
  return sql`SELECT h.* FROM
    ${Sql.measured(sql, found, sql.literal("bytes_before DESC"))} h ORDER BY h.bytes_before DESC`
}

export class LeadHistory extends Context.Service<
  LeadHistory,
  {
    /** All entries, newest first. */
    readonly list: (
      id: LeadId,
      page: Page.Parameters
    ) => Effect.Effect<Page.Page<HistoryEntry>, Invalid | NotFound, Tenant>
  }
>()("pipeline/layers/LeadHistory") {
  static readonly layer = Layer.effect(
    LeadHistory,
    Effect.gen(function* () {
      const sql = yield* PgClient.PgClient
      const cursors = yield* Cursors

      const list = Effect.fn("LeadHistory.list")(function* (id: LeadId, page: Page.Parameters) {
        const { workspaceId } = yield* Tenant
        const pageRequest = yield* cursors.open({ list: "lead_history", filters: { id }, page })
        const rows = yield* sql<EntryRow>`${entries(sql, workspaceId, id, pageRequest)}`
        if (rows.length === 0 && pageRequest.after === undefined) yield* exists(id)
        return pageRequest.page(
          rows,
          ({ at, by, payload }) => ({ at, by, payload }),
          (row) => [String(row.bytes_before)]
        )
      }, Sql.orDie)

      const exists = Effect.fnUntraced(function* (id: LeadId) {
        const { workspaceId } = yield* Tenant
        const rows = yield* sql`SELECT id FROM leads WHERE workspace_id = ${workspaceId} AND id = ${id}`
        if (rows.length === 0) return yield* NotFound.of("lead", id)
      })

      return LeadHistory.of({ list })
    })
  )
}
