import { Array, Context, Effect, Layer } from "effect"
import { SqlClient, type Statement } from "effect/sql"
import type { Deal } from "../../schema/Deal.ts"
import * as Totals from "../../src/domain/deals/DealTotals.ts"
import * as Sql from "../platform/database/Sql.ts"
import { Tenant } from "../identity/Tenant.ts"

/** The number of rows a total is spread over, so that writers of one stage seldom wait for each other. */
const slots = 8

const slotOf = (deal: Deal) => Number.parseInt(deal.id.slice(-2), 16) % slots

/** The sums that reports read, updated in the transaction of every write of a deal. */
export class DealTotals extends Context.Service<
  DealTotals,
  {
    /** The write for a change from `before` to `after`, null meaning no deal; empty if no total changes. */
    readonly change: (
      before: Deal | null,
      after: Deal | null
    ) => Effect.Effect<ReadonlyArray<Statement.Fragment>, never, Tenant>
    /** How many open deals the workspace has. */
    readonly open: Effect.Effect<number, never, Tenant>
  }
>()("pipeline/layers/DealTotals") {
  static readonly layer = Layer.effect(
    DealTotals,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient

      const change = Effect.fnUntraced(function* (before: Deal | null, after: Deal | null) {
        const { workspaceId } = yield* Tenant
        const deal = after ?? before
        const changes = Totals.difference(before, after)
        if (deal === null || !Array.isReadonlyArrayNonEmpty(changes)) return []
        const rows = Array.map(changes, (change) => ({
          workspace_id: workspaceId,
          board_id: deal.boardId,
          key: change.key,
          currency: change.currency,
          slot: slotOf(deal),
          deals: change.deals,
          cents: BigInt(change.cents)
        }))
        // Rows are sorted by key, so that two writers lock them in the same order.
        return [
          sql`INSERT INTO deal_totals ${sql.insert(rows)}
            ON CONFLICT (workspace_id, board_id, key, currency, slot) DO UPDATE
              SET deals = deal_totals.deals + excluded.deals, cents = deal_totals.cents + excluded.cents`
        ]
      })

      const open = Effect.gen(function* () {
        const { workspaceId } = yield* Tenant
        const rows = yield* sql<{ count: number }>`SELECT coalesce(sum(t.deals), 0)::bigint AS count
          FROM stages s JOIN deal_totals t ON t.workspace_id = s.workspace_id
            AND t.board_id = s.board_id AND t.key = 'stage:' || s.id
          WHERE s.workspace_id = ${workspaceId} AND s.region NOT IN ('won', 'dead')`
        return rows[0]!.count
      }).pipe(Sql.orDie)

      return DealTotals.of({ change, open })
    })
  )
}
