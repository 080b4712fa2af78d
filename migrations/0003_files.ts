/** Stored images; their bytes are in the file directory or bucket. */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`CREATE TABLE files (
    workspace_id uuid NOT NULL,
    id text NOT NULL,
    sha256 text NOT NULL,
    content_type text NOT NULL,
    bytes integer NOT NULL,
    source_url text NOT NULL,
    created_at timestamptz(3) NOT NULL,
    PRIMARY KEY (workspace_id, id),
    UNIQUE (workspace_id, sha256)
  )`
})
