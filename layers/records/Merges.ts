/** Which record a merged one went into, so that whoever has the old id finds it. */
import { Effect } from "effect"
import { NotFound } from "../../schema/Fault.ts"
import type { Kind } from "../../schema/Duplicates.ts"
import type { Sql } from "../database/Sql.ts"
import { Tenant } from "../identity/Tenant.ts"

/** Records a merge. A record that was merged, brought back by an undo, and merged again has gone into the last one. */
export const add = Effect.fnUntraced(function* (sql: Sql, id: string, intoId: string) {
  const { workspaceId } = yield* Tenant
  yield* sql`INSERT INTO merges (workspace_id, id, into_id) VALUES (${workspaceId}, ${id}, ${intoId})
    ON CONFLICT (workspace_id, id) DO UPDATE SET into_id = excluded.into_id`
})

/** Forgets a merge, because its record is removed on its own. */
export const forget = Effect.fnUntraced(function* (sql: Sql, id: string) {
  const { workspaceId } = yield* Tenant
  yield* sql`DELETE FROM merges WHERE workspace_id = ${workspaceId} AND id = ${id}`
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
