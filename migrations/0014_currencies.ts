/**
 * Totals are per currency, and a deal counts as won or dead in a month or week only while its stage is won or dead.
 * They are counted again from the deals, since a sum over several currencies cannot be split.
 */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

const statements = [
  "TRUNCATE deal_totals",
  "ALTER TABLE deal_totals DROP CONSTRAINT deal_totals_pkey",
  "ALTER TABLE deal_totals ADD COLUMN currency text NOT NULL",
  "ALTER TABLE deal_totals ADD PRIMARY KEY (workspace_id, board_id, key, currency, slot)",
  `INSERT INTO deal_totals (workspace_id, board_id, key, currency, slot, deals, cents)
    SELECT d.workspace_id, d.board_id, k.key, d.currency, ('x' || right(d.id::text, 2))::bit(8)::int % 8,
      count(*), sum(coalesce(d.amount_cents, 0))
    FROM deals d CROSS JOIN LATERAL (VALUES
      ('stage:' || d.stage_id),
      (CASE WHEN d.status = 'won' AND d.won_at IS NULL OR d.status = 'dead' AND d.dead_at IS NULL
        THEN 'undated:' || d.stage_id END),
      ('week:created:' || to_char(date_trunc('week', d.created_at AT TIME ZONE 'UTC'), 'YYYY-MM-DD')),
      (CASE d.status WHEN 'won'
        THEN 'week:won:' || to_char(date_trunc('week', d.won_at AT TIME ZONE 'UTC'), 'YYYY-MM-DD') END),
      (CASE d.status WHEN 'dead'
        THEN 'week:dead:' || to_char(date_trunc('week', d.dead_at AT TIME ZONE 'UTC'), 'YYYY-MM-DD') END),
      ('month:proposal:' || to_char(d.commitment_at AT TIME ZONE 'UTC', 'YYYY-MM')),
      (CASE d.status WHEN 'won' THEN 'month:won:' || to_char(d.won_at AT TIME ZONE 'UTC', 'YYYY-MM') END),
      (CASE d.status WHEN 'dead' THEN 'month:dead:' || to_char(d.dead_at AT TIME ZONE 'UTC', 'YYYY-MM') END))
      k(key)
    WHERE d.deleted_at IS NULL AND k.key IS NOT NULL
    GROUP BY 1, 2, 3, 4, 5`
]

export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  for (const statement of statements) yield* sql.unsafe(statement)
})
