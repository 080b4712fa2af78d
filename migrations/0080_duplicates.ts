/** Finds deals by name and company, and leads by company, for warnings of possible duplicates. */
import { Effect } from "effect"
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
  finish: () => Effect.void
} satisfies Staged
