/**
 * Where the seals of an audit log begin and end, as the service signed it: `signed` is what `mac` is of. An import makes digests
 * once all entries are there.
 */
import { Effect } from "effect"
import { quickly, type Staged } from "./Ahead.ts"

export default {
  ahead: Effect.andThen(
    quickly(
      "ALTER TABLE audit_heads ADD COLUMN IF NOT EXISTS signed text, ADD COLUMN IF NOT EXISTS mac bytea"
    ),
    quickly("ALTER TABLE audit ALTER COLUMN digest SET DEFAULT ''")
  ),
  finish: () => Effect.void
} satisfies Staged
