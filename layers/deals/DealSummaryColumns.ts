/** Columns that short rows show in place of ids: the names of owners and boards, read in the list's own statement. */
import type { Statement } from "effect/sql"
import type { RowField } from "../../schema/Deal.ts"
import type { Sql } from "../database/Sql.ts"
import type { ListRow } from "./DealLists.ts"

export interface BriefRow extends ListRow {
  readonly owner: string | null
  readonly board: string | null
  /** Undefined unless asked for. */
  readonly lead_source?: string | null
  /** Undefined in rows whose size was measured. */
  readonly is_long?: boolean | null
  /** Set for searches: how the search was done. */
  readonly way?: string
}

/** How rows show times, and the fields that they show besides. */
export interface Shown {
  readonly dayOf: (time: string) => string
  readonly fields: ReadonlyArray<RowField>
}

/** Extra columns of a list, and the joins they need. */
export interface ExtraColumns {
  readonly columns: Statement.Fragment
  readonly joins: Statement.Fragment
}

/**
 * The owner is the name, or the email if the name is empty or shared by two people, including former members. The board is null
 * if there is only one, else its name, or its id if two boards share the name. PostgreSQL runs these subqueries once for all rows.
 */
export const extraColumns = (sql: Sql, workspaceId: string, withSource: boolean): ExtraColumns => ({
  columns: sql`, CASE WHEN coalesce(btrim(u.name), '') = '' OR lower(btrim(u.name)) IN (
      SELECT lower(btrim(o.name)) FROM members m JOIN users o ON o.id = m.user_id
      WHERE m.workspace_id = ${workspaceId} AND o.name IS NOT NULL GROUP BY 1 HAVING count(*) > 1
    ) THEN u.email ELSE u.name END AS owner,
    CASE WHEN (SELECT count(*) < 2 FROM (SELECT 1 FROM boards WHERE workspace_id = ${workspaceId} LIMIT 2) few) THEN NULL
      WHEN lower(b.name) IN (SELECT lower(name) FROM boards WHERE workspace_id = ${workspaceId}
        GROUP BY 1 HAVING count(*) > 1) THEN b.id::text ELSE b.name END AS board${
          withSource
            ? sql`, (SELECT coalesce(l.attribution ->> 'utmSource', l.source) FROM leads l
                WHERE l.workspace_id = ${workspaceId} AND l.id = d.lead_id) AS lead_source`
            : sql.literal("")
        }`,
  joins: sql`JOIN boards b ON b.workspace_id = ${workspaceId} AND b.id = d.board_id`
})
