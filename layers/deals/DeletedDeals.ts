/** Deleted deals of the current workspace, until they are purged. */
import { Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import type { ActorRef } from "../../schema/Actor.ts"
import type { Deal } from "../../schema/Deal.ts"
import type { DeletedDeal } from "../../schema/DeletedDeal.ts"
import { type Invalid, NotFound } from "../../schema/Fault.ts"
import type { DealId } from "../../schema/Id.ts"
import type * as Page from "../../schema/Page.ts"
import * as Deletion from "../../src/deals/rules/Deletion.ts"
import * as Records from "../../src/audit/rules/Records.ts"
import * as ChangeSet from "../audit/ChangeSet.ts"
import * as ReadSet from "../audit/ReadSet.ts"
import { EventFeed } from "../events/EventFeed.ts"
import { Tenant } from "../identity/Tenant.ts"
import { Cursors } from "../records/Cursors.ts"
import * as Sql from "../database/Sql.ts"
import { now } from "../runtime/Now.ts"
import { joins, type Row, selected, toDeal } from "./DealRow.ts"
import { DealTotals } from "./DealTotals.ts"

/** A deal, deleted or not. */
interface DealState {
  readonly deal: Deal
  readonly deletedAt: string | null
  readonly deletedBy: ActorRef | null
}

interface DealStateRow extends Row {
  readonly deleted_at: string | null
  readonly deleted_by: ActorRef | null
}

interface DeletedRow extends Row {
  readonly deleted_at: string
  readonly deleted_by: ActorRef | null
  readonly board_name: string
}

const toDeleted = (row: DeletedRow): DeletedDeal => {
  const { amountCents, boardId, company, currency, id, name, stage } = toDeal(row)
  return {
    ...{ id, boardId, name, company, amountCents, currency, stage },
    boardName: row.board_name,
    deletedAt: row.deleted_at,
    deletedBy: row.deleted_by,
    until: Deletion.endOf(row.deleted_at)
  }
}

export class DeletedDeals extends Context.Service<
  DeletedDeals,
  {
    /** The deals that can be restored, latest deletion first; if an id is given, only that deal. */
    readonly list: (
      id: DealId | undefined,
      page: Page.Parameters
    ) => Effect.Effect<Page.Page<DeletedDeal>, Invalid, Tenant>
    /** Reads a deal, deleted or not, and locks its row until the transaction ends. */
    readonly lock: (id: DealId) => Effect.Effect<DealState, NotFound, Tenant>
    /** Restores a deleted deal and adds it to the totals again. */
    readonly restore: (found: DealState) => Effect.Effect<void, never, Tenant>
  }
>()("pipeline/layers/DeletedDeals") {
  static readonly layer = Layer.effect(
    DeletedDeals,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const cursors = yield* Cursors
      const feed = yield* EventFeed
      const totals = yield* DealTotals

      const columns = sql.literal(`${selected}, d.deleted_at, d.deleted_by`)
      const joined = sql.literal(joins)

      const list = Effect.fnUntraced(function* (id: DealId | undefined, page: Page.Parameters) {
        const { workspaceId } = yield* Tenant
        const filters = id === undefined ? {} : { id }
        const pageRequest = yield* cursors.open({ list: "deleted-deals", filters, page })
        const { after } = pageRequest
        const since = Deletion.startOf(yield* now)
        const conditions = [
          sql`d.workspace_id = ${workspaceId} AND d.deleted_at >= ${since}::timestamptz`,
          ...(id === undefined ? [] : [sql`d.id = ${id}`]),
          ...(after === undefined
            ? []
            : [sql`(d.deleted_at, d.id) < (${after[0]}::timestamptz, ${after[1]}::uuid)`])
        ]
        const rows = yield* sql<DeletedRow>`SELECT ${columns}, b.name AS board_name FROM deals d ${joined}
          JOIN boards b ON b.workspace_id = d.workspace_id AND b.id = d.board_id
          WHERE ${sql.and(conditions)} ORDER BY d.deleted_at DESC, d.id DESC ${Sql.limit(sql, pageRequest.limit + 1)}`
        return pageRequest.page(rows, toDeleted, (row) => [row.deleted_at, row.id])
      }, Sql.orDie)

      const lock = Effect.fnUntraced(function* (id: DealId) {
        const { workspaceId } = yield* Tenant
        // Locked in a separate statement, for the reason given in `Deals.lockWith`.
        yield* sql`SELECT 1 FROM deals WHERE workspace_id = ${workspaceId} AND id = ${id} FOR UPDATE`
        const [row] = yield* sql<DealStateRow>`SELECT ${columns} FROM deals d ${joined}
          WHERE d.workspace_id = ${workspaceId} AND d.id = ${id}`
        if (row === undefined) return yield* NotFound.of("deal", id)
        const deal = toDeal(row)
        yield* ReadSet.recordRead("deal", [deal], Records.readOfDeal)
        return { deal, deletedAt: row.deleted_at, deletedBy: row.deleted_by }
      }, Sql.orDie)

      const restore = Effect.fnUntraced(function* ({ deal, deletedAt, deletedBy }: DealState) {
        const { workspaceId } = yield* Tenant
        const { id } = deal
        const statement = sql`UPDATE deals SET deleted_at = NULL, deleted_by = NULL
          WHERE workspace_id = ${workspaceId} AND id = ${id}`
        yield* Sql.combineWrites(sql, [
          ...(yield* totals.change(null, deal, true)),
          statement,
          ...(yield* feed.insertion([{ type: "deal.restored", dealId: id }]))
        ])
        yield* ChangeSet.note(() => [Deletion.change(id, { deletedAt, deletedBy }, Deletion.none)])
      }, Sql.orDie)

      return DeletedDeals.of({ list, lock, restore })
    })
  )
}
