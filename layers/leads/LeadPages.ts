/** Reads pages of leads, either as JSON directly from the rows or shortened for the inbox. */
import { Effect } from "effect"
import type { Statement } from "effect/sql"
import { NotFound } from "../../schema/Fault.ts"
import type { LeadId } from "../../schema/Id.ts"
import { isTriageStatus } from "../../schema/TriageStatus.ts"
import type * as Page from "../../schema/Page.ts"
import * as EnrichmentHistory from "../../src/leads/rules/EnrichmentHistory.ts"
import { SerializedJson } from "../../src/shared/SerializedJson.ts"
import { Tenant } from "../identity/Tenant.ts"
import type { Cursors } from "../records/Cursors.ts"
import * as StatementRunner from "../database/client/StatementRunner.ts"
import * as Sql from "../database/Sql.ts"
import type { RawRow } from "../database/rows/RawRow.ts"
import * as Search from "../records/Search.ts"
import * as LeadLists from "./LeadLists.ts"
import * as LeadRows from "./LeadRows.ts"

type Row = LeadRows.LeadRow

type Filters = LeadLists.Filters

export const make = (sql: Sql.Sql, cursors: Cursors["Service"]) => {
  const matching = (filters: Filters, workspaceId: string) => LeadLists.conditions(sql, filters, workspaceId)

  const orders = {
    newest: {
      by: sql.literal("l.created_at DESC, l.id DESC"),
      ofMeasured: sql.literal("created_at DESC, id DESC"),
      after: (place: ReadonlyArray<string>) =>
        sql`(l.created_at, l.id) < (${place[0]}::timestamptz, ${place[1]}::uuid)`,
      of: (row: Row) => [row.created_at, row.id]
    },
    score: {
      by: sql.literal("l.rank DESC, l.created_at DESC, l.id DESC"),
      ofMeasured: sql.literal("rank DESC, created_at DESC, id DESC"),
      after: (place: ReadonlyArray<string>) => sql`(l.rank, l.created_at, l.id)
        < (${Number(place[0])}::double precision, ${place[1]}::timestamptz, ${place[2]}::uuid)`,
      of: (row: Row) => [String(row.enrichment["score"] ?? -1), row.created_at, row.id]
    }
  }

  /** The statement of a list. */
  const listOf = Effect.fnUntraced(function* (
    shapeOf: (workspaceId: string) => LeadRows.Shape,
    filters: Filters,
    page: Page.Parameters
  ) {
    const { workspaceId } = yield* Tenant
    const asked = yield* cursors.open({ list: "leads", filters: { ...filters }, page })
    const order = orders[filters.sort]
    const conditions = matching(filters, workspaceId)
    if (asked.after !== undefined) conditions.push(order.after(asked.after))
    const shape = shapeOf(workspaceId)
    const found = sql`SELECT l.*, ${shape.size} AS page_size FROM leads l
      WHERE ${sql.and(conditions)} ORDER BY ${order.by} ${Sql.limit(sql, asked.limit + 1)}`
    const query = sql<Row>`SELECT ${shape.columns}, l.page_bytes
      FROM ${Sql.measured(sql, found, order.ofMeasured)} l ${shape.joined} ORDER BY ${order.by}`
    // Planned for the values of each call: a filter that matches many leads scans the newest first, one that matches few uses its index.
    const isBounded = [filters.scoreMin, filters.createdAfter, filters.externalId].some(
      (one) => one !== undefined
    )
    const { triageStatus } = filters
    return {
      asked,
      query,
      position: order.of,
      isAlone: Search.isIn(filters) || isBounded,
      isEmpty: triageStatus !== undefined && !isTriageStatus(triageStatus)
    }
  })

  const list = Effect.fnUntraced(function* (filters: Filters, page: Page.Parameters) {
    const whole = (workspaceId: string) => LeadRows.whole(sql, workspaceId, EnrichmentHistory.answered.listed)
    const { asked, isAlone, isEmpty, position, query } = yield* listOf(whole, filters, page)
    const rows = isEmpty ? [] : yield* StatementRunner.rawRows(sql, query, !isAlone)
    const rowOf = (row: RawRow) => row.object<Row>()
    const part = asked.cut(rows, Sql.pageBytesOf, (row) => position(rowOf(row)))
    return new SerializedJson(LeadRows.text.page(part), () =>
      asked.page(rows.map(rowOf), LeadRows.toLead, position)
    )
  }, Sql.orDie)

  const listForInbox = Effect.fnUntraced(function* (filters: Filters, page: Page.Parameters) {
    const shape = () => LeadRows.inboxShape(sql)
    const { asked, isAlone, isEmpty, position, query } = yield* listOf(shape, filters, page)
    const rows = isEmpty ? [] : yield* isAlone ? query.unprepared : query
    return asked.page(rows, LeadRows.toLead, position)
  }, Sql.orDie)

  const counts = Effect.fnUntraced(function* (all: ReadonlyArray<Filters>, limit: number) {
    const { workspaceId } = yield* Tenant
    const conditions = all.map((filters) => matching(filters, workspaceId))
    return yield* Sql.counts(sql, "leads l", conditions, limit)
  }, Sql.orDie)

  const places = {
    newest: sql.literal("created_at, id"),
    score: sql.literal("rank, created_at, id")
  }
  const turned = {
    newest: sql.literal("l.created_at, l.id"),
    score: sql.literal("l.rank, l.created_at, l.id")
  }

  const findNeighbours = Effect.fnUntraced(function* (filters: Filters, id: LeadId) {
    const { workspaceId } = yield* Tenant
    const at = sql`(SELECT ${places[filters.sort]} FROM leads
      WHERE workspace_id = ${workspaceId} AND id = ${id})`
    const one = (side: "<" | ">", by: Statement.Fragment) => sql`(SELECT l.id FROM leads l
      WHERE ${sql.and(matching(filters, workspaceId))}
        AND (${turned[filters.sort]}) ${sql.literal(side)} ${at} ORDER BY ${by} LIMIT 1)`
    const [row] = yield* sql<Record<"previous" | "next", LeadId | null>>`SELECT
        ${one("<", orders[filters.sort].by)} AS next, ${one(">", turned[filters.sort])} AS previous
      FROM leads WHERE workspace_id = ${workspaceId} AND id = ${id}`.unprepared
    return row ?? (yield* NotFound.of("lead", id))
  }, Sql.orDie)

  return { list, listForInbox, counts, findNeighbours }
}
