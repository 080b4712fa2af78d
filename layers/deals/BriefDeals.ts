/** What rows of deals in short say in place of ids: names of owners and boards, read in the statement of the list. */
import type { Statement } from "effect/sql"
import type { Sql } from "../database/Sql.ts"
import type { ListRow } from "./DealLists.ts"

export interface BriefRow extends ListRow {
  readonly owner: string | null
  readonly board: string | null
  /** Undefined of a row that was measured. */
  readonly is_long?: boolean | null
  /** Of a search. */
  readonly way?: string
}

/** Further columns of a list, and what to join for them. */
export interface Beside {
  readonly columns: Statement.Fragment
  readonly joins: Statement.Fragment
}

/**
 * The owner's name, or the email if the name is empty or that of two people, who may have left. The board's name if there
 * are several boards, or its id if two have that name. PostgreSQL runs these subqueries once for all rows.
 */
export const beside = (sql: Sql, workspaceId: string): Beside => ({
  columns: sql`, CASE WHEN coalesce(btrim(u.name), '') = '' OR lower(btrim(u.name)) IN (
      SELECT lower(btrim(o.name)) FROM members m JOIN users o ON o.id = m.user_id
      WHERE m.workspace_id = ${workspaceId} AND o.name IS NOT NULL GROUP BY 1 HAVING count(*) > 1
    ) THEN u.email ELSE u.name END AS owner,
    CASE WHEN (SELECT count(*) < 2 FROM (SELECT 1 FROM boards WHERE workspace_id = ${workspaceId} LIMIT 2) few) THEN NULL
      WHEN lower(b.name) IN (SELECT lower(name) FROM boards WHERE workspace_id = ${workspaceId}
        GROUP BY 1 HAVING count(*) > 1) THEN b.id::text ELSE b.name END AS board`,
  joins: sql`JOIN boards b ON b.workspace_id = ${workspaceId} AND b.id = d.board_id`
})
