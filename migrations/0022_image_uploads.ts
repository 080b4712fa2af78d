/** One-time addresses that an image is uploaded to, and what came of them. */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`CREATE TABLE image_uploads (
    workspace_id uuid NOT NULL,
    hash bytea NOT NULL,
    created_at timestamptz(3) NOT NULL,
    expires_at timestamptz(3) NOT NULL,
    tries integer NOT NULL DEFAULT 0,
    sent_hash bytea,
    file_id text,
    PRIMARY KEY (workspace_id, hash)
  )`
  yield* sql`CREATE INDEX image_uploads_created ON image_uploads (workspace_id, created_at)`
})
