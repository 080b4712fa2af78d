/** Plans of dry runs, which callers name by a short handle. */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

export const plans = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`CREATE TABLE plans (
    workspace_id uuid NOT NULL,
    handle text NOT NULL,
    plan jsonb NOT NULL,
    expires_at timestamptz(3) NOT NULL,
    PRIMARY KEY (workspace_id, handle)
  )`
  yield* sql`CREATE INDEX plans_oldest ON plans (workspace_id, expires_at)`
})
