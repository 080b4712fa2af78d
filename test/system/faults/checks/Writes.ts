/** No lost and no double writes: an acknowledged write exists once, any other at most once. */
import type { Kind } from "../Ledger.ts"
import type { Check } from "./Check.ts"

/** The query counts how often each of the marks it is given is in the database: what else is there may have any name. */
const written = (name: string, kinds: ReadonlyArray<Kind>, query: string): Check => ({
  name,
  run: async (trial) => {
    const rows = await trial.query(query, [trial.ledger.of(...kinds).map(({ mark }) => mark)])
    const times = new Map(rows.map(({ mark, times }) => [mark as string, Number(times)]))
    const lost = trial.ledger.acknowledged(...kinds).filter(({ mark }) => !times.has(mark))
    const doubled = [...times].filter(([, count]) => count > 1)
    return [
      ...lost.slice(0, 3).map(({ mark }) => `${mark} was acknowledged and is lost (one of ${lost.length})`),
      ...doubled
        .slice(0, 3)
        .map(([mark, count]) => `${mark} is there ${count} times (one of ${doubled.length})`)
    ]
  }
})

export const checks: ReadonlyArray<Check> = [
  written(
    "deals once",
    ["create", "bare", "capped"],
    "SELECT name AS mark, count(*) AS times FROM deals WHERE deleted_at IS NULL AND name = ANY($1) GROUP BY name"
  ),
  written(
    "notes once",
    ["note"],
    "SELECT content_text AS mark, count(*) AS times FROM notes WHERE kind = 'manual' AND content_text = ANY($1) GROUP BY content_text"
  ),
  written(
    "leads once",
    ["lead"],
    "SELECT first_name AS mark, count(*) AS times FROM leads WHERE first_name = ANY($1) GROUP BY first_name"
  ),
  written(
    "edits once, in the feed",
    ["patch"],
    `SELECT system_event_data->'changes'->'keyTerms'->>'to' AS mark, count(*) AS times FROM notes
      WHERE system_event_type = 'deal_updated' AND system_event_data->'changes'->'keyTerms'->>'to' = ANY($1) GROUP BY 1`
  ),
  {
    name: "a deal's own creation once in its feed",
    run: async (trial) => {
      const rows =
        await trial.query(`SELECT d.name FROM deals d LEFT JOIN notes n ON n.workspace_id = d.workspace_id
        AND n.deal_id = d.id AND n.system_event_type = 'deal_created' GROUP BY d.id, d.name HAVING count(n.id) <> 1`)
      return rows
        .slice(0, 3)
        .map(({ name }) => `the feed of ${name} does not begin once (one of ${rows.length})`)
    }
  },
  {
    name: "what was answered is what is there",
    run: async (trial) => {
      const touched = new Set(trial.ledger.of("move", "patch").map(({ path }) => path.split("/")[3]))
      const made = trial.ledger.acknowledged("create", "bare").filter(({ answer }) => !touched.has(answer.id))
      const rows = new Map(
        (await trial.query("SELECT id, amount_cents, stage_id FROM deals")).map((row) => [row.id, row])
      )
      const differ = made.filter(({ answer }) => {
        const row = rows.get(answer.id)
        return Number(row?.amount_cents) !== answer.amountCents || row?.stage_id !== answer.stage.id
      })
      return differ
        .slice(0, 3)
        .map(({ mark }) => `${mark} is not what was answered (one of ${differ.length})`)
    }
  }
]
