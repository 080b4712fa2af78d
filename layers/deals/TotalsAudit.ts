/** Compares the stored totals with the deals, and repairs them. */
import { Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import type { Currency } from "../../schema/Field.ts"
import type { BoardId } from "../../schema/Id.ts"
import * as Sql from "../platform/database/Sql.ts"
import { Tenant } from "../identity/Tenant.ts"

/** How much a total is short; negative if it is too high. */
interface Difference {
  readonly boardId: BoardId
  readonly key: string
  readonly currency: Currency
  readonly deals: number
  /** Whole cents, of any size. */
  readonly cents: string
}

export class TotalsAudit extends Context.Service<
  TotalsAudit,
  {
    /** The totals of the current workspace that differ from a full recount. */
    readonly differences: Effect.Effect<ReadonlyArray<Difference>, never, Tenant>
    /** Adds the differences, and returns them. */
    readonly repair: Effect.Effect<ReadonlyArray<Difference>, never, Tenant>
  }
>()("pipeline/layers/TotalsAudit") {
  static readonly layer = Layer.effect(
    TotalsAudit,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient

      const utc = (column: string) => `d.${column} AT TIME ZONE 'UTC'`
      const week = (what: string, column: string) =>
        `'week:${what}:' || to_char(date_trunc('week', ${utc(column)}), 'YYYY-MM-DD')`
      const month = (what: string, column: string) => `'month:${what}:' || to_char(${utc(column)}, 'YYYY-MM')`
      const ended = (status: "won" | "dead", key: string) => `CASE d.status WHEN '${status}' THEN ${key} END`
      const undated = (status: "won" | "dead") =>
        ended(status, `CASE WHEN d.${status}_at IS NULL THEN 'undated:' || d.stage_id END`)
      const keys = sql.literal(
        [
          "'stage:' || d.stage_id",
          undated("won"),
          undated("dead"),
          week("created", "created_at"),
          ended("won", week("won", "won_at")),
          ended("dead", week("dead", "dead_at")),
          month("proposal", "commitment_at"),
          ended("won", month("won", "won_at")),
          ended("dead", month("dead", "dead_at"))
        ]
          .map((key) => `(${key})`)
          .join(", ")
      )

      /** One statement, so that it sees deals and totals in one snapshot. */
      const lacking = (workspaceId: string) => sql`SELECT board_id, key, currency,
          coalesce(counted.deals, 0) - coalesce(kept.deals, 0) AS deals,
          coalesce(counted.cents, 0) - coalesce(kept.cents, 0) AS cents
        FROM (SELECT d.board_id, k.key, d.currency, count(*) AS deals, sum(coalesce(d.amount_cents, 0)) AS cents
          FROM deals d CROSS JOIN LATERAL (VALUES ${keys}) k(key)
          WHERE d.workspace_id = ${workspaceId} AND d.deleted_at IS NULL AND k.key IS NOT NULL
          GROUP BY d.board_id, k.key, d.currency) counted
        FULL JOIN (SELECT board_id, key, currency, sum(deals) AS deals, sum(cents) AS cents FROM deal_totals
          WHERE workspace_id = ${workspaceId} GROUP BY board_id, key, currency) kept
          USING (board_id, key, currency)
        WHERE coalesce(counted.deals, 0) <> coalesce(kept.deals, 0)
          OR coalesce(counted.cents, 0) <> coalesce(kept.cents, 0)`

      const differences = Effect.gen(function* () {
        const { workspaceId } = yield* Tenant
        return yield* sql<Difference>`SELECT board_id AS "boardId", key, currency, deals::bigint AS deals,
            cents::text AS cents
          FROM (${lacking(workspaceId)}) lacking ORDER BY board_id, key, currency`
      }).pipe(Sql.orDie)

      // Safe while others write: they add to the same rows, which does not change the difference.
      const repair = Effect.gen(function* () {
        const { workspaceId } = yield* Tenant
        const found = yield* sql<Difference>`WITH lacking AS MATERIALIZED (${lacking(workspaceId)}),
          mended AS (INSERT INTO deal_totals (workspace_id, board_id, key, currency, slot, deals, cents)
            SELECT ${workspaceId}::uuid, board_id, key, currency, 0, deals, cents FROM lacking
            ORDER BY board_id, key, currency
            ON CONFLICT (workspace_id, board_id, key, currency, slot) DO UPDATE
              SET deals = deal_totals.deals + excluded.deals, cents = deal_totals.cents + excluded.cents)
          SELECT board_id AS "boardId", key, currency, deals::bigint AS deals, cents::text AS cents
          FROM lacking ORDER BY board_id, key, currency`
        return found
      }).pipe(Sql.orDie)

      return TotalsAudit.of({ differences, repair })
    })
  )
}
