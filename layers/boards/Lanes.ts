import { Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import type { BoardId } from "../../schema/Id.ts"
import type { LaneDeal } from "../../schema/Lanes.ts"
import type { Row } from "../deals/DealRow.ts"
import * as Search from "../platform/Search.ts"
import * as Sql from "../platform/database/Sql.ts"
import { Tenant } from "../identity/Tenant.ts"

type LaneRow = Pick<
  Row,
  | "id"
  | "name"
  | "company"
  | "amount_cents"
  | "currency"
  | "owner_id"
  | "owner_name"
  | "labels"
  | "stage_id"
  | "stage_name"
  | "region"
  | "created_at"
  | "updated_at"
  | "stage_entered_at"
>

const toLaneDeal = (row: LaneRow): LaneDeal => ({
  id: row.id,
  name: row.name,
  company: row.company,
  amountCents: row.amount_cents,
  currency: row.currency,
  stage: { id: row.stage_id, name: row.stage_name, region: row.region, isAnchor: row.region === "anchor" },
  ownerId: row.owner_id,
  ownerName: row.owner_name,
  labels: row.labels,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
  stageEnteredAt: row.stage_entered_at
})

/** A board's deals by stage. */
export class Lanes extends Context.Service<
  Lanes,
  {
    /** The deals that entered each stage most recently, at most `limit` per stage; with `q` those that match. */
    readonly latest: (
      boardId: BoardId,
      q: string | undefined,
      limit: number
    ) => Effect.Effect<ReadonlyArray<LaneDeal>, never, Tenant>
  }
>()("pipeline/layers/Lanes") {
  static readonly layer = Layer.effect(
    Lanes,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient

      const latest = Effect.fnUntraced(function* (boardId: BoardId, q: string | undefined, limit: number) {
        const { workspaceId } = yield* Tenant
        const matching =
          q === undefined ? sql.literal("") : sql`AND ${sql.and(Search.conditions(sql, "", { q }))}`
        const query = sql<LaneRow>`SELECT d.id, d.name, d.company, d.amount_cents, d.currency, d.owner_id,
            u.name AS owner_name, d.labels, d.stage_id, s.name AS stage_name, s.region, d.created_at,
            d.updated_at, d.stage_entered_at
          FROM stages s
          CROSS JOIN LATERAL (SELECT * FROM deals
            WHERE workspace_id = ${workspaceId} AND stage_id = s.id AND deleted_at IS NULL ${matching}
            ORDER BY stage_entered_at DESC, id DESC ${Sql.limit(sql, limit)}) d
          LEFT JOIN users u ON u.id = d.owner_id
          WHERE s.workspace_id = ${workspaceId} AND s.board_id = ${boardId}
          ORDER BY s.position, d.stage_entered_at DESC, d.id DESC`
        // Planned for each search's own pattern, like the search of the list.
        const rows = yield* q === undefined ? query : query.unprepared
        return rows.map(toLaneDeal)
      }, Sql.orDie)

      return Lanes.of({ latest })
    })
  )
}
