/** Compares the stored totals with the deals, and repairs them. */
import { Context, Effect, Layer } from "effect"
import { SqlClient, type Statement } from "effect/sql"
import type { Currency } from "../../schema/Field.ts"
import type { BoardId } from "../../schema/Id.ts"
import * as Sql from "../database/Sql.ts"
import { Tenant } from "../identity/Tenant.ts"

/** The amount by which a total is too low; negative if it is too high. */
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
    /** Adds the differences to the totals, and returns them. */
    readonly repair: Effect.Effect<ReadonlyArray<Difference>, never, Tenant>
    /** Like `repair`, for the totals that earlier versions don't write: those for zones other than UTC, by owner, and of creations. */
    readonly repairLate: Effect.Effect<ReadonlyArray<Difference>, never, Tenant>
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
      /** As in `Period.isNearMonday` and `Period.isNearMonth`. */
      const isNear = (unit: string, column: string) =>
        `date_trunc('${unit}', ${utc(column)} + interval '14 hours') <> date_trunc('${unit}', ${utc(column)} - interval '12 hours')`
      const edge = (what: string, column: string, units: ReadonlyArray<string>) =>
        `CASE WHEN ${units.map((unit) => isNear(unit, column)).join(" OR ")} THEN 'edge:${what}:'
          || to_char(date_bin('15 minutes', ${utc(column)}, '2000-01-01'), 'YYYY-MM-DD"T"HH24:MI') END`
      const ended = (status: "won" | "dead", key: string) => `CASE d.status WHEN '${status}' THEN ${key} END`
      const undated = (status: "won" | "dead") =>
        ended(status, `CASE WHEN d.${status}_at IS NULL THEN 'undated:' || d.stage_id END`)
      /** The keys by owner, which exist only for months. */
      const own = (what: string, column: string) => [
        `${month(`own-${what}`, column)} || ':' || d.owner_id`,
        `${edge(`own-${what}`, column, ["month"])} || ':' || d.owner_id`
      ]
      const listed = (keys: ReadonlyArray<string>) => sql.literal(keys.map((key) => `(${key})`).join(", "))
      const lateKeys = [
        edge("created", "created_at", ["week"]),
        edge("proposal", "commitment_at", ["month"]),
        ended("won", edge("won", "won_at", ["week", "month"])),
        ended("dead", edge("dead", "dead_at", ["week", "month"])),
        ...own("proposal", "commitment_at"),
        ...own("won", "won_at").map((key) => ended("won", key)),
        ...own("dead", "dead_at").map((key) => ended("dead", key))
      ]
      // Moves are left out because deals don't record them. Creations are recounted from the activity.
      const kept = "AND split_part(key, ':', 2) <> 'flow'"
      const late = "AND (key LIKE 'edge:%' OR key LIKE 'month:own-%')"
      const added = { keys: listed(lateKeys), which: sql.literal(`${kept} ${late}`) }
      const all = {
        keys: listed([
          "'stage:' || d.stage_id",
          undated("won"),
          undated("dead"),
          week("created", "created_at"),
          ended("won", week("won", "won_at")),
          ended("dead", week("dead", "dead_at")),
          month("proposal", "commitment_at"),
          ended("won", month("won", "won_at")),
          ended("dead", month("dead", "dead_at")),
          ...lateKeys
        ]),
        which: sql.literal(kept)
      }

      /** A single statement, so that deals and totals come from the same snapshot. */
      const lacking = (
        workspaceId: string,
        { keys, which }: typeof all
      ) => sql`SELECT board_id, key, currency,
          coalesce(counted.deals, 0) - coalesce(kept.deals, 0) AS deals,
          coalesce(counted.cents, 0) - coalesce(kept.cents, 0) AS cents
        FROM (SELECT d.board_id, k.key, d.currency, count(*) AS deals, sum(coalesce(d.amount_cents, 0)) AS cents
          FROM deals d CROSS JOIN LATERAL (VALUES ${keys}) k(key)
          WHERE d.workspace_id = ${workspaceId} AND d.deleted_at IS NULL AND k.key IS NOT NULL
          GROUP BY d.board_id, k.key, d.currency) counted
        FULL JOIN (SELECT board_id, key, currency, sum(deals) AS deals, sum(cents) AS cents FROM deal_totals
          WHERE workspace_id = ${workspaceId} ${which} GROUP BY board_id, key, currency) kept
          USING (board_id, key, currency)
        WHERE coalesce(counted.deals, 0) <> coalesce(kept.deals, 0)
          OR coalesce(counted.cents, 0) <> coalesce(kept.cents, 0)`

      const flow = (key: string) => `${key} || ':new:' || c.stage_id`
      const madeKeys = listed([
        flow(month("flow", "created_at")),
        flow(edge("flow", "created_at", ["month"]))
      ])
      /**
       * Creations of existing deals. Those of deleted deals may stay counted, so only totals that are too low are wrong. A deal was
       * created in the stage that its activity names, or else in the first stage it left.
       */
      const lackingMade = (workspaceId: string) => sql`SELECT board_id, key, currency,
          counted.deals - coalesce(kept.deals, 0) AS deals, 0::numeric AS cents
        FROM (SELECT d.board_id, k.key, d.currency, count(*) AS deals FROM deals d
          CROSS JOIN LATERAL (SELECT coalesce(
            (SELECT coalesce(n.system_event_data -> 'stage' ->> 'id', n.system_event_data -> 'from' ->> 'id')
              FROM notes n WHERE n.workspace_id = ${workspaceId} AND n.deal_id = d.id
                AND n.system_event_type IN ('deal_created', 'stage_changed')
              ORDER BY n.system_event_type, n.created_at, n.id LIMIT 1), d.stage_id) AS stage_id) c
          CROSS JOIN LATERAL (VALUES ${madeKeys}) k(key)
          WHERE d.workspace_id = ${workspaceId} AND d.deleted_at IS NULL AND k.key IS NOT NULL
          GROUP BY d.board_id, k.key, d.currency) counted
        LEFT JOIN (SELECT board_id, key, currency, sum(deals) AS deals FROM deal_totals
          WHERE workspace_id = ${workspaceId} AND split_part(key, ':', 2) = 'flow' AND key LIKE '%:new:%'
          GROUP BY board_id, key, currency) kept
          USING (board_id, key, currency)
        WHERE counted.deals > coalesce(kept.deals, 0)`

      const whole = (workspaceId: string) =>
        sql`${lacking(workspaceId, all)} UNION ALL ${lackingMade(workspaceId)}`

      const differences = Effect.gen(function* () {
        const { workspaceId } = yield* Tenant
        return yield* sql<Difference>`SELECT board_id AS "boardId", key, currency, deals::bigint AS deals,
            cents::text AS cents
          FROM (${whole(workspaceId)}) lacking ORDER BY board_id, key, currency`
      }).pipe(Sql.orDie)

      // Safe during concurrent writes: they add to the same rows, which doesn't change the difference.
      const repairing = Effect.fnUntraced(function* (lacking: (workspaceId: string) => Statement.Fragment) {
        const { workspaceId } = yield* Tenant
        return yield* sql<Difference>`WITH lacking AS MATERIALIZED (${lacking(workspaceId)}),
          mended AS (INSERT INTO deal_totals (workspace_id, board_id, key, currency, slot, deals, cents)
            SELECT ${workspaceId}::uuid, board_id, key, currency, 0, deals, cents FROM lacking
            ORDER BY board_id, key, currency
            ON CONFLICT (workspace_id, board_id, key, currency, slot) DO UPDATE
              SET deals = deal_totals.deals + excluded.deals, cents = deal_totals.cents + excluded.cents)
          SELECT board_id AS "boardId", key, currency, deals::bigint AS deals, cents::text AS cents
          FROM lacking ORDER BY board_id, key, currency`
      }, Sql.orDie)

      return TotalsAudit.of({
        differences,
        repair: repairing(whole),
        repairLate: repairing((id) => sql`${lacking(id, added)} UNION ALL ${lackingMade(id)}`)
      })
    })
  )
}
