/**
 * The lead that a deal was made of, in the deal's own row, so that lists and webhooks can give it without a join. And an
 * index to read the changes of one lead.
 */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { build, draftOf, insist, quickly, type Staged, swap } from "./Ahead.ts"

const first = "00000000-0000-0000-0000-000000000000"

const batch = 500

const index = "changes_of_lead"

/** Links the deals of leads that were promoted since a time; without one, of all leads. */
const link = Effect.fnUntraced(function* (since: string) {
  const sql = yield* SqlClient.SqlClient
  for (const { id } of yield* sql<{ id: string }>`SELECT id FROM workspaces`) {
    for (let after = first; ;) {
      const leads = yield* sql<{ id: string }>`SELECT id FROM leads
        WHERE workspace_id = ${id} AND triage_status = 'promoted' AND promoted_at >= ${since}::timestamptz
          AND deal_id IS NOT NULL AND id > ${after}
        ORDER BY id LIMIT ${batch}`
      if (leads.length > 0) {
        const some = leads.map((lead) => lead.id)
        yield* insist(sql`UPDATE deals d SET lead_id = l.id FROM leads l
          WHERE l.workspace_id = ${id} AND ${sql.in("l.id", some)}
            AND d.workspace_id = l.workspace_id AND d.id = l.deal_id AND d.lead_id IS NULL`)
      }
      if (leads.length < batch) break
      after = leads.at(-1)!.id
    }
  }
})

export default {
  ahead: Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    // An hour before, since a promotion may take its time before the others can see it.
    const [begun] = yield* sql<{ at: string }>`SELECT (now() - interval '1 hour')::text AS at`
    yield* quickly("ALTER TABLE deals ADD COLUMN IF NOT EXISTS lead_id uuid")
    yield* link("-infinity")
    yield* build(draftOf(index), "changes", "(workspace_id, lead_id, seq) WHERE lead_id IS NOT NULL")
    return begun!.at
  }),
  /** The deals of leads promoted meanwhile. */
  finish: (begun: string) => Effect.andThen(link(begun), swap(index))
} satisfies Staged
