/** Where a session was begun, for its person to tell it from others: the range of the address, and the browser. */
import { Effect } from "effect"
import { quickly, type Staged } from "./Ahead.ts"

export default {
  ahead: quickly(`ALTER TABLE sessions
    ADD COLUMN IF NOT EXISTS address text,
    ADD COLUMN IF NOT EXISTS agent text`),
  finish: () => Effect.void
} satisfies Staged
