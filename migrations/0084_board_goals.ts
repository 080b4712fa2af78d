/** Goals of boards for quarters, and goals of owners. The columns keep the monthly ones of the board. */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

export const boardGoals = Effect.flatMap(
  SqlClient.SqlClient,
  // By `quarter`, `month:<owner>` and `quarter:<owner>`; null if there never was one.
  (sql) => sql`ALTER TABLE boards ADD COLUMN goals jsonb`
)
