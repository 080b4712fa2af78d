import { PgClient, PgTypes } from "@effect/sql-pg"
import { Array, Context, Effect, Layer } from "effect"
import type { Statement } from "effect/sql"
import type { HistoryEntry } from "../schema/Enrichment.ts"
import { type Invalid, NotFound } from "../schema/Fault.ts"
import type { BoardId, LeadId } from "../schema/Id.ts"
import { isTriageStatus, type Lead } from "../schema/Lead.ts"
import type * as Page from "../schema/Page.ts"
import type { LeadRecord } from "../src/domain/LeadRecord.ts"
import { Cursors } from "./Cursors.ts"
import * as LeadRows from "./LeadRows.ts"
import * as Search from "./Search.ts"
import * as Sql from "./Sql.ts"
import { Tenant } from "./Tenant.ts"

type Row = LeadRows.LeadRow & { readonly history: ReadonlyArray<HistoryEntry> | null }

export interface Filters {
  readonly boardId?: BoardId
  /** One that is none of the six gives an empty list. */
  readonly triageStatus?: string
  readonly view?: "active"
  readonly q?: string
  readonly sort: "newest" | "score"
}

const historyOf = `SELECT json_agg(json_build_object(
    'at', to_char(h.at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'by', h.by, 'payload', h.payload
  ) ORDER BY h.position)
  FROM lead_history h WHERE h.workspace_id = l.workspace_id AND h.lead_id = l.id`

const toLead = (row: Row): Lead => LeadRows.toLead(row, row.history ?? [])

/** Leads of the current workspace. */
export class Leads extends Context.Service<
  Leads,
  {
    readonly list: (
      filters: Filters,
      page: Page.Parameters
    ) => Effect.Effect<Page.Page<Lead>, Invalid, Tenant>
    /** The same without what an inbox does not show: history, write-ups, the rest of long messages. */
    readonly glance: (
      filters: Filters,
      page: Page.Parameters
    ) => Effect.Effect<Page.Page<Lead>, Invalid, Tenant>
    readonly find: (id: LeadId) => Effect.Effect<Lead, NotFound, Tenant>
    /** Reads a lead and holds its row until the transaction ends. */
    readonly lock: (id: LeadId) => Effect.Effect<LeadRecord, NotFound, Tenant>
    readonly insert: (record: LeadRecord) => Effect.Effect<void, never, Tenant>
    /** Writes what differs, and appends what `after` has more of history. */
    readonly update: (before: LeadRecord, after: LeadRecord) => Effect.Effect<void, never, Tenant>
    /** Makes up to `limit` leads stale that have been new since before `before`; answers how many. */
    readonly expire: (before: string, at: string, limit: number) => Effect.Effect<number, never, Tenant>
  }
>()("pipeline/layers/Leads") {
  static readonly layer = Layer.effect(
    Leads,
    Effect.gen(function* () {
      const sql = yield* PgClient.PgClient
      const cursors = yield* Cursors
      const columns = sql.literal(`${LeadRows.columns}, (${historyOf}) AS history`)
      const glanceColumns = sql.literal(`${LeadRows.glanceColumns}, NULL AS history`)

      const matching = (filters: Filters, workspaceId: string) => {
        const conditions: Array.NonEmptyArray<Statement.Fragment> = [sql`l.workspace_id = ${workspaceId}`]
        const { boardId, q, triageStatus, view } = filters
        if (boardId !== undefined) conditions.push(sql`l.board_id = ${boardId}`)
        if (triageStatus !== undefined) conditions.push(sql`l.triage_status = ${triageStatus}`)
        if (q !== undefined) conditions.push(sql`l.search LIKE ${Search.pattern(q)}`)
        // A literal, for the planner to see that the indexes of active leads apply.
        if (view === "active") conditions.push(sql.literal("l.triage_status IN ('new', 'contacted')"))
        return conditions
      }

      const orders = {
        newest: {
          by: sql.literal("l.created_at DESC, l.id DESC"),
          after: (place: ReadonlyArray<string>) =>
            sql`(l.created_at, l.id) < (${place[0]}::timestamptz, ${place[1]}::uuid)`,
          of: (row: Row) => [row.created_at, row.id]
        },
        score: {
          by: sql.literal("l.rank DESC, l.created_at DESC, l.id DESC"),
          after: (place: ReadonlyArray<string>) => sql`(l.rank, l.created_at, l.id)
            < (${Number(place[0])}::double precision, ${place[1]}::timestamptz, ${place[2]}::uuid)`,
          of: (row: Row) => [String(row.enrichment["score"] ?? -1), row.created_at, row.id]
        }
      }

      const listOf = Effect.fnUntraced(function* (
        columns: Statement.Fragment,
        filters: Filters,
        page: Page.Parameters
      ) {
        const { workspaceId } = yield* Tenant
        const asked = yield* cursors.open({ list: "leads", filters: { ...filters }, page })
        const order = orders[filters.sort]
        if (filters.triageStatus !== undefined && !isTriageStatus(filters.triageStatus)) {
          return asked.page<Row, Lead>([], toLead, order.of)
        }
        const conditions = matching(filters, workspaceId)
        if (asked.after !== undefined) conditions.push(order.after(asked.after))
        const query = sql<Row>`SELECT ${columns} FROM leads l WHERE ${sql.and(conditions)}
          ORDER BY ${order.by} ${Sql.limit(sql, asked.limit + 1)}`
        // A search is planned for its own pattern: common text walks the newest first, rare text asks the index.
        const rows = yield* filters.q === undefined ? query : query.unprepared
        return asked.page(rows, toLead, order.of)
      }, Sql.orDie)

      const list = (filters: Filters, page: Page.Parameters) => listOf(columns, filters, page)
      const glance = (filters: Filters, page: Page.Parameters) => listOf(glanceColumns, filters, page)

      const find = Effect.fnUntraced(function* (id: LeadId) {
        const { workspaceId } = yield* Tenant
        const rows = yield* sql<Row>`SELECT ${columns} FROM leads l
          WHERE l.workspace_id = ${workspaceId} AND l.id = ${id}`
        return rows[0] === undefined ? yield* NotFound.of("lead", id) : toLead(rows[0])
      }, Sql.orDie)

      const lock = Effect.fnUntraced(function* (id: LeadId) {
        const { workspaceId } = yield* Tenant
        const rows = yield* sql<LeadRows.LeadRow & LeadRows.KeptRow>`
          SELECT ${sql.literal(`${LeadRows.columns}, ${LeadRows.keptColumns}`)} FROM leads l
          WHERE l.workspace_id = ${workspaceId} AND l.id = ${id} FOR UPDATE`
        if (rows[0] === undefined) return yield* NotFound.of("lead", id)
        // In a statement of its own: one that waited for the row still sees the history of before the wait.
        const [found] = yield* sql<Pick<Row, "history">>`SELECT (${sql.literal(historyOf)}) AS history
          FROM leads l WHERE l.workspace_id = ${workspaceId} AND l.id = ${id}`
        return LeadRows.toRecord(rows[0], found?.history ?? [])
      }, Sql.orDie)

      const insert = Effect.fnUntraced(function* (record: LeadRecord) {
        const { workspaceId } = yield* Tenant
        yield* sql`INSERT INTO leads ${sql.insert({ workspace_id: workspaceId, ...LeadRows.insertOf(record) })}`
        yield* append(record.lead, 0)
      }, Sql.orDie)

      const append = Effect.fnUntraced(function* (lead: Lead, from: number) {
        const { workspaceId } = yield* Tenant
        const entries = lead.enrichment.history.slice(from)
        if (!Array.isReadonlyArrayNonEmpty(entries)) return
        const rows = Array.map(entries, ({ at, by, payload }, index) => ({
          workspace_id: workspaceId,
          lead_id: lead.id,
          position: from + index,
          at,
          by,
          payload: PgTypes.json(payload)
        }))
        yield* sql`INSERT INTO lead_history ${sql.insert(rows)}`
      })

      const update = Effect.fnUntraced(function* (before: LeadRecord, after: LeadRecord) {
        const { workspaceId } = yield* Tenant
        const enriched = before.lead.enrichment !== after.lead.enrichment
        const changed = { ...LeadRows.triageOf(after), ...(enriched ? LeadRows.enrichmentOf(after) : {}) }
        yield* sql`UPDATE leads SET ${sql.update(changed)}
          WHERE workspace_id = ${workspaceId} AND id = ${after.lead.id}`
        if (enriched) yield* append(after.lead, before.lead.enrichment.history.length)
      }, Sql.orDie)

      const expire = Effect.fnUntraced(function* (before: string, at: string, limit: number) {
        const { workspaceId } = yield* Tenant
        const rows = yield* sql`UPDATE leads SET triage_status = 'stale', triaged_at = ${at}
          WHERE workspace_id = ${workspaceId} AND triage_status = 'new' AND triaged_at < ${before}
            AND id IN (SELECT id FROM leads
              WHERE workspace_id = ${workspaceId} AND triage_status = 'new' AND triaged_at < ${before}
              ORDER BY triaged_at LIMIT ${limit})
          RETURNING id`
        return rows.length
      }, Sql.orDie)

      return Leads.of({ list, glance, find, lock, insert, update, expire })
    })
  )
}
