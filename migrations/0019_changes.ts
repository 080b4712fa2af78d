/**
 * The feed of changes: one row for each change of a deal, a note or a lead, written in the transaction of the change.
 * `seq` is taken before the commit, so rows become visible out of its order; readers go by `position`, which is given to
 * rows that are committed, one reader at a time (`change_heads` holds the last one given).
 */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

const statements = [
  "CREATE SEQUENCE changes_seq",
  `CREATE TABLE changes (
    workspace_id uuid NOT NULL,
    seq bigint NOT NULL DEFAULT nextval('changes_seq'),
    position bigint,
    type text NOT NULL,
    deal_id uuid,
    lead_id uuid,
    note_id uuid,
    data jsonb,
    actor jsonb,
    created_at timestamptz(3) NOT NULL,
    PRIMARY KEY (workspace_id, seq)
  )`,
  "CREATE UNIQUE INDEX changes_in_order ON changes (workspace_id, position) WHERE position IS NOT NULL",
  "CREATE INDEX changes_without_position ON changes (workspace_id, seq) WHERE position IS NULL",
  "CREATE INDEX changes_by_time ON changes (workspace_id, created_at)",
  `CREATE TABLE change_heads (
    workspace_id uuid PRIMARY KEY,
    last bigint NOT NULL,
    purged bigint NOT NULL
  )`
]

export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  for (const statement of statements) yield* sql.unsafe(statement)
})
