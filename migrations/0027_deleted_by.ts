/** Who deleted a deal, so that people see it before they restore it. */
import { Effect } from "effect"
import { quickly, type Staged } from "./Ahead.ts"

export default {
  ahead: quickly("ALTER TABLE deals ADD COLUMN IF NOT EXISTS deleted_by jsonb"),
  finish: () => Effect.void
} satisfies Staged
