/** Indexes for the orders and filters of the list of deals. `status` is last, so that deals of others are skipped unread. */
import { Effect } from "effect"
import { build, draftOf, type Staged, swap } from "./Ahead.ts"

const indexes = {
  deals_by_amount: "(workspace_id, amount_cents, id, status) WHERE deleted_at IS NULL",
  deals_by_update: "(workspace_id, updated_at, id, status) WHERE deleted_at IS NULL",
  deals_by_activity: "(workspace_id, active_on, id, status) WHERE deleted_at IS NULL",
  deals_of_owner: "(workspace_id, owner_id, created_at, id, status) WHERE deleted_at IS NULL",
  deals_closed: `(workspace_id, (CASE status WHEN 'won' THEN won_at WHEN 'dead' THEN dead_at END))
    WHERE status <> 'open' AND deleted_at IS NULL`,
  // A short pending list: every search reads all of it.
  deals_labelled:
    "USING gin (workspace_id, labels) WITH (gin_pending_list_limit = 256) WHERE deleted_at IS NULL"
}

export default {
  ahead: Effect.forEach(Object.entries(indexes), ([name, definition]) =>
    build(draftOf(name), "deals", definition)
  ),
  finish: () => Effect.forEach(Object.keys(indexes), swap)
} satisfies Staged
