/** Runs all checks after a fault. */
import * as Answers from "./checks/Answers.ts"
import * as Events from "./checks/Events.ts"
import * as Leftovers from "./checks/Leftovers.ts"
import * as Sums from "./checks/Sums.ts"
import * as Writes from "./checks/Writes.ts"
import type { Trial } from "./Trial.ts"

export const checks = [
  ...Writes.checks,
  ...Sums.checks,
  ...Events.checks,
  ...Leftovers.checks,
  ...Answers.checks
]

/** While the service still runs. */
export const verify = async (trial: Trial): Promise<void> => {
  await Events.settle(trial, 60)
  for (const check of checks) {
    const flaws = await check.run(trial).catch((error: Error) => [`could not be checked: ${error.message}`])
    trial.broken.push(...flaws.map((flaw) => `${check.name}: ${flaw}`))
  }
}
