/** The ids that deals and leads have in other systems, by which an import finds them again. */
import { Effect } from "effect"
import { build, quickly, type Staged } from "./Ahead.ts"

export default {
  ahead: Effect.gen(function* () {
    yield* quickly("ALTER TABLE deals ADD COLUMN IF NOT EXISTS external_id text")
    yield* quickly("ALTER TABLE leads ADD COLUMN IF NOT EXISTS external_id text")
    // A deleted deal leaves its id to another: what an undone import made can be imported again.
    yield* build(
      "deals_external_id",
      "deals",
      "(workspace_id, external_id) WHERE external_id IS NOT NULL AND deleted_at IS NULL",
      "UNIQUE"
    )
    yield* build(
      "leads_external_id",
      "leads",
      "(workspace_id, external_id) WHERE external_id IS NOT NULL",
      "UNIQUE"
    )
  }),
  finish: () => Effect.void
} satisfies Staged
