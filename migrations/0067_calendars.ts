/** Secret addresses at which calendars read next steps: one for each person, stored as a hash. */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

export default Effect.flatMap(
  SqlClient.SqlClient,
  (sql) => sql`CREATE TABLE calendars (
    workspace_id uuid NOT NULL,
    id uuid NOT NULL,
    user_id uuid NOT NULL,
    hash bytea NOT NULL,
    everyone boolean NOT NULL,
    created_at timestamptz(3) NOT NULL,
    PRIMARY KEY (workspace_id, id),
    CONSTRAINT calendars_of_user UNIQUE (workspace_id, user_id),
    CONSTRAINT calendars_by_hash UNIQUE (workspace_id, hash)
  )`
)
