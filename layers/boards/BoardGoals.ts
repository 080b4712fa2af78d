/** Goals of boards. The monthly ones of a board are columns, the others one JSON object. */
import { Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { NotFound } from "../../schema/Fault.ts"
import type { Figures } from "../../schema/Goals.ts"
import type { BoardId, UserId } from "../../schema/Id.ts"
import * as Difference from "../../src/audit/rules/Difference.ts"
import * as StoredGoals from "../../src/boards/rules/StoredGoals.ts"
import * as ChangeSet from "../audit/ChangeSet.ts"
import * as Sql from "../database/Sql.ts"
import { Tenant } from "../identity/Tenant.ts"

interface AllGoals {
  readonly monthly: Figures
  readonly others: StoredGoals.StoredGoals
}

const toAudit = ({ deal_value, deals_won, proposals }: Figures) => ({
  goalProposals: proposals,
  goalDealsWon: deals_won,
  goalDealValue: deal_value
})

/** Removes the goals of a member who leaves. */
export const removeOwner = Effect.fnUntraced(function* (sql: SqlClient.SqlClient, ownerId: UserId) {
  const { workspaceId } = yield* Tenant
  const keys = [StoredGoals.keyOf("month", ownerId), StoredGoals.keyOf("quarter", ownerId)]
  const removed = yield* sql<{
    id: BoardId
    before: StoredGoals.StoredGoals
    after: StoredGoals.StoredGoals
  }>`
    UPDATE boards b SET goals = b.goals - ${keys}::text[]
    FROM (SELECT id, goals FROM boards WHERE workspace_id = ${workspaceId} AND goals ?| ${keys}::text[]
      ORDER BY id FOR UPDATE) old
    WHERE b.workspace_id = ${workspaceId} AND b.id = old.id
    RETURNING b.id, old.goals AS before, b.goals AS after`
  yield* ChangeSet.note(() =>
    removed.map(({ after, before, id }) => Difference.of("board", id, { goals: before }, { goals: after }))
  )
})

export class BoardGoals extends Context.Service<
  BoardGoals,
  {
    readonly find: (id: BoardId) => Effect.Effect<AllGoals, NotFound, Tenant>
    /** Sets a board's monthly goals. The caller has locked the board. */
    readonly setMonthly: (id: BoardId, before: Figures, after: Figures) => Effect.Effect<void, never, Tenant>
    /** Sets the other goals of a board that the caller has locked. */
    readonly setOthers: (
      id: BoardId,
      before: StoredGoals.StoredGoals,
      after: StoredGoals.StoredGoals
    ) => Effect.Effect<void, never, Tenant>
  }
>()("pipeline/layers/BoardGoals") {
  static readonly layer = Layer.effect(
    BoardGoals,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient

      const find = Effect.fnUntraced(function* (id: BoardId) {
        const { workspaceId } = yield* Tenant
        const rows = yield* sql<Figures & { readonly others: StoredGoals.StoredGoals }>`
          SELECT goal_proposals AS proposals, goal_deals_won AS deals_won, goal_deal_value AS deal_value,
            coalesce(goals, '{}') AS others
          FROM boards WHERE workspace_id = ${workspaceId} AND id = ${id}`
        if (rows[0] === undefined) return yield* NotFound.of("board", id)
        const { others, ...monthly } = rows[0]
        return { monthly, others }
      }, Sql.orDie)

      const setMonthly = Effect.fnUntraced(function* (id: BoardId, before: Figures, after: Figures) {
        const { workspaceId } = yield* Tenant
        yield* sql`UPDATE boards SET goal_proposals = ${after.proposals},
            goal_deals_won = ${after.deals_won}, goal_deal_value = ${after.deal_value}
          WHERE workspace_id = ${workspaceId} AND id = ${id}`
        yield* ChangeSet.note(() => [Difference.of("board", id, toAudit(before), toAudit(after))])
      }, Sql.orDie)

      const setOthers = Effect.fnUntraced(function* (
        id: BoardId,
        before: StoredGoals.StoredGoals,
        after: StoredGoals.StoredGoals
      ) {
        const { workspaceId } = yield* Tenant
        yield* sql`UPDATE boards SET goals = ${JSON.stringify(after)}::text::jsonb
          WHERE workspace_id = ${workspaceId} AND id = ${id}`
        yield* ChangeSet.note(() => [Difference.of("board", id, { goals: before }, { goals: after })])
      }, Sql.orDie)

      return BoardGoals.of({ find, setMonthly, setOthers })
    })
  )
}
