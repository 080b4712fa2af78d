/** The leads of a bench workspace. */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { bare } from "./load.ts"
import type * as Site from "./Site.ts"

/** As many leads as deals, eight from each firm. */
const leads = `INSERT INTO leads (workspace_id, id, board_id, triage_status, triaged_at, source, first_name, email,
    company_name, company_website, attribution, enrichment, rank, search, words, email_lower, email_domain,
    website_host, created_at)
  SELECT $1::uuid, gen_random_uuid(), $2::uuid, 'new', at, 'form', 'Mia', 'lead' || n || '@' || host, 'Firm',
    host, '{}', '{}', -1, 'firm' || n, 'firm' || n, 'lead' || n || '@' || host, host, host, at
  FROM (SELECT n, 'firm' || n % greatest(1, $3::int / 8) || '.example' AS host, now() - n * interval '1 second' AS at
    FROM generate_series(1, $3::int) n) drawn`

export const addLeads = Effect.fnUntraced(function* ({ loaded }: Site.Filled, count: number) {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* sql`SELECT 1 FROM leads LIMIT 1`
  if (rows.length > 0) return
  const parameters = [loaded.workspace.id, loaded.boards[0]!.id, count]
  yield* sql.withTransaction(bare(["leads"], sql.unsafe(leads, parameters)))
  yield* sql`VACUUM (ANALYZE) leads`
})
