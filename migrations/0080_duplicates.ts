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
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      yield* sql`CREATE TABLE merges (
        workspace_id uuid NOT NULL,
        id uuid NOT NULL,
        into_id uuid NOT NULL,
        external_id text,
        PRIMARY KEY (workspace_id, id)
      )`
      yield* sql`CREATE INDEX merges_by_external_id ON merges (workspace_id, external_id)
        WHERE external_id IS NOT NULL`
    })
} satisfies Staged
