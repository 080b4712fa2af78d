/** The kind of activity that a note records (a call, an email, a meeting), and its time. */
import { Effect } from "effect"
import { quickly, type Staged } from "./Ahead.ts"

export const noteActivity = {
  // Null: a plain note; happened when it was written.
  ahead: quickly(`ALTER TABLE notes
    ADD COLUMN IF NOT EXISTS activity_kind text CHECK (activity_kind IN ('call', 'email', 'meeting')),
    ADD COLUMN IF NOT EXISTS happened_at timestamptz(3)`),
  finish: () => Effect.void
} satisfies Staged
