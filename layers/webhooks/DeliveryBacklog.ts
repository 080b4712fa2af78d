/** Measures the waiting deliveries of all workspaces, for metrics and `admin doctor`. */
import { Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import * as Sql from "../database/Sql.ts"

export interface Backlog {
  /** Deliveries that are due, counted up to the limit. */
  readonly due: number
  /** The time at which the oldest of them was due. */
  readonly oldest: string | null
}

export class DeliveryBacklog extends Context.Service<
  DeliveryBacklog,
  { readonly measure: (now: string, limit: number) => Effect.Effect<Backlog> }
>()("pipeline/layers/DeliveryBacklog") {
  static readonly layer = Layer.effect(
    DeliveryBacklog,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient

      const measure = Effect.fn("DeliveryBacklog.measure")(function* (now: string, limit: number) {
        // One index probe per subscription finds its oldest delivery; the count over all subscriptions is limited.
        const due = sql`FROM deliveries d
          WHERE d.workspace_id = w.workspace_id AND d.webhook_id = w.id AND d.status = 'pending'
            AND d.due_at <= ${now} AND (w.active OR d.by_hand)`
        const ready = sql`WHERE w.paused_until IS NULL OR w.paused_until <= ${now}`
        const [row] = yield* sql<Backlog>`/* across: waiting deliveries */ SELECT
          (SELECT min(d.due_at) FROM webhooks w CROSS JOIN LATERAL (SELECT d.due_at ${due}
            ORDER BY d.due_at LIMIT 1) d ${ready}) AS oldest,
          (SELECT count(*)::int FROM (SELECT 1 FROM webhooks w CROSS JOIN LATERAL (SELECT 1 ${due}
            LIMIT ${limit}) d ${ready} LIMIT ${limit}) n) AS due`
        return row!
      }, Sql.orDie)

      return DeliveryBacklog.of({ measure })
    })
  )
}
