/** Checks the times of a run against their limits. */
import type { Fault } from "./Fault.ts"
import type { Trial } from "./Trial.ts"

const seconds = { shed: 3, longest: 10, back: 6, exit: 15 }

/** The request that took longest, and what it was answered. */
const slowest = (trial: Trial): string => {
  const tries = trial.ledger.ops.flatMap((op) => op.tries.map((one) => ({ ...op, ...one })))
  const [first] = tries.sort((a, b) => b.ended - b.began - (a.ended - a.began))
  return first === undefined ? "" : ` (${first.method} ${first.path}: ${first.status ?? first.error})`
}

/**
 * The short form runs on busy machines, so there a late result is only reported. A missing or wrong result always counts
 * as broken.
 */
export const holdToTime = (fault: Fault, trial: Trial): void => {
  const measured = trial.seconds
  const hold = (what: string, took: number | undefined, bar: number | null) => {
    if (bar === null || (took !== undefined && took <= bar)) return
    const flaw = `${what}: ${took === undefined ? "never" : `${took.toFixed(1)} s`}, promised within ${bar} s`
    if (trial.options.isShort && took !== undefined) trial.said.push(`late: ${flaw}`)
    else trial.broken.push(flaw)
  }
  if (measured !== undefined) {
    const { back = seconds.back, longest = seconds.longest } = fault.bars ?? {}
    if (fault.isSilent) hold("the first 503", measured.shed, seconds.shed)
    hold(`the longest request${slowest(trial)}`, measured.longest, longest)
    hold("full throughput again", measured.back, back)
  }
  for (const { code, seconds: took, signal } of trial.ends) {
    hold("SIGTERM to exit", took, seconds.exit)
    if (code !== 0) trial.broken.push(`it exited with ${code ?? signal}, not with 0`)
  }
}
