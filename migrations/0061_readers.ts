/** The language and the time zone that a person reads the pages in; null: as their browser says. */
import { Effect } from "effect"
import { quickly, type Staged } from "./Ahead.ts"

export default {
  ahead: quickly(`ALTER TABLE users
    ADD COLUMN IF NOT EXISTS language text,
    ADD COLUMN IF NOT EXISTS time_zone text`),
  finish: () => Effect.void
} satisfies Staged
