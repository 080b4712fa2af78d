/** What a plan allows, held to under concurrency: counting begins once the workspace's row is ours. */
import { Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { Forbidden } from "../schema/Fault.ts"
import type { Plan } from "../schema/Me.ts"
import { DealTotals } from "./DealTotals.ts"
import * as Sql from "./Sql.ts"
import { Tenant } from "./Tenant.ts"

export type Limit = "active_deals" | "boards" | "api_keys"

/** The caps of SPEC.md and docs/decisions.md; a plan not named has none. */
const caps: Partial<Record<Plan, Record<Limit, number>>> = {
  free: { active_deals: 100, boards: 1, api_keys: 2 }
}

const words: Record<Limit, { readonly what: string; readonly way: string }> = {
  active_deals: { what: "active deals", way: "Win, lose or delete an open deal" },
  boards: { what: "board", way: "Use the board there is" },
  api_keys: { what: "API keys", way: "Revoke a key" }
}

export class PlanLimits extends Context.Service<
  PlanLimits,
  {
    /** Passes where `plan` has room for one more, and holds that room until the transaction ends. */
    readonly admit: (plan: Plan, limit: Limit) => Effect.Effect<void, Forbidden, Tenant>
  }
>()("pipeline/layers/PlanLimits") {
  static readonly layer = Layer.effect(
    PlanLimits,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const totals = yield* DealTotals

      const count = Effect.fnUntraced(function* (limit: Limit) {
        const { workspaceId } = yield* Tenant
        if (limit === "active_deals") return yield* totals.open
        const rows = yield* limit === "boards"
          ? sql<{ count: number }>`SELECT count(*) AS count FROM boards WHERE workspace_id = ${workspaceId}`
          : sql<{ count: number }>`SELECT count(*) AS count FROM api_keys
              WHERE workspace_id = ${workspaceId} AND revoked_at IS NULL`
        return rows[0]!.count
      })

      const admit = Effect.fnUntraced(function* (plan: Plan, limit: Limit) {
        const cap = caps[plan]?.[limit]
        if (cap === undefined) return
        const { workspaceId } = yield* Tenant
        yield* sql`SELECT 1 FROM plan_usage WHERE workspace_id = ${workspaceId} FOR UPDATE`
        if ((yield* count(limit)) < cap) return
        const { way, what } = words[limit]
        return yield* new Forbidden({
          code: "plan_limit_exceeded",
          message: `The ${plan} plan allows ${cap} ${what}. ${way}, or move to the standard plan.`,
          meta: { limit }
        })
      }, Sql.orDie)

      return PlanLimits.of({ admit })
    })
  )
}
