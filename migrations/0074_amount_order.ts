/** Amounts in order within each currency, with a short index of the deals that have none. */
import { Effect } from "effect"
import { build, draftOf, type Staged, swap } from "./Ahead.ts"

const columns = `(workspace_id, currency COLLATE "C", amount_cents, id, status) WHERE deleted_at IS NULL`

const indexes = {
  deals_by_amount: `${columns} AND amount_cents IS NOT NULL`,
  deals_without_amount: `${columns} AND amount_cents IS NULL`
}

export default {
  ahead: Effect.forEach(Object.entries(indexes), ([name, definition]) =>
    build(draftOf(name), "deals", definition)
  ),
  finish: () => Effect.forEach(Object.keys(indexes), swap)
} satisfies Staged
