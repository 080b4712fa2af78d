/** Records what a deal or lead was merged into, so that its old id leads to the new one. */
import { Effect } from "effect"
import { NotFound } from "../../schema/Fault.ts"
import type { Kind } from "../../schema/Duplicates.ts"
import type { DealId } from "../../schema/Id.ts"
import * as Deletion from "../../src/deals/rules/Deletion.ts"
import { now } from "../runtime/Now.ts"
import type { Sql } from "../database/Sql.ts"
import { Tenant } from "../identity/Tenant.ts"

interface Removed {
  readonly id: string
  readonly externalId: string | null
}

/** Records what a removed record was merged into; without `intoId`, forgets an earlier merge that was undone. */
export const record = Effect.fnUntraced(function* (
  sql: Sql,
  { externalId, id }: Removed,
  intoId: string | undefined
) {
  const { workspaceId } = yield* Tenant
  if (intoId === undefined) yield* sql`DELETE FROM merges WHERE workspace_id = ${workspaceId} AND id = ${id}`
  else
    yield* sql`INSERT INTO merges (workspace_id, id, into_id, external_id)
      VALUES (${workspaceId}, ${id}, ${intoId}, ${externalId})
      ON CONFLICT (workspace_id, id) DO UPDATE SET into_id = excluded.into_id, external_id = excluded.external_id`
})

/** The error for a missing record: it names the one that this one was merged into. */
export const missing = Effect.fnUntraced(function* (sql: Sql, kind: Kind, id: string, otherwise: NotFound) {
  const { workspaceId } = yield* Tenant
  const [row] = yield* sql<{ intoId: string }>`SELECT into_id AS "intoId" FROM merges
    WHERE workspace_id = ${workspaceId} AND id = ${id}`
  if (row === undefined) return otherwise
  return new NotFound({
    code: `${kind}_not_found`,
    message: `The ${kind} ${id} was merged into ${row.intoId}. Use that one.`,
    meta: { mergedInto: row.intoId }
  })
})

/** The error for a missing deal, which may be deleted but not purged yet. */
export const missingDeal = Effect.fnUntraced(function* (sql: Sql, id: DealId) {
  const { workspaceId } = yield* Tenant
  const [row] = yield* sql<{ deleted_at: string }>`SELECT deleted_at FROM deals
    WHERE workspace_id = ${workspaceId} AND id = ${id} AND deleted_at IS NOT NULL`
  return yield* missing(sql, "deal", id, Deletion.missing(id, row?.deleted_at, yield* now))
})
