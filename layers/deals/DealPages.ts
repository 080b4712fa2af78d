/** Reads pages of deals, either as JSON directly from the rows or as short rows. */
import { Duration, Effect, Struct } from "effect"
import type { SqlError, Statement } from "effect/sql"
import { Deal, toRow } from "../../schema/Deal.ts"
import { columns as dealColumns } from "../../schema/DealFields.ts"
import { NotFound } from "../../schema/Fault.ts"
import type { DealId } from "../../schema/Id.ts"
import { maxDeals } from "../../schema/DealSums.ts"
import * as Field from "../../schema/Field.ts"
import type { Column } from "../../schema/Model.ts"
import type * as Page from "../../schema/Page.ts"
import { SerializedJson } from "../../src/shared/SerializedJson.ts"
import { Tenant } from "../identity/Tenant.ts"
import type { Cursors, Place } from "../records/Cursors.ts"
import { onOwnConnection } from "../database/client/SharedReads.ts"
import * as ModelRows from "../database/rows/ModelRows.ts"
import * as StatementRunner from "../database/client/StatementRunner.ts"
import * as Sql from "../database/Sql.ts"
import type { RawRow } from "../database/rows/RawRow.ts"
import * as DealSummaryColumns from "./DealSummaryColumns.ts"
import * as DealLists from "./DealLists.ts"
import * as DealOrder from "./DealOrder.ts"
import { expressionOf, joins, select, selected, text, toDeal } from "./DealRow.ts"
import * as DealSearch from "./DealSearch.ts"
import * as SearchStrategyCache from "./SearchStrategyCache.ts"

interface SumRow {
  readonly currency: Field.Currency
  readonly deals: number
  readonly cents: string
}

/** Bytes. A page of a hundred deals whose texts stay below this fits without measuring the rows. */
const long = 4_000

const longTexts = dealColumns.filter(({ isLong }) => isLong === true)

/** Selects null instead of a long text. */
const shortened = ({ isLong, name }: Column) =>
  isLong === true
    ? `CASE WHEN octet_length(d.${name}) > ${long} THEN NULL ELSE d.${name} END AS ${name}`
    : expressionOf({ name })

export const make = (sql: Sql.Sql, cursors: Cursors["Service"]) => {
  const columns = sql.literal(selected)
  const size = sql.literal(`1500 + ${ModelRows.sizeOf(dealColumns, "d")}`)
  const joined = sql.literal(joins)

  const way = sql.literal(", d.way")
  const isLong = sql.literal(
    `(${longTexts.map(({ name }) => `octet_length(d.${name}) > ${long}`).join(" OR ")}) AS is_long`
  )
  const bytes = sql.literal("d.page_bytes")
  const short = sql.literal(select(Struct.keys(Deal.fields), shortened))

  /** The deals of a page, in order. */
  const foundBy = (
    filters: DealLists.Filters,
    workspaceId: string,
    at: DealLists.Now,
    order: ReturnType<typeof DealLists.order>,
    { after, limit }: Place,
    shown: Statement.Fragment
  ) => {
    const conditions = DealLists.conditions(sql, filters, workspaceId, at)
    const maxDeals = Sql.limit(sql, limit + 1)
    const parts = order.places(after).map(
      (place) => sql`SELECT ${shown} FROM deals d
        WHERE ${sql.and([...conditions, ...place])} ORDER BY ${order.within} ${maxDeals}`
    )
    return parts.length === 1
      ? parts[0]!
      : sql`SELECT d.* FROM ((${parts[0]!}) UNION ALL (${parts[1]!})) d ORDER BY ${order.by} ${maxDeals}`
  }

  const whole = sql.literal("d.*")
  const sized = sql`d.*, ${size} AS page_size`
  const none = { columns: sql.literal(""), joins: sql.literal("") }
  const waysOf = SearchStrategyCache.make(sql)

  /** A list, optionally with more columns. `read` runs its statement with `run`. */
  const listOf = Effect.fnUntraced(function* <Listed extends DealLists.ListRow>(
    filters: DealLists.Filters,
    page: Page.Parameters,
    extraColumnsOf: (workspaceId: string) => DealSummaryColumns.ExtraColumns
  ) {
    const { workspaceId } = yield* Tenant
    const more = extraColumnsOf(workspaceId)
    const asked = yield* cursors.open({ list: "deals", filters: { ...filters }, page })
    const at = yield* DealLists.now
    const order = DealLists.order(sql, filters.sort)
    const search = DealLists.isSearch(filters) ? yield* waysOf(workspaceId, filters, at.time) : undefined
    const query = (extraColumn: Statement.Fragment, shown: Statement.Fragment, from: Statement.Fragment) =>
      sql<Listed>`SELECT ${extraColumn}, ${shown}, d.active_on${search === undefined ? none.columns : way}${more.columns}
        FROM ${from} d ${joined} ${more.joins}
        WHERE s.workspace_id = ${workspaceId} ORDER BY ${order.by}`
    const rows = asked.limit + 1
    const found = (shown: Statement.Fragment) =>
      search === undefined
        ? foundBy(filters, workspaceId, at, order, asked, shown)
        : DealSearch.newest(sql, {
            filters,
            workspaceId,
            shown,
            rows,
            after: asked.after,
            known: search.known
          })
    const quick = () => query(isLong, short, sql`(${found(whole)})`)
    const measured = () => query(bytes, columns, Sql.measured(sql, found(sized), order.ofMeasured))
    // Planned for the values of each call: a filter that matches many deals scans in order, one that matches few uses its index.
    const isAlone = DealLists.isPlannedAlone(filters) && search === undefined
    /** Rows are measured only if a text is long, which is rare, because measuring costs as much as the rest of a short list. */
    const read = <Row>(
      run: (
        query: Statement.Statement<Listed>,
        isAlone: boolean
      ) => Effect.Effect<ReadonlyArray<Row>, SqlError.SqlError>,
      value: (row: Row, column: "is_long" | "way") => unknown
    ) => {
      const answer = Effect.flatMap(run(quick(), isAlone), (rows) =>
        rows.some((row) => value(row, "is_long") === true) ? run(measured(), isAlone) : Effect.succeed(rows)
      )
      // Only first pages are timed, because the next match of a later page may be far away.
      const isFirst = asked.after === undefined
      if (search === undefined || (isFirst && search.isLight)) return answer
      return Effect.map(onOwnConnection(sql, Effect.timed(answer)), ([took, rows]) => {
        if (isFirst && rows.length > 0)
          search.learn(value(rows[0]!, "way") as DealSearch.Way, Duration.toMillis(took))
        return rows
      })
    }
    return { asked, order, read }
  })

  const list = Effect.fnUntraced(function* (filters: DealLists.Filters, page: Page.Parameters) {
    const { asked, order, read } = yield* listOf(filters, page, () => none)
    const rows = yield* read(
      (query, isAlone) => StatementRunner.rawRows(sql, query, !isAlone),
      (row, column) => row.value(column)
    )
    const rowOf = (row: RawRow) => row.object<DealLists.ListRow>()
    const part = asked.cut(rows, Sql.pageBytesOf, (row) => order.position(rowOf(row)))
    return new SerializedJson(text.page(part), () => asked.page(rows.map(rowOf), toDeal, order.position))
  }, Sql.orDie)
  const listCompact = Effect.fnUntraced(function* (
    filters: DealLists.Filters,
    page: Page.Parameters,
    shown: DealSummaryColumns.Shown
  ) {
    const { asked, order, read } = yield* listOf<DealSummaryColumns.BriefRow>(filters, page, (workspaceId) =>
      DealSummaryColumns.extraColumns(sql, workspaceId, shown.fields.includes("source"))
    )
    const rows = yield* read(
      (query, isAlone) => (isAlone ? query.unprepared : query),
      (row, column) => row[column]
    )
    const item = (row: DealSummaryColumns.BriefRow) =>
      toRow(toDeal(row), { owner: row.owner, board: row.board, source: row.lead_source ?? null, ...shown })
    return asked.page(rows, item, order.position)
  }, Sql.orDie)

  const counts = Effect.fnUntraced(function* (all: ReadonlyArray<DealLists.Filters>, limit: number) {
    const { workspaceId } = yield* Tenant
    const at = yield* DealLists.now
    const conditions = all.map((filters) => DealLists.conditions(sql, filters, workspaceId, at))
    return yield* Sql.counts(sql, "deals d", conditions, limit)
  }, Sql.orDie)

  const sums = Effect.fnUntraced(function* (filters: DealLists.Filters) {
    const { workspaceId } = yield* Tenant
    const conditions = DealLists.conditions(sql, filters, workspaceId, yield* DealLists.now)
    const rows = yield* sql<SumRow>`SELECT f.currency, count(*)::int AS deals,
        coalesce(sum(f.amount_cents), 0)::text AS cents
      FROM (SELECT d.currency, d.amount_cents FROM deals d
        WHERE ${sql.and(conditions)} ${Sql.limit(sql, maxDeals + 1)}) f
      GROUP BY f.currency ORDER BY count(*) DESC, f.currency`.unprepared
    const deals = rows.reduce((all, row) => all + row.deals, 0)
    return {
      deals: Math.min(deals, maxDeals),
      more: deals > maxDeals,
      sums: rows.map((row) => ({ ...row, cents: Field.sum(BigInt(row.cents)) }))
    }
  }, Sql.orDie)

  const findNeighbours = Effect.fnUntraced(function* (filters: DealLists.Filters, id: DealId) {
    const { workspaceId } = yield* Tenant
    const order = DealLists.order(sql, filters.sort)
    const [row] =
      yield* sql<DealLists.ListRow>`SELECT d.id, d.created_at, d.updated_at, d.amount_cents, d.currency,
        d.active_on, d.next_step_at, d.expected_close_at
      FROM deals d WHERE d.workspace_id = ${workspaceId} AND d.id = ${id} AND d.deleted_at IS NULL`
    if (row === undefined) return yield* NotFound.of("deal", id)
    const conditions = DealLists.conditions(sql, filters, workspaceId, yield* DealLists.now)
    const one = (side: Pick<DealOrder.Order, "beyond" | "within">) =>
      DealOrder.nearest(sql, DealOrder.beyond(sql, conditions, side, order.position(row)))
    return yield* Effect.all({ previous: one(order.back), next: one(order) }, { concurrency: 2 })
  }, Sql.orDie)

  return { list, listCompact, counts, sums, findNeighbours }
}
