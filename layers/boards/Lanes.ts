import { Context, Effect, Layer, Struct } from "effect"
import { SqlClient } from "effect/sql"
import type { Deal } from "../../schema/Deal.ts"
import type { BoardId } from "../../schema/Id.ts"
import { LaneDeal, type LaneSort } from "../../schema/Lanes.ts"
import type { Neighbours } from "../../schema/Neighbours.ts"
import type { Match } from "../../src/boards/rules/BoardLanes.ts"
import * as DealLists from "../deals/DealLists.ts"
import * as DealOrder from "../deals/DealOrder.ts"
import * as DealRow from "../deals/DealRow.ts"
import * as Period from "../../src/reports/rules/Period.ts"
import * as Sql from "../database/Sql.ts"
import { Tenant } from "../identity/Tenant.ts"

const fields = Struct.keys(LaneDeal.fields)
const toLaneDeal: (row: DealRow.Row) => LaneDeal = DealRow.readerOf(fields)

type Names = "stageId" | "q" | "ownerId" | "label" | "amountMin" | "amountMax" | "overdue"

export interface Filters extends Pick<DealLists.Filters, Names> {
  /** Only deals that have been in their stage for at least this many days. */
  readonly staleDays?: number
}

/** Whether some deals of a stage may not match. */
export const isFiltered = ({ stageId: _, ...filters }: Filters): boolean =>
  Object.values(filters).some((value) => value !== undefined)

/** Orders by name use the column `words`, whose case is folded by the service rather than the database. */
const orders: Readonly<Record<LaneSort, DealOrder.By>> = {
  latest: { column: "stage_entered_at", type: "timestamptz", isDescending: true },
  oldest: { column: "stage_entered_at", type: "timestamptz", isDescending: false },
  amount: { column: "amount_cents", type: "bigint", isDescending: true, isNullable: true },
  name: { column: "words", type: "text", isDescending: false, isByCode: true },
  nextStep: { column: "next_step_at", type: "timestamptz", isDescending: false, isNullable: true }
}

interface LaneQuery {
  readonly filters: Filters
  readonly sort: LaneSort
  readonly limit: number
  readonly at: DealLists.Now
}

interface MatchRow {
  readonly stage_id: string
  readonly currency: Match["currency"]
  readonly deals: number
  readonly cents: string
}

type At = Pick<Deal, "boardId" | "id" | "stage">

/** A board's deals by stage. */
export class Lanes extends Context.Service<
  Lanes,
  {
    /** The first deals of each stage that match, at most `limit` per stage. */
    readonly first: (
      boardId: BoardId,
      laneQuery: LaneQuery
    ) => Effect.Effect<ReadonlyArray<LaneDeal>, never, Tenant>
    /** The number and sum of matching deals, by stage and currency. */
    readonly matches: (
      boardId: BoardId,
      filters: Filters,
      at: DealLists.Now
    ) => Effect.Effect<ReadonlyArray<Match>, never, Tenant>
    /** The deals before and after a deal on its board. The deal need not match the filters any more; its position is enough. */
    readonly findNeighbours: (
      deal: At,
      laneQuery: Omit<LaneQuery, "limit">
    ) => Effect.Effect<Neighbours, never, Tenant>
  }
>()("pipeline/layers/Lanes") {
  static readonly layer = Layer.effect(
    Lanes,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient

      const conditions = (
        workspaceId: string,
        { staleDays, stageId: _, ...filters }: Filters,
        at: DealLists.Now
      ) => {
        const all = DealLists.conditions(sql, { ...filters, status: "all" }, workspaceId, at)
        if (staleDays === undefined) return all
        return [...all, sql`d.stage_entered_at <= ${Period.timeBefore(at.time, staleDays)}::timestamptz`]
      }

      const selected = sql.literal(DealRow.select(fields))

      const first = Effect.fnUntraced(function* (boardId: BoardId, { at, filters, limit, sort }: LaneQuery) {
        const { workspaceId } = yield* Tenant
        const order = DealOrder.make(sql, orders[sort]).by
        const only = filters.stageId === undefined ? sql.literal("") : sql`AND s.id = ${filters.stageId}`
        const query = sql<DealRow.Row>`SELECT ${selected}
          FROM stages s
          CROSS JOIN LATERAL (SELECT * FROM deals d
            WHERE ${sql.and(conditions(workspaceId, filters, at))} AND d.stage_id = s.id
            ORDER BY ${order} ${Sql.limit(sql, limit)}) d
          LEFT JOIN users u ON u.id = d.owner_id
          WHERE s.workspace_id = ${workspaceId} AND s.board_id = ${boardId} ${only}
          ORDER BY s.position, ${order}`
        // Planned for the values of each call, like deal lists.
        const rows = yield* isFiltered(filters) ? query.unprepared : query
        return rows.map(toLaneDeal)
      }, Sql.orDie)

      const matches = Effect.fnUntraced(function* (boardId: BoardId, filters: Filters, at: DealLists.Now) {
        const { workspaceId } = yield* Tenant
        const only =
          filters.stageId === undefined ? sql.literal("") : sql`AND d.stage_id = ${filters.stageId}`
        const rows = yield* sql<MatchRow>`SELECT d.stage_id, d.currency, count(*)::int AS deals,
            COALESCE(sum(d.amount_cents), 0)::text AS cents
          FROM deals d WHERE ${sql.and(conditions(workspaceId, filters, at))} AND d.board_id = ${boardId} ${only}
          GROUP BY d.stage_id, d.currency`.unprepared
        return rows.map(({ cents, currency, deals, stage_id }) => ({
          ...{ stageId: stage_id, currency, deals },
          cents: BigInt(cents)
        }))
      }, Sql.orDie)

      /** Looks in the same stage, then at the near end of the next stage that has deals. Both use an index. */
      const findNeighbours = Effect.fnUntraced(function* (
        { boardId, id, stage }: At,
        { at, filters, sort }: Omit<LaneQuery, "limit">
      ) {
        const { workspaceId } = yield* Tenant
        const order = DealOrder.make(sql, orders[sort])
        const matching = conditions(workspaceId, filters, at)
        const [row] = yield* sql<DealOrder.Placed & { readonly value: string | number | null }>`SELECT
            d.id, d.currency, ${sql.literal(`d.${orders[sort].column}`)} AS value
          FROM deals d WHERE d.workspace_id = ${workspaceId} AND d.id = ${id}`
        const position = DealOrder.positionOf(
          orders[sort],
          String(row?.value ?? ""),
          row ?? { id, currency: "" }
        )
        const one = (isBack: boolean) => {
          const side = isBack ? order.back : order
          const here = [...matching, sql`d.stage_id = ${stage.id}`]
          const further = sql.literal(isBack ? "<" : ">")
          const outward = sql.literal(isBack ? "DESC" : "ASC")
          return DealOrder.nearest(sql, [
            ...DealOrder.beyond(sql, here, side, position),
            sql`SELECT 9 AS place, e.id, e.name FROM stages s
              CROSS JOIN LATERAL (SELECT d.id, d.name FROM deals d
                WHERE ${sql.and(matching)} AND d.stage_id = s.id ORDER BY ${side.by} LIMIT 1) e
              WHERE s.workspace_id = ${workspaceId} AND s.board_id = ${boardId} AND s.position ${further}
                (SELECT p.position FROM stages p WHERE p.workspace_id = ${workspaceId} AND p.id = ${stage.id})
              ORDER BY s.position ${outward} LIMIT 1`
          ])
        }
        return yield* Effect.all({ previous: one(true), next: one(false) }, { concurrency: 2 })
      }, Sql.orDie)

      return Lanes.of({ first, matches, findNeighbours })
    })
  )
}
