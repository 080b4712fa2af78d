/** When a deal is expected to close, how sure it is, and why it was lost; the usual reasons for losses of a workspace. */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { build, quickly, type Staged } from "./Ahead.ts"

const columns = [
  "expected_close_at timestamptz(3)",
  // Null: the default of the deal's stage.
  "forecast_category text CHECK (forecast_category IN ('committed', 'best_case', 'pipeline'))",
  "lost_reason text"
]

export const dealForecast = {
  ahead: Effect.andThen(
    quickly(`ALTER TABLE deals ${columns.map((column) => `ADD COLUMN IF NOT EXISTS ${column}`).join(", ")}`),
    // Lists by expected close, and the forecast.
    build(
      "deals_by_expected_close",
      "deals",
      `(workspace_id, expected_close_at, id, status) WHERE expected_close_at IS NOT NULL AND deleted_at IS NULL`
    )
  ),
  // Null: none.
  finish: () =>
    Effect.flatMap(
      SqlClient.SqlClient,
      (sql) => sql`ALTER TABLE workspaces ADD COLUMN IF NOT EXISTS lost_reasons text[]`
    )
} satisfies Staged
