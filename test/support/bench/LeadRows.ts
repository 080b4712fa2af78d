/** The leads of a bench workspace. */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import * as LeadFields from "../../../schema/LeadFields.ts"
import * as Model from "../../../schema/Model.ts"

/** Leads, eight from each firm. */
const leads = `INSERT INTO leads (workspace_id, id, board_id, triage_status, triaged_at, source, first_name, email,
    company_name, company_website, attribution, enrichment, rank, search, words, email_lower, email_domain,
    website_host, created_at)
  SELECT $1::uuid, ('0190a0b0-c0d0-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid, $2::uuid, 'new', at, 'form', 'Mia', 'lead' || n || '@' || host, 'Firm',
    host, $4::json, '{}', -1, 'firm' || n, 'firm' || n, 'lead' || n || '@' || host, host, host, at
  FROM (SELECT n, 'firm' || n % greatest(1, $3::int / 8) || '.example' AS host, now() - n * interval '1 second' AS at
    FROM generate_series(1, $3::int) n) drawn`

const attribution = JSON.stringify(Model.edit(LeadFields.submitted, null, { source: "form" })["attribution"])

/** Inserts so many leads into a board. */
export const insert = Effect.fnUntraced(function* (workspaceId: string, boardId: string, count: number) {
  const sql = yield* SqlClient.SqlClient
  yield* sql.unsafe(leads, [workspaceId, boardId, count, attribution])
})
