/** No lost events: one delivery for each announced change, and the receiver got them all. */
import { until } from "../../rig/Wait.ts"
import type { Check } from "./Check.ts"

const announced = (name: string, query: string): Check => ({
  name,
  run: async (trial) => {
    if (trial.subscription === undefined) return []
    const rows = await trial.query(query, [trial.subscription.id])
    return rows
      .slice(0, 3)
      .map(({ said, what, wanted }) => `${what}: ${said} events for ${wanted} (one of ${rows.length})`)
  }
})

const perDeal = (
  event: string,
  entry: string
) => `SELECT d.name AS what, coalesce(e.n, 0) AS said, coalesce(c.n, 0) AS wanted
  FROM deals d JOIN webhooks w ON w.workspace_id = d.workspace_id AND w.board_id = d.board_id AND w.id = $1
  LEFT JOIN (SELECT body::jsonb->>'deal_id' AS deal, count(*) AS n FROM deliveries
    WHERE event = '${event}' AND webhook_id = $1 GROUP BY 1) e ON e.deal = d.id::text
  LEFT JOIN (SELECT n.deal_id AS deal, count(*) AS n FROM notes n JOIN webhooks w ON w.workspace_id = n.workspace_id AND w.id = $1
    WHERE n.system_event_type = '${entry}' AND n.created_at >= w.created_at GROUP BY 1) c ON c.deal = d.id
  WHERE coalesce(e.n, 0) <> coalesce(c.n, 0)`

export const checks: ReadonlyArray<Check> = [
  announced("creations announced", perDeal("deal.created", "deal_created")),
  announced("moves announced", perDeal("deal.stage_changed", "stage_changed")),
  announced("wins announced", perDeal("deal.won", "deal_won")),
  announced(
    "leads announced",
    `SELECT l.first_name AS what, count(e.id) AS said, 1 AS wanted FROM leads l
      JOIN webhooks w ON w.workspace_id = l.workspace_id AND w.board_id = l.board_id AND w.id = $1
      LEFT JOIN deliveries e ON e.workspace_id = w.workspace_id AND e.webhook_id = w.id AND e.event = 'lead.created' AND e.body::jsonb->>'lead_id' = l.id::text
      WHERE l.created_at >= w.created_at GROUP BY l.id, l.first_name HAVING count(e.id) <> 1`
  ),
  {
    name: "every acknowledged move announced",
    run: async (trial) => {
      if (trial.subscription === undefined) return []
      const rows = await trial.query(
        `SELECT body::jsonb->>'deal_id' || ' ' || (body::jsonb->>'changed_at') AS move
        FROM deliveries WHERE event = 'deal.stage_changed' AND webhook_id = $1`,
        [trial.subscription.id]
      )
      const said = new Set(rows.map(({ move }) => move))
      const moves = trial.ledger.acknowledged("move").map(({ answer }) => answer)
      const unsaid = moves.filter(
        (deal) => deal.stageEnteredAt !== deal.createdAt && !said.has(`${deal.id} ${deal.stageEnteredAt}`)
      )
      return unsaid
        .slice(0, 3)
        .map(({ name }) => `a move of ${name} was acknowledged and not announced (one of ${unsaid.length})`)
    }
  },
  {
    name: "the receiver has had every event",
    run: async (trial) => {
      const { subscription } = trial
      if (subscription === undefined) return []
      const rows = await trial.query("SELECT id, body, status FROM deliveries WHERE webhook_id = $1", [
        subscription.id
      ])
      const got = trial.site.receiver.got.get(subscription.path)!
      const missing = rows.filter(({ id }) => !got.has(id))
      const unknown = [...got.keys()].filter((id) => rows.every((row) => row.id !== id))
      const unsound = rows.filter(
        ({ body, id }) => got.has(id) && (!got.get(id)!.isSound || got.get(id)!.body !== body)
      )
      const again = [...got.values()].filter(({ times }) => times > 1).length
      if (again > 0) trial.note(`${again} of ${rows.length} events came more than once`)
      return [
        ...(missing.length > 0
          ? [`${missing.length} of ${rows.length} events never came (${missing[0].status})`]
          : []),
        ...(unknown.length > 0 ? [`${unknown.length} events came that are nowhere`] : []),
        ...(unsound.length > 0 ? [`${unsound.length} events came with a wrong signature or other bytes`] : [])
      ]
    }
  }
]

/** Waits until no deliveries to the good receiver are left. */
export const settle = async (trial: Parameters<Check["run"]>[0], seconds: number): Promise<void> => {
  const { subscription } = trial
  if (subscription === undefined) return
  await until(seconds, async () => {
    const [row] = await trial.query(
      "SELECT count(*)::int AS pending FROM deliveries WHERE webhook_id = $1 AND status = 'pending'",
      [subscription.id]
    )
    return row.pending === 0 ? true : undefined
  })
}
