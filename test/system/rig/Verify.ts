/** Runs all checks after a fault. */
import { until } from "./Wait.ts"
import * as Answers from "./checks/Answers.ts"
import * as Rows from "./checks/Rows.ts"
import type { Trial } from "./Trial.ts"

/** Waits until no deliveries to the good receiver are left. */
const settle = async (trial: Trial): Promise<void> => {
  const { subscription } = trial
  if (subscription === undefined) return
  await until(60, async () => {
    const [row] = await trial.query(
      "SELECT count(*)::int AS pending FROM deliveries WHERE webhook_id = $1 AND status = 'pending'",
      [subscription.id]
    )
    return row.pending === 0 || undefined
  })
}

/** The first few violations stand for all. */
const most = 3

/** While the service still runs. */
export const verify = async (trial: Trial): Promise<void> => {
  await settle(trial)
  for (const [name, check] of Object.entries({ ...Rows.checks, ...Answers.checks })) {
    const flaws = await check(trial).catch((error: Error) => [`could not be checked: ${error.message}`])
    const more = flaws.length > most ? ` (one of ${flaws.length})` : ""
    trial.broken.push(...flaws.slice(0, most).map((flaw) => `${name}: ${flaw}${more}`))
  }
}
