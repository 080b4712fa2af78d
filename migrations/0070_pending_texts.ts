/**
 * A shorter list of texts that the index of searches has not merged yet. Each search reads all of it, in every workspace: up to
 * 4 MB by default, which takes 2 ms, and whoever fills it merges all of it. `leads_search` has been so from the start.
 */
import { Effect } from "effect"
import { quickly, type Staged } from "./Ahead.ts"

export default {
  ahead: quickly("ALTER INDEX deals_search SET (gin_pending_list_limit = 256)"),
  finish: () => Effect.void
} satisfies Staged
