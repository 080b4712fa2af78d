/**
 * Rehearsals: copies of a workspace to try things in, with a clock of their own, whose webhooks are captured. Nobody gets
 * into one before it is copied (`rehearsal_ready_at`), nor after `rehearsal_ends_at`.
 */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { quickly, type Staged } from "./Ahead.ts"

export default {
  ahead: Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    yield* quickly(`ALTER TABLE workspaces
      ADD COLUMN IF NOT EXISTS rehearsal_of uuid,
      ADD COLUMN IF NOT EXISTS rehearsal_ready_at timestamptz(3),
      ADD COLUMN IF NOT EXISTS rehearsal_ends_at timestamptz(3),
      ADD COLUMN IF NOT EXISTS clock_offset_ms bigint NOT NULL DEFAULT 0`)
    yield* quickly(`ALTER TABLE deliveries DROP CONSTRAINT IF EXISTS deliveries_status_check,
      ADD CONSTRAINT deliveries_status_check
        CHECK (status IN ('pending', 'delivered', 'failed', 'captured')) NOT VALID`)
    // Reads the whole table, while others go on writing to it.
    yield* sql`ALTER TABLE deliveries VALIDATE CONSTRAINT deliveries_status_check`
  }),
  finish: () =>
    Effect.flatMap(
      SqlClient.SqlClient,
      (sql) => sql`CREATE INDEX IF NOT EXISTS workspaces_rehearsals ON workspaces (rehearsal_of)
        WHERE rehearsal_of IS NOT NULL`
    )
} satisfies Staged
