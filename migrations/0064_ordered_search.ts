/** Indexes for searches of the newest deals. */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { build, type Staged } from "./Ahead.ts"

const indexes = {
  // By text in the order of time. A hash of the board takes a quarter of the place. A node of the tree has a signature of the
  // trigrams below it, of 255 bytes, whose bits less one are a prime number: half as long, it finds too much; twice as long, the
  // tree grows. A row of 2,500 trigrams fits a block.
  deals_newest_by_text: `USING gist (workspace_id, created_at, uuid_hash(board_id), words gist_trgm_ops (siglen = 255))
    WHERE deleted_at IS NULL AND length(words) <= 2500`,
  deals_of_long_text: `(workspace_id, created_at DESC, id DESC)
    WHERE deleted_at IS NULL AND least(length(words), 2501) = 2501`,
  // A sample, which says how common a text is. Without a pending list, which each search would read.
  deals_text_sample: `USING gin (workspace_id, words gin_trgm_ops) WITH (fastupdate = off)
    WHERE deleted_at IS NULL AND uuid_hash(id) % 64 = 0`
}

export default {
  ahead: Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    yield* sql`CREATE EXTENSION IF NOT EXISTS btree_gist`
    for (const [name, definition] of Object.entries(indexes)) yield* build(name, "deals", definition)
  }),
  finish: () => Effect.void
} satisfies Staged
