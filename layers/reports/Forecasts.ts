import { Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import type { By } from "../../schema/Forecast.ts"
import type { BoardId, UserId } from "../../schema/Id.ts"
import * as StoredGoals from "../../src/boards/rules/StoredGoals.ts"
import * as ForecastCategory from "../../src/deals/rules/ForecastCategory.ts"
import type { Part } from "../../src/reports/rules/Forecast.ts"
import * as Sql from "../database/Sql.ts"
import { Tenant } from "../identity/Tenant.ts"

interface Asked {
  readonly boardId?: BoardId | undefined
  readonly by: By
  readonly ownerId?: UserId | undefined
  readonly zone: string
  /** The current day there, as `YYYY-MM-DD`. */
  readonly today: string
  /** The start of the current period. Deals won before it don't count. */
  readonly since: string
}

interface Row extends Omit<Part, "cents" | "weight"> {
  readonly cents: string | null
  readonly weight: string
}

export class Forecasts extends Context.Service<
  Forecasts,
  {
    /** The sums by month, and the goals for a period. A board has a goal's part even without a goal. */
    readonly parts: (asked: Asked) => Effect.Effect<ReadonlyArray<Part>, never, Tenant>
  }
>()("pipeline/layers/Forecasts") {
  static readonly layer = Layer.effect(
    Forecasts,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient

      /** A day counts as such (`NextStep`); a time counts by its day in the zone. */
      const dayOf = (
        zone: string
      ) => sql`CASE WHEN (d.expected_close_at AT TIME ZONE 'UTC')::time = '23:59:59.999'
        THEN (d.expected_close_at AT TIME ZONE 'UTC')::date
        ELSE (d.expected_close_at AT TIME ZONE ${zone}::text)::date END`

      const parts = Effect.fnUntraced(function* ({ boardId, by, ownerId, since, today, zone }: Asked) {
        const { workspaceId } = yield* Tenant
        const board = boardId === undefined ? sql.literal("") : sql`AND board_id = ${boardId}`
        const owner = ownerId === undefined ? sql.literal("") : sql`AND owner_id = ${ownerId}`
        const only = boardId === undefined ? sql.literal("") : sql`AND id = ${boardId}`
        const goalOf = (period: By) =>
          period === "month" && ownerId === undefined
            ? sql.literal("goal_deal_value")
            : sql`(goals -> ${StoredGoals.keyOf(period, ownerId)}::text ->> 'deal_value')::numeric`
        const goal = by === "month" ? goalOf(by) : sql`coalesce(${goalOf(by)}, 3 * ${goalOf("month")})`
        const rows = yield* sql<Row>`SELECT o.category AS what, o.month, o.currency, count(*)::int AS deals,
            coalesce(sum(o.amount_cents), 0)::text AS cents,
            coalesce(sum(o.amount_cents::numeric * o.probability), 0)::text AS weight
          FROM (SELECT coalesce(d.forecast_category, ${sql.literal(ForecastCategory.sqlDefault)}) AS category,
              CASE WHEN d.expected_close_at IS NULL THEN 'none' WHEN ${dayOf(zone)} < ${today}::date THEN 'overdue'
                ELSE to_char(${dayOf(zone)}, 'YYYY-MM') END AS month, d.currency, d.amount_cents, s.probability
            FROM (SELECT * FROM deals WHERE workspace_id = ${workspaceId} AND status = 'open'
              AND deleted_at IS NULL ${board} ${owner}) d
            JOIN stages s ON s.workspace_id = ${workspaceId} AND s.board_id = d.board_id AND s.id = d.stage_id) o
          GROUP BY 1, 2, 3
          UNION ALL SELECT 'won', to_char(won_at AT TIME ZONE ${zone}::text, 'YYYY-MM'), currency, count(*)::int,
            coalesce(sum(amount_cents), 0)::text, '0'
          FROM deals WHERE workspace_id = ${workspaceId} AND status = 'won' AND deleted_at IS NULL
            AND (CASE status WHEN 'won' THEN won_at WHEN 'dead' THEN dead_at END) >= ${since}::timestamptz
            AND status <> 'open' ${board} ${owner}
          GROUP BY 2, 3
          UNION ALL SELECT 'goal', '', currency, 0, sum(${goal})::text, '0'
          FROM boards WHERE workspace_id = ${workspaceId} ${only} GROUP BY currency`.unprepared
        return rows.map((row) => ({
          ...row,
          cents: row.cents === null ? null : BigInt(row.cents),
          weight: BigInt(row.weight)
        }))
      }, Sql.orDie)

      return Forecasts.of({ parts })
    })
  )
}
