import { Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { NotFound } from "../../schema/Fault.ts"
import type { Currency } from "../../schema/Field.ts"
import type { BoardId, StageId } from "../../schema/Id.ts"
import type { Region } from "../../schema/Stage.ts"
import type { PeriodTotal } from "../../src/deals/rules/PeriodTotal.ts"
import type { Board, Lane } from "../../src/boards/rules/Pipeline.ts"
import type { OfSeries } from "../../src/reports/rules/PeriodReport.ts"
import type { Quiet, QuietDeal } from "../../src/reports/rules/PipelineSummary.ts"
import type { Span } from "../../src/reports/rules/Span.ts"
import * as Tally from "../../src/reports/rules/Tally.ts"
import * as Sql from "../database/Sql.ts"
import { Tenant } from "../identity/Tenant.ts"

type Ids = ReadonlyArray<BoardId>

type Spans = ReadonlyArray<Span>

type OfBoard = PeriodTotal & { readonly boardId: BoardId }

type OfWeek = PeriodTotal & { readonly week: string }

/** A stage of a board, with its deals in one currency. */
interface LaneRow {
  readonly id: BoardId
  readonly name: string
  readonly currency: Currency
  readonly color: string
  readonly goal_proposals: number | null
  readonly goal_deals_won: number | null
  readonly goal_deal_value: number | null
  readonly stage_id: StageId | null
  readonly stage_name: string
  readonly region: Region
  readonly probability: number
  readonly undated: number
  /** Null for a stage without deals. */
  readonly deal_currency: Currency | null
  readonly deals: number
  readonly cents: string
}

/** A lane with the month's totals. */
interface MonthRow extends LaneRow {
  readonly month: ReadonlyArray<TotalRow>
}

const toPart = ({ cents, deal_currency, deals }: LaneRow): ReadonlyArray<Tally.Part> =>
  deal_currency === null ? [] : [{ currency: deal_currency, deals, cents: BigInt(cents) }]

const toLane = (rows: ReadonlyArray<LaneRow>): ReadonlyArray<Lane> => {
  const { currency, probability, region, stage_id, stage_name, undated } = rows[0]!
  if (stage_id === null) return []
  const stage = { id: stage_id, name: stage_name, region, probability }
  return [{ stage, undated, ...Tally.of(rows.flatMap(toPart), currency) }]
}

const toBoard = (rows: ReadonlyArray<LaneRow>): Board => {
  const { color, currency, goal_deal_value, goal_deals_won, goal_proposals, id, name } = rows[0]!
  const goals = { proposals: goal_proposals, deals_won: goal_deals_won, deal_value: goal_deal_value }
  const stages = Map.groupBy(rows, ({ stage_id }) => stage_id)
  return { id, name, currency, color, goals, lanes: [...stages.values()].flatMap(toLane) }
}

interface TotalRow {
  readonly board_id: BoardId
  /** See `Span`. */
  readonly name: string
  /** The rest of the total's key after the span's prefix. */
  readonly rest: string
  readonly currency: Currency
  readonly deals: number
  readonly cents: string
}

const toPeriodTotal = ({ board_id, cents, currency, deals, name }: TotalRow): OfBoard & OfWeek => {
  const [what, week] = name.split(":") as [PeriodTotal["what"], string]
  return { boardId: board_id, what, week, currency, deals, cents: BigInt(cents) }
}

/** The figures of reports, computed from stored totals, so that their cost doesn't grow with the number of deals. */
export class Reports extends Context.Service<
  Reports,
  {
    /** A board and its lanes; fails if the board doesn't exist. */
    readonly board: (id: BoardId) => Effect.Effect<Board, NotFound, Tenant>
    /** Every board of the workspace and its lanes, newest first. */
    readonly boards: Effect.Effect<ReadonlyArray<Board>, never, Tenant>
    /** A board with its lanes, and its totals of a month. */
    readonly month: (
      id: BoardId,
      month: Spans
    ) => Effect.Effect<
      { readonly board: Board; readonly totals: ReadonlyArray<PeriodTotal> },
      NotFound,
      Tenant
    >
    /** The totals of these boards in a month; boards without any are left out. */
    readonly byMonth: (ids: Ids, month: Spans) => Effect.Effect<ReadonlyArray<OfBoard>, never, Tenant>
    /** A board's totals in some weeks. */
    readonly byWeek: (id: BoardId, weeks: Spans) => Effect.Effect<ReadonlyArray<OfWeek>, never, Tenant>
    /** Totals of spans that count several things separately, each named by `of`. */
    readonly bySeries: (id: BoardId, spans: Spans) => Effect.Effect<ReadonlyArray<OfSeries>, never, Tenant>
    /** The names, or else email addresses, of members and former members. */
    readonly owners: (ids: ReadonlyArray<string>) => Effect.Effect<ReadonlyMap<string, string>, never, Tenant>
    /**
     * For each open stage of these boards: the number of deals without activity after `since`, counted up to `limit`, and the oldest
     * deal's time.
     */
    readonly quiet: (
      ids: Ids,
      since: string,
      limit: number
    ) => Effect.Effect<ReadonlyArray<Quiet>, never, Tenant>
    /** The open deals with the longest time without activity, at most `limit` per stage. */
    readonly quietDeals: (
      ids: Ids,
      since: string,
      limit: number
    ) => Effect.Effect<ReadonlyArray<QuietDeal>, never, Tenant>
  }
>()("pipeline/layers/Reports") {
  static readonly layer = Layer.effect(
    Reports,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient

      const lane = sql.literal(`b.id, b.name, b.currency, b.color, b.goal_proposals, b.goal_deals_won,
        b.goal_deal_value, s.id AS stage_id, s.name AS stage_name, s.region, s.probability,
        coalesce(u.deals, 0)::bigint AS undated, t.currency AS deal_currency,
        coalesce(t.deals, 0)::bigint AS deals, coalesce(t.cents, 0)::text AS cents`)
      const lanes = (workspaceId: string) => sql`boards b
        LEFT JOIN stages s ON s.workspace_id = b.workspace_id AND s.board_id = b.id
        LEFT JOIN LATERAL (SELECT currency, sum(deals) AS deals, sum(cents) AS cents FROM deal_totals
          WHERE workspace_id = ${workspaceId} AND board_id = b.id AND key = 'stage:' || s.id
          GROUP BY currency) t ON true
        LEFT JOIN LATERAL (SELECT sum(deals) AS deals FROM deal_totals
          WHERE s.region IN ('won', 'dead')
            AND workspace_id = ${workspaceId} AND board_id = b.id AND key = 'undated:' || s.id) u ON true`

      const totals = (ids: Ids, workspaceId: string, spans: Spans) => sql`SELECT t.board_id, p.name,
          substr(t.key, length(p.first) + 2) AS rest, t.currency,
          sum(p.sign * t.deals)::bigint AS deals, sum(p.sign * t.cents)::text AS cents
        FROM unnest(${spans.map(({ name }) => name)}::text[], ${spans.map(({ sign }) => sign)}::int[],
          ${spans.map(({ first }) => first)}::text[], ${spans.map(({ last }) => last)}::text[])
          AS p(name, sign, first, last)
        JOIN deal_totals t ON t.workspace_id = ${workspaceId} AND ${sql.in("t.board_id", ids)}
          AND t.key >= p.first AND t.key <= p.last
        GROUP BY t.board_id, p.name, rest, t.currency`

      const only = <Row extends LaneRow>(rows: ReadonlyArray<Row>, id: BoardId) =>
        rows[0] === undefined
          ? Effect.fail(NotFound.of("board", id))
          : Effect.succeed({ row: rows[0], board: toBoard(rows) })

      const board = Effect.fnUntraced(function* (id: BoardId) {
        const { workspaceId } = yield* Tenant
        const rows = yield* sql<LaneRow>`SELECT ${lane} FROM ${lanes(workspaceId)}
          WHERE b.workspace_id = ${workspaceId} AND b.id = ${id} ORDER BY s.position`
        return (yield* only(rows, id)).board
      }, Sql.orDie)

      const month = Effect.fnUntraced(function* (id: BoardId, month: Spans) {
        const { workspaceId } = yield* Tenant
        const rows = yield* sql<MonthRow>`SELECT ${lane},
            (SELECT coalesce(jsonb_agg(m), '[]') FROM (${totals([id], workspaceId, month)}) m) AS month
          FROM ${lanes(workspaceId)}
          WHERE b.workspace_id = ${workspaceId} AND b.id = ${id} ORDER BY s.position`
        const { board, row } = yield* only(rows, id)
        return { board, totals: row.month.map(toPeriodTotal) }
      }, Sql.orDie)

      const boards = Effect.gen(function* () {
        const { workspaceId } = yield* Tenant
        const rows = yield* sql<LaneRow>`SELECT ${lane} FROM ${lanes(workspaceId)}
          WHERE b.workspace_id = ${workspaceId} ORDER BY b.created_at DESC, b.id DESC, s.position`
        return Array.from(Map.groupBy(rows, ({ id }) => id).values(), toBoard)
      }).pipe(Sql.orDie)

      const periodTotals = Effect.fnUntraced(function* (ids: Ids, spans: Spans) {
        const { workspaceId } = yield* Tenant
        if (ids.length === 0) return []
        return (yield* sql<TotalRow>`${totals(ids, workspaceId, spans)}`).map(toPeriodTotal)
      }, Sql.orDie)

      const bySeries = Effect.fnUntraced(function* (id: BoardId, spans: Spans) {
        const { workspaceId } = yield* Tenant
        const rows = yield* sql<TotalRow>`${totals([id], workspaceId, spans)}`
        return rows.map(({ cents, name, rest, ...row }) => ({
          ...row,
          series: name,
          of: rest,
          cents: BigInt(cents)
        }))
      }, Sql.orDie)

      const owners = Effect.fnUntraced(function* (ids: ReadonlyArray<string>) {
        const { workspaceId } = yield* Tenant
        if (ids.length === 0) return new Map<string, string>()
        const rows = yield* sql<{ id: string; name: string }>`SELECT u.id, coalesce(u.name, u.email) AS name
          FROM members m JOIN users u ON u.id = m.user_id
          WHERE m.workspace_id = ${workspaceId} AND ${sql.in("m.user_id", ids)}`
        return new Map(rows.map(({ id, name }) => [id, name]))
      }, Sql.orDie)

      const quiet = Effect.fnUntraced(function* (ids: Ids, since: string, limit: number) {
        const { workspaceId } = yield* Tenant
        if (ids.length === 0) return []
        return yield* sql<Quiet>`SELECT s.id AS "stageId",
            (SELECT count(*) FROM (SELECT FROM deals d
              WHERE d.workspace_id = ${workspaceId} AND d.stage_id = s.id AND d.active_on <= ${since}::date
                AND d.status = 'open' AND d.deleted_at IS NULL LIMIT ${limit}) quiet) AS stalled,
            (SELECT d.created_at FROM deals d WHERE d.workspace_id = ${workspaceId} AND d.stage_id = s.id
              AND d.deleted_at IS NULL ORDER BY d.created_at, d.id LIMIT 1) AS oldest
          FROM stages s
          WHERE s.workspace_id = ${workspaceId} AND ${sql.in("s.board_id", ids)}
            AND s.region NOT IN ('won', 'dead')`
      }, Sql.orDie)

      const quietDeals = Effect.fnUntraced(function* (ids: Ids, since: string, limit: number) {
        const { workspaceId } = yield* Tenant
        if (ids.length === 0) return []
        return yield* sql<QuietDeal>`SELECT s.board_id AS "boardId", d.id, d.name, d.company,
            s.name AS stage, d.amount_cents AS "amountCents", d.currency, d.active_on AS "activeOn"
          FROM stages s
          CROSS JOIN LATERAL (SELECT * FROM deals
            WHERE workspace_id = ${workspaceId} AND stage_id = s.id AND active_on <= ${since}::date
              AND status = 'open' AND deleted_at IS NULL
            ORDER BY active_on, id LIMIT ${limit}) d
          WHERE s.workspace_id = ${workspaceId} AND ${sql.in("s.board_id", ids)}
            AND s.region NOT IN ('won', 'dead')`
      }, Sql.orDie)

      return Reports.of({
        board,
        month,
        boards,
        byMonth: periodTotals,
        byWeek: (id, weeks) => periodTotals([id], weeks),
        bySeries,
        owners,
        quiet,
        quietDeals
      })
    })
  )
}
