/** When an API key expires and which addresses may use it; where from and by which agent it was last used, or refused. */
import { Effect } from "effect"
import { quickly, type Staged } from "./Ahead.ts"

export default {
  ahead: quickly(`ALTER TABLE api_keys
    ADD COLUMN IF NOT EXISTS expires_at timestamptz(3),
    ADD COLUMN IF NOT EXISTS allowed_addresses text[] NOT NULL DEFAULT '{}',
    ADD COLUMN IF NOT EXISTS last_used_address text,
    ADD COLUMN IF NOT EXISTS last_used_agent text,
    ADD COLUMN IF NOT EXISTS last_refused_at timestamptz(3),
    ADD COLUMN IF NOT EXISTS last_refused_address text`),
  finish: () => Effect.void
} satisfies Staged
