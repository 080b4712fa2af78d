/**
 * The tree of texts in the order of ids, too, where many deals have one time, and with stages and statuses, so that what is common in
 * others is passed without its rows.
 */
import { build, draftOf, type Staged, swap } from "./Ahead.ts"

const name = "deals_newest_by_text"

export default {
  // As in 0064. After the time come 48 bits of the id, which for a distance, a double, are not too many.
  ahead: build(
    draftOf(name),
    "deals",
    `USING gist (workspace_id, created_at, (('x' || left(replace(id::text, '-', ''), 12))::bit(48)::bigint),
        uuid_hash(board_id), hashtext(stage_id), (CASE status WHEN 'open' THEN 1 WHEN 'won' THEN 2 ELSE 3 END::int2),
        words gist_trgm_ops (siglen = 255))
      WHERE deleted_at IS NULL AND length(words) <= 2500`
  ),
  finish: () => swap(name)
} satisfies Staged
