/** What must be in the database after a fault: each acknowledged write once, each change announced, sums that agree. */
import { PgClient } from "@effect/sql-pg"
import { Effect, Layer, Redacted } from "effect"
import { Tenant } from "../../../../layers/identity/Tenant.ts"
import { TotalsAudit } from "../../../../layers/deals/TotalsAudit.ts"
import { WorkspaceId } from "../../../../schema/Id.ts"
import { until } from "../Wait.ts"
import type { Kind } from "../Ledger.ts"
import type { Checks, Trial } from "../Trial.ts"

/** The query counts how often each of the marks it is given is in the database: what else is there may have any name. */
const written = (kinds: ReadonlyArray<Kind>, query: string) => async (trial: Trial) => {
  const rows = await trial.query(query, [trial.ledger.of(...kinds).map(({ mark }) => mark)])
  const times = new Map(rows.map(({ mark, times }) => [mark as string, Number(times)]))
  const lost = trial.ledger.acknowledged(...kinds).filter(({ mark }) => !times.has(mark))
  return [
    ...lost.map(({ mark }) => `${mark} was acknowledged and is lost`),
    ...[...times].flatMap(([mark, count]) => (count > 1 ? [`${mark} is there ${count} times`] : []))
  ]
}

/** Each row of the query is a violation, in words. */
const none = (query: string) => async (trial: Trial) => (await trial.query(query)).map(({ flaw }) => flaw)

/** The same of the subscription to all events, `$1`. */
const announced = (query: string) => async (trial: Trial) =>
  trial.subscription === undefined
    ? []
    : (await trial.query(query, [trial.subscription.id])).map(({ flaw }) => flaw)

const perDeal = (event: string, entry: string) =>
  announced(`SELECT format('%s: %s events for %s', d.name, coalesce(e.n, 0), coalesce(c.n, 0)) AS flaw
    FROM deals d JOIN webhooks w ON w.workspace_id = d.workspace_id AND w.board_id = d.board_id AND w.id = $1
    LEFT JOIN (SELECT body::jsonb->>'deal_id' AS deal, count(*) AS n FROM deliveries
      WHERE event = '${event}' AND webhook_id = $1 GROUP BY 1) e ON e.deal = d.id::text
    LEFT JOIN (SELECT n.deal_id AS deal, count(*) AS n FROM notes n JOIN webhooks w ON w.workspace_id = n.workspace_id AND w.id = $1
      WHERE n.system_event_type = '${entry}' AND n.created_at >= w.created_at GROUP BY 1) c ON c.deal = d.id
    WHERE coalesce(e.n, 0) <> coalesce(c.n, 0)`)

const auditing = (which: "differences" | "repairLate", url: string, workspaceId: string) =>
  Effect.flatMap(TotalsAudit, (audit) => audit[which]).pipe(
    Effect.provideService(Tenant, { workspaceId: WorkspaceId.make(workspaceId) }),
    Effect.provide(TotalsAudit.layer.pipe(Layer.provide(PgClient.layer({ url: Redacted.make(url) })))),
    Effect.runPromise
  )

/** After an upgrade: adds what nodes of a version that doesn't keep them left out of the newest totals. */
export const mend = async (trial: Trial): Promise<void> => {
  const rows = await trial.query("SELECT id FROM workspaces")
  await Promise.all(rows.map(({ id }) => auditing("repairLate", trial.database, id)))
}

const stuck = `SELECT coalesce(a.query, '') AS query, a.state, extract(epoch FROM clock_timestamp() - a.xact_start)::int AS age
  FROM pg_stat_activity a WHERE a.datname = current_database() AND a.pid <> pg_backend_pid()
    AND (a.state LIKE 'idle in transaction%' OR a.wait_event_type = 'Lock')
    AND clock_timestamp() - a.state_change > interval '2 seconds'`

export const checks: Checks = {
  "deals once": written(
    ["create", "bare", "capped"],
    "SELECT name AS mark, count(*) AS times FROM deals WHERE deleted_at IS NULL AND name = ANY($1) GROUP BY name"
  ),
  "notes once": written(
    ["note"],
    "SELECT content_text AS mark, count(*) AS times FROM notes WHERE kind = 'manual' AND content_text = ANY($1) GROUP BY content_text"
  ),
  "leads once": written(
    ["lead"],
    "SELECT first_name AS mark, count(*) AS times FROM leads WHERE first_name = ANY($1) GROUP BY first_name"
  ),
  "edits once, in the feed": written(
    ["patch"],
    `SELECT system_event_data->'changes'->'keyTerms'->>'to' AS mark, count(*) AS times FROM notes
      WHERE system_event_type = 'deal_updated' AND system_event_data->'changes'->'keyTerms'->>'to' = ANY($1) GROUP BY 1`
  ),
  "a deal's own creation once in its feed": none(
    `SELECT format('the feed of %s does not begin once', d.name) AS flaw FROM deals d LEFT JOIN notes n
      ON n.workspace_id = d.workspace_id AND n.deal_id = d.id AND n.system_event_type = 'deal_created'
      GROUP BY d.id, d.name HAVING count(n.id) <> 1`
  ),
  "what was answered is what is there": async (trial) => {
    const touched = new Set(trial.ledger.of("move", "patch").map(({ path }) => path.split("/")[3]))
    const made = trial.ledger.acknowledged("create", "bare").filter(({ answer }) => !touched.has(answer.id))
    const all = await trial.query("SELECT id, amount_cents, stage_id FROM deals")
    const rows = new Map(all.map((row) => [row.id, row]))
    const differ = made.filter(({ answer }) => {
      const row = rows.get(answer.id)
      return Number(row?.amount_cents) !== answer.amountCents || row?.stage_id !== answer.stage.id
    })
    return differ.map(({ mark }) => `${mark} is not what was answered`)
  },
  "totals are the sums": async (trial) => {
    const rows = await trial.query("SELECT id FROM workspaces")
    const found = await Promise.all(rows.map(({ id }) => auditing("differences", trial.database, id)))
    return found
      .flat()
      .map(({ cents, deals, key }) => `the total ${key} lacks ${deals} deals and ${cents} cents`)
  },
  "caps of plans hold": none(
    `SELECT format('the workspace %s has %s open deals, where 100 are the most', w.name, count(*)) AS flaw FROM deals d
      JOIN workspaces w ON w.id = d.workspace_id AND w.plan = 'free'
      WHERE d.status = 'open' AND d.deleted_at IS NULL GROUP BY w.name HAVING count(*) > 100`
  ),
  "positions are unique": none(
    `SELECT format('two stages of a board are at position %s', position) AS flaw FROM stages
      GROUP BY workspace_id, board_id, position HAVING count(*) > 1`
  ),
  "every deal is in a stage of its board, as its status says": none(
    `SELECT format('%s is %s in a stage of %s', d.name, d.status, s.region) AS flaw FROM deals d LEFT JOIN stages s
      ON s.workspace_id = d.workspace_id AND s.board_id = d.board_id AND s.id = d.stage_id
      WHERE s.id IS NULL OR d.status <> CASE WHEN s.region IN ('won', 'dead') THEN s.region ELSE 'open' END`
  ),
  "creations announced": perDeal("deal.created", "deal_created"),
  "moves announced": perDeal("deal.stage_changed", "stage_changed"),
  "wins announced": perDeal("deal.won", "deal_won"),
  "leads announced": announced(
    `SELECT format('%s: %s events for 1', l.first_name, count(e.id)) AS flaw FROM leads l
      JOIN webhooks w ON w.workspace_id = l.workspace_id AND w.board_id = l.board_id AND w.id = $1
      LEFT JOIN deliveries e ON e.workspace_id = w.workspace_id AND e.webhook_id = w.id AND e.event = 'lead.created' AND e.body::jsonb->>'lead_id' = l.id::text
      WHERE l.created_at >= w.created_at GROUP BY l.id, l.first_name HAVING count(e.id) <> 1`
  ),
  "every acknowledged move announced": async (trial) => {
    if (trial.subscription === undefined) return []
    const rows = await trial.query(
      `SELECT body::jsonb->>'deal_id' || ' ' || (body::jsonb->>'changed_at') AS move
        FROM deliveries WHERE event = 'deal.stage_changed' AND webhook_id = $1`,
      [trial.subscription.id]
    )
    const said = new Set(rows.map(({ move }) => move))
    return trial.ledger
      .acknowledged("move")
      .filter(({ answer: { createdAt, stageEnteredAt } }) => stageEnteredAt !== createdAt)
      .filter(({ answer: { id, stageEnteredAt } }) => !said.has(`${id} ${stageEnteredAt}`))
      .map(({ answer }) => `a move of ${answer.name} was acknowledged and not announced`)
  },
  "no transaction or lock is left": async (trial) => {
    let rows: ReadonlyArray<any> = []
    await until(10, async () => {
      rows = await trial.query(stuck)
      return rows.length === 0 || undefined
    })
    return rows.map(({ age, query, state }) => `a connection is ${state} for ${age} s: ${query.slice(0, 80)}`)
  },
  "no key is claimed for ever": none(
    "SELECT count(*) || ' keys have no reply' AS flaw FROM idempotency_keys WHERE reply IS NULL HAVING count(*) > 0"
  )
}
