/** Finds deals by name and company, and leads by company, for warnings of possible duplicates, and keeps which records were merged. */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { build, type Staged } from "./Ahead.ts"

export const duplicates = {
  ahead: Effect.gen(function* () {
    yield* build("deals_by_title", "deals", "(workspace_id, hashtext(search)) WHERE deleted_at IS NULL")
    yield* build(
      "leads_by_company",
      "leads",
      "(workspace_id, lower(company_name)) WHERE company_name IS NOT NULL AND NOT suspect"
    )
  }),
  finish: () =>
    Effect.flatMap(
      SqlClient.SqlClient,
      (sql) => sql`CREATE TABLE merges (
        workspace_id uuid NOT NULL,
        id uuid NOT NULL,
        into_id uuid NOT NULL,
        PRIMARY KEY (workspace_id, id)
      )`
    )
} satisfies Staged
