/**
 * Suspect leads: stored, but left out of every list, search and match until somebody has checked them.
 *
 * `doubt` says why a lead is marked. The indexes of lists, searches and matches contain no suspects, so that
 * a flood of them slows nothing down.
 */
import { Effect } from "effect"
import { build, draftOf, quickly, type Staged, swap } from "./Ahead.ts"

/** The indexes of ordinary leads: columns, and further conditions. */
const ordinary: ReadonlyArray<readonly [name: string, columns: string, common?: string]> = [
  ["leads_newest", "created_at DESC, id DESC"],
  ["leads_newest_by_status", "triage_status, created_at DESC, id DESC"],
  ["leads_newest_of_board", "board_id, created_at DESC, id DESC"],
  ["leads_newest_of_board_by_status", "board_id, triage_status, created_at DESC, id DESC"],
  ["leads_newest_active", "created_at DESC, id DESC", "triage_status IN ('new', 'contacted')"],
  ["leads_best", "rank DESC, created_at DESC, id DESC"],
  ["leads_best_by_status", "triage_status, rank DESC, created_at DESC, id DESC"],
  ["leads_best_active", "rank DESC, created_at DESC, id DESC", "triage_status IN ('new', 'contacted')"],
  ["leads_waiting", "triaged_at", "triage_status = 'new'"],
  ["leads_by_email", "email_lower, created_at DESC, id DESC", "email_lower IS NOT NULL"],
  ["leads_by_email_domain", "email_domain, created_at DESC, id DESC", "email_domain IS NOT NULL"],
  ["leads_by_website_host", "website_host, created_at DESC, id DESC", "website_host IS NOT NULL"]
]

const definitionOf = (columns: string, common?: string) =>
  `(workspace_id, ${columns}) WHERE ${common === undefined ? "" : `${common} AND `}NOT suspect`

export default {
  ahead: Effect.gen(function* () {
    yield* quickly(`ALTER TABLE leads ADD COLUMN IF NOT EXISTS suspect boolean NOT NULL DEFAULT false,
      ADD COLUMN IF NOT EXISTS doubt text`)
    for (const [name, columns, common] of ordinary) {
      yield* build(draftOf(name), "leads", definitionOf(columns, common))
    }
    yield* build("leads_suspect", "leads", "(workspace_id, created_at DESC, id DESC) WHERE suspect")
  }),
  // 0017 drops leads_search.
  finish: () => Effect.forEach(ordinary, ([name]) => swap(name), { discard: true })
} satisfies Staged
