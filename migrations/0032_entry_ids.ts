/**
 * Which entry of the audit log made a note, a change or a delivery, so that one who sees it can undo the write. Of a delivery
 * also the record it is about and, if it follows another one, that.
 */
import { Effect } from "effect"
import { quickly, type Staged } from "./Ahead.ts"

export default {
  // No index: a delivery is looked for by the time in its id, the others only tell of their entry.
  ahead: Effect.gen(function* () {
    yield* quickly("ALTER TABLE notes ADD COLUMN IF NOT EXISTS entry_id uuid")
    yield* quickly("ALTER TABLE changes ADD COLUMN IF NOT EXISTS entry_id uuid")
    yield* quickly(`ALTER TABLE deliveries
      ADD COLUMN IF NOT EXISTS entry_id uuid,
      ADD COLUMN IF NOT EXISTS subject_id uuid,
      ADD COLUMN IF NOT EXISTS original jsonb`)
  }),
  finish: () => Effect.void
} satisfies Staged
