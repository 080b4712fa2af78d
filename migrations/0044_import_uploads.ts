/**
 * Files that people import through the page: one a person at a time, kept until it is imported, for a day at most. They
 * are kept as text, so that `person erase` finds who stands in them.
 */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

const statements = [
  `CREATE TABLE import_uploads (
    workspace_id uuid NOT NULL,
    id uuid NOT NULL,
    user_id uuid NOT NULL,
    kind text NOT NULL,
    board_id uuid NOT NULL,
    file_name text NOT NULL,
    state text NOT NULL,
    headers text NOT NULL,
    mapping text NOT NULL,
    lines integer NOT NULL DEFAULT 0,
    batches integer NOT NULL DEFAULT 0,
    next integer NOT NULL DEFAULT 0,
    created integer NOT NULL DEFAULT 0,
    updated integer NOT NULL DEFAULT 0,
    unchanged integer NOT NULL DEFAULT 0,
    failed integer NOT NULL DEFAULT 0,
    problems text NOT NULL DEFAULT '[]',
    created_at timestamptz(3) NOT NULL,
    PRIMARY KEY (workspace_id, id),
    CONSTRAINT import_uploads_of_user UNIQUE (workspace_id, user_id)
  )`,
  // The lines of the file, as many to a row as are imported at once.
  `CREATE TABLE import_batches (
    workspace_id uuid NOT NULL,
    upload_id uuid NOT NULL,
    number integer NOT NULL,
    lines text NOT NULL,
    PRIMARY KEY (workspace_id, upload_id, number),
    FOREIGN KEY (workspace_id, upload_id) REFERENCES import_uploads (workspace_id, id) ON DELETE CASCADE
  )`
]

export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  for (const statement of statements) yield* sql.unsafe(statement)
})
