/** Filters of lists that people kept under a name, and which of them each person opened last. */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

const statements = [
  `CREATE TABLE saved_views (
    workspace_id uuid NOT NULL,
    id uuid NOT NULL,
    user_id uuid NOT NULL,
    page text NOT NULL,
    name text NOT NULL,
    query text NOT NULL,
    shared boolean NOT NULL,
    created_at timestamptz(3) NOT NULL,
    PRIMARY KEY (workspace_id, id),
    CONSTRAINT saved_views_by_name UNIQUE (workspace_id, user_id, page, name)
  )`,
  `CREATE TABLE last_views (
    workspace_id uuid NOT NULL,
    user_id uuid NOT NULL,
    page text NOT NULL,
    view_id uuid NOT NULL,
    PRIMARY KEY (workspace_id, user_id, page),
    FOREIGN KEY (workspace_id, view_id) REFERENCES saved_views (workspace_id, id) ON DELETE CASCADE
  )`
]

export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  for (const statement of statements) yield* sql.unsafe(statement)
})
