/**
 * The time zone of a workspace, whose months and weeks its reports have (null: UTC), and the totals that make those of any
 * zone out of those of UTC: by the quarter of an hour, near the ends of UTC's months and weeks. Also totals of each owner's
 * months, and of moves between stages. What nodes of the version before change meanwhile is made up for when a zone is set.
 */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { insist, quickly, type Staged } from "./Ahead.ts"

const isNear = (column: string, unit: string) =>
  `date_trunc('${unit}', ${column} + interval '14 hours') <> date_trunc('${unit}', ${column} - interval '12 hours')`

const edge = (what: string, time: string, units: ReadonlyArray<string>, condition = "true") => {
  const column = `(d.${time} AT TIME ZONE 'UTC')`
  return `(CASE WHEN ${condition} AND (${units.map((unit) => isNear(column, unit)).join(" OR ")})
    THEN 'edge:${what}:' || to_char(date_bin('15 minutes', ${column}, '2000-01-01'), 'YYYY-MM-DD"T"HH24:MI') END)`
}

/** Of each owner. */
const own = (what: string, time: string, condition = "true") => {
  const month = `'month:own-${what}:' || to_char(d.${time} AT TIME ZONE 'UTC', 'YYYY-MM')`
  return [
    `(CASE WHEN ${condition} THEN ${month} || ':' || d.owner_id END)`,
    `(${edge(`own-${what}`, time, ["month"], condition)} || ':' || d.owner_id)`
  ].join(", ")
}

/** Of a deal `d`. */
export const keys = [
  edge("created", "created_at", ["week"]),
  edge("proposal", "commitment_at", ["month"]),
  edge("won", "won_at", ["week", "month"], "d.status = 'won'"),
  edge("dead", "dead_at", ["week", "month"], "d.status = 'dead'"),
  own("proposal", "commitment_at"),
  own("won", "won_at", "d.status = 'won'"),
  own("dead", "dead_at", "d.status = 'dead'")
].join(", ")

const counted = `SELECT d.board_id, k.key, d.currency, 1 AS deals, coalesce(d.amount_cents, 0) AS cents
  FROM deals d CROSS JOIN LATERAL (VALUES ${keys}) k(key)`

/** Moves between stages, of which the activity tells, with the seconds before each in the place of cents. */
const moved = `SELECT m.board_id, k.key, m.currency, 1 AS deals, m.seconds AS cents
  FROM (SELECT d.board_id, d.currency, d.workspace_id, d.deleted_at, n.at, n.from_id, n.to_id,
      coalesce(round(extract(epoch FROM n.at
        - coalesce(lag(n.at) OVER (PARTITION BY d.id ORDER BY n.at, n.id), d.created_at))), 0) AS seconds
    FROM deals d JOIN (SELECT workspace_id, deal_id, id, created_at AS at,
        system_event_data -> 'from' ->> 'id' AS from_id, system_event_data -> 'to' ->> 'id' AS to_id
      FROM notes WHERE system_event_type = 'stage_changed') n
      ON n.workspace_id = d.workspace_id AND n.deal_id = d.id
    UNION ALL
    SELECT d.board_id, d.currency, d.workspace_id, d.deleted_at, d.created_at, 'new',
      coalesce((SELECT n.system_event_data -> 'from' ->> 'id' FROM notes n
        WHERE n.workspace_id = d.workspace_id AND n.deal_id = d.id AND n.system_event_type = 'stage_changed'
        ORDER BY n.created_at, n.id LIMIT 1), d.stage_id), 0
    FROM deals d) m
  CROSS JOIN LATERAL (VALUES
    ('month:flow:' || to_char(m.at AT TIME ZONE 'UTC', 'YYYY-MM') || ':' || m.from_id || ':' || m.to_id),
    (CASE WHEN ${isNear("(m.at AT TIME ZONE 'UTC')", "month")} THEN 'edge:flow:'
      || to_char(date_bin('15 minutes', m.at AT TIME ZONE 'UTC', '2000-01-01'), 'YYYY-MM-DD"T"HH24:MI')
      || ':' || m.from_id || ':' || m.to_id END)) k(key)`

/** What is lacking, so that it may run again, and while others write. */
const fill = Effect.fnUntraced(function* (id: string, from: "d" | "m", rows: string, which: string) {
  const sql = yield* SqlClient.SqlClient
  yield* sql`INSERT INTO deal_totals (workspace_id, board_id, key, currency, slot, deals, cents)
    SELECT ${id}::uuid, board_id, key, currency, 0, coalesce(counted.deals, 0) - coalesce(kept.deals, 0),
      coalesce(counted.cents, 0) - coalesce(kept.cents, 0)
    FROM (SELECT board_id, key, currency, sum(deals) AS deals, sum(cents) AS cents
      FROM (${sql.literal(rows)}
        WHERE ${sql.literal(from)}.workspace_id = ${id} AND ${sql.literal(from)}.deleted_at IS NULL
          AND k.key IS NOT NULL) rows GROUP BY board_id, key, currency) counted
    FULL JOIN (SELECT board_id, key, currency, sum(deals) AS deals, sum(cents) AS cents FROM deal_totals
      WHERE workspace_id = ${id} AND ${sql.literal(which)} GROUP BY board_id, key, currency) kept
      USING (board_id, key, currency)
    WHERE coalesce(counted.deals, 0) <> coalesce(kept.deals, 0)
      OR coalesce(counted.cents, 0) <> coalesce(kept.cents, 0)
    ORDER BY board_id, key, currency
    ON CONFLICT (workspace_id, board_id, key, currency, slot) DO UPDATE
      SET deals = deal_totals.deals + excluded.deals, cents = deal_totals.cents + excluded.cents`
})

const ofMoves = "split_part(key, ':', 2) = 'flow'"
const ofDeals = "split_part(key, ':', 2) <> 'flow' AND (key LIKE 'edge:%' OR key LIKE 'month:own-%')"

export default {
  ahead: Effect.gen(function* () {
    yield* quickly("ALTER TABLE workspaces ADD COLUMN IF NOT EXISTS time_zone text")
    const sql = yield* SqlClient.SqlClient
    const workspaces = yield* sql<{ id: string }>`SELECT id FROM workspaces ORDER BY id`
    for (const { id } of workspaces) {
      yield* insist(fill(id, "d", counted, ofDeals))
      yield* insist(fill(id, "m", moved, ofMoves))
    }
  }),
  finish: () => Effect.void
} satisfies Staged
