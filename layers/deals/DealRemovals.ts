/** Deletes deals, merges them into others, and erases them later. */
import { Effect } from "effect"
import type { PgClient } from "@effect/sql-pg"
import type { Statement } from "effect/sql"
import type { ActorRef } from "../../schema/Actor.ts"
import type { Deal } from "../../schema/Deal.ts"
import type { DealId } from "../../schema/Id.ts"
import type { Note } from "../../schema/Note.ts"
import * as Deletion from "../../src/deals/rules/Deletion.ts"
import * as ChangeSet from "../audit/ChangeSet.ts"
import * as Sql from "../database/Sql.ts"
import { Tenant } from "../identity/Tenant.ts"
import * as Merges from "../records/Merges.ts"

/** `write` writes a change of a deal with its totals and activity. */
export const make = <R>(
  sql: PgClient.PgClient,
  write: (
    statement: Statement.Fragment,
    before: Deal,
    after: null,
    entries: ReadonlyArray<Note>
  ) => Effect.Effect<void, never, R>
) => {
  return {
    remove: Effect.fnUntraced(function* (deal: Deal, at: string, by: ActorRef, into?: DealId) {
      const { workspaceId } = yield* Tenant
      const statement = sql`UPDATE deals SET deleted_at = ${at}, deleted_by = ${sql.json(by)}
        WHERE workspace_id = ${workspaceId} AND id = ${deal.id}`
      yield* Merges.record(sql, deal, into)
      yield* write(statement, deal, null, [])
      yield* ChangeSet.note(() => [Deletion.change(deal.id, Deletion.none, { deletedAt: at, deletedBy: by })])
    }, Sql.orDie),

    purge: Effect.fnUntraced(
      function* (before: string, limit: number) {
        const { workspaceId } = yield* Tenant
        const rows = yield* sql<{ id: DealId }>`SELECT id FROM deals
          WHERE workspace_id = ${workspaceId} AND deleted_at < ${before}
          ORDER BY deleted_at LIMIT ${limit} FOR UPDATE`
        const ids = rows.map(({ id }) => id)
        if (ids.length === 0) return 0
        yield* sql`DELETE FROM notes WHERE workspace_id = ${workspaceId} AND ${sql.in("deal_id", ids)}`
        yield* sql`DELETE FROM deals WHERE workspace_id = ${workspaceId} AND ${sql.in("id", ids)}`
        // Only the ids are logged: erased content must not survive in the log.
        yield* ChangeSet.note(() => ids.map((id) => ({ resource: "deal", id, before: {}, after: null })))
        return ids.length
      },
      sql.withTransaction,
      Sql.orDie
    )
  }
}
