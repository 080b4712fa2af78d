/** What is to be done next about a deal, and when. Only deals with a time of the next step are in the index. */
import { Effect } from "effect"
import { build, quickly, type Staged } from "./Ahead.ts"

export default {
  ahead: Effect.gen(function* () {
    yield* quickly(
      "ALTER TABLE deals ADD COLUMN IF NOT EXISTS next_step text, ADD COLUMN IF NOT EXISTS next_step_at timestamptz(3)"
    )
    yield* build(
      "deals_by_next_step",
      "deals",
      "(workspace_id, next_step_at, id, status) WHERE next_step_at IS NOT NULL AND deleted_at IS NULL"
    )
  }),
  finish: () => Effect.void
} satisfies Staged
