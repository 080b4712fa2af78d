/**
 * A second sample of deals' texts, of one deal in 4,096: enough to tell a text that a large part of many deals has, of which the sample
 * of one in 64 has thousands by then, all of them read for each search.
 */
import { Effect } from "effect"
import { build, type Staged } from "./Ahead.ts"

export default {
  ahead: build(
    "deals_text_sample_sparse",
    "deals",
    `USING gin (workspace_id, words gin_trgm_ops) WITH (fastupdate = off)
      WHERE deleted_at IS NULL AND uuid_hash(id) % 4096 = 0`
  ),
  finish: () => Effect.void
} satisfies Staged
