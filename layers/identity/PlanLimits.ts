/** Enforces a plan's limits under concurrency: locks the workspace's `plan_usage` row before counting. */
import { Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { Forbidden } from "../../schema/Fault.ts"
import type { BoardId, WorkspaceId } from "../../schema/Id.ts"
import type { Plan } from "../../schema/Me.ts"
import { DealTotals } from "../deals/DealTotals.ts"
import { now } from "../runtime/Now.ts"
import * as Sql from "../database/Sql.ts"
import { Tenant } from "./Tenant.ts"

/** `webhooks` are counted per board, the others per workspace. */
export type Limit = "active_deals" | "boards" | "api_keys" | "webhooks" | "templates"

/** The caps of each plan. A limit that is missing has no cap. */
export const caps: Record<Plan, Partial<Record<Limit, number>>> = {
  free: { active_deals: 100, boards: 1, api_keys: 2, webhooks: 10, templates: 50 },
  standard: { webhooks: 100, templates: 500 }
}

const words: Record<Limit, { readonly what: string; readonly way: string }> = {
  active_deals: { what: "active deals", way: "Win, lose or delete an open deal" },
  boards: { what: "board", way: "Use the existing board" },
  api_keys: { what: "API keys", way: "Revoke a key" },
  webhooks: { what: "subscriptions a board", way: "Delete a subscription" },
  templates: { what: "email templates", way: "Delete a template" }
}

interface CountRow {
  readonly count: number
}

export class PlanLimits extends Context.Service<
  PlanLimits,
  {
    /** Succeeds if `plan` has room for one more, or for `more`, and reserves that room until the transaction ends. */
    readonly admit: {
      (plan: Plan, limit: "active_deals", more: number): Effect.Effect<void, Forbidden, Tenant>
      (plan: Plan, limit: "webhooks", boardId: BoardId): Effect.Effect<void, Forbidden, Tenant>
      (plan: Plan, limit: Exclude<Limit, "webhooks" | "active_deals">): Effect.Effect<void, Forbidden, Tenant>
    }
    /** The number of records that `plan` still allows, reserved until the transaction ends. */
    readonly room: (plan: Plan, limit: Exclude<Limit, "webhooks">) => Effect.Effect<number, never, Tenant>
  }
>()("pipeline/layers/PlanLimits") {
  static readonly layer = Layer.effect(
    PlanLimits,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const totals = yield* DealTotals

      const counted = (
        limit: Exclude<Limit, "active_deals">,
        workspaceId: WorkspaceId,
        at: string,
        boardId?: BoardId
      ) => {
        switch (limit) {
          case "boards":
            return sql<CountRow>`SELECT count(*) AS count FROM boards WHERE workspace_id = ${workspaceId}`
          case "api_keys":
            return sql<CountRow>`SELECT count(*) AS count FROM api_keys
              WHERE workspace_id = ${workspaceId} AND revoked_at IS NULL
                AND (expires_at IS NULL OR expires_at > ${at})`
          case "webhooks":
            return sql<CountRow>`SELECT count(*) AS count FROM webhooks
              WHERE workspace_id = ${workspaceId} AND board_id = ${boardId!}`
          case "templates":
            return sql<CountRow>`SELECT count(*) AS count FROM templates WHERE workspace_id = ${workspaceId}`
        }
      }

      const count = Effect.fnUntraced(function* (limit: Limit, boardId?: BoardId) {
        const { workspaceId } = yield* Tenant
        if (limit === "active_deals") return yield* totals.open
        return (yield* counted(limit, workspaceId, yield* now, boardId))[0]!.count
      })

      const hold = Effect.gen(function* () {
        const { workspaceId } = yield* Tenant
        yield* sql`SELECT 1 FROM plan_usage WHERE workspace_id = ${workspaceId} FOR UPDATE`
      })

      const room = Effect.fnUntraced(function* (plan: Plan, limit: Limit) {
        const cap = caps[plan][limit]
        if (cap === undefined) return Number.POSITIVE_INFINITY
        yield* hold
        return cap - (yield* count(limit))
      }, Sql.orDie)

      const admit = Effect.fnUntraced(function* (plan: Plan, limit: Limit, of?: BoardId | number) {
        const [more, boardId] = typeof of === "number" ? [of, undefined] : [1, of]
        const cap = caps[plan][limit]
        if (cap === undefined) return
        yield* hold
        if ((yield* count(limit, boardId)) + more <= cap) return
        const { way, what } = words[limit]
        return yield* new Forbidden({
          code: "plan_limit_exceeded",
          message: `The ${plan} plan allows ${cap} ${what}. ${way}${plan === "free" ? ", or move to the standard plan" : ""}.`,
          meta: { limit }
        })
      }, Sql.orDie)

      return PlanLimits.of({ admit, room })
    })
  )
}
