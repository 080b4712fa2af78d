/**
 * What an operator made of a workspace: `suspended` (nobody works in it), `importing` and `deleting` (nobody gets in).
 * `workspace_imports` says how far an import is, and `people` which accounts here stand for the file's, if not those
 * with the same id.
 */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { quickly, type Staged } from "./Ahead.ts"

export default {
  ahead: quickly(`ALTER TABLE workspaces
    ADD COLUMN IF NOT EXISTS state text NOT NULL DEFAULT 'open',
    ADD COLUMN IF NOT EXISTS state_reason text,
    ADD COLUMN IF NOT EXISTS state_at timestamptz(3)`),
  finish: Effect.fnUntraced(function* () {
    const sql = yield* SqlClient.SqlClient
    yield* sql`ALTER TABLE workspaces ADD CONSTRAINT workspaces_state_check
      CHECK (state IN ('open', 'suspended', 'importing', 'deleting'))`
    yield* sql`CREATE TABLE workspace_imports (
      workspace_id uuid PRIMARY KEY,
      sha256 text NOT NULL,
      lines bigint NOT NULL,
      people jsonb NOT NULL,
      begun_at timestamptz(3) NOT NULL
    )`
  })
} satisfies Staged
