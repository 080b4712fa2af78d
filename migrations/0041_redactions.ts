/** Entries of the audit log from which a person was erased: the service's own signature of what they are now. */
import { Effect } from "effect"
import { quickly } from "./Ahead.ts"

export default {
  ahead: quickly("ALTER TABLE audit ADD COLUMN IF NOT EXISTS redacted bytea"),
  finish: () => Effect.void
}
