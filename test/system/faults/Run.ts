/** Runs faults in turn, and cleans up after each, even a failed fault. */
import { holdToTime } from "./Bars.ts"
import type { Fault } from "./Fault.ts"
import { countsOf } from "./Figures.ts"
import type { Site } from "./Site.ts"
import { type Options, Trial } from "./Trial.ts"
import { verify } from "./Verify.ts"
import { secondsSince } from "../rig/Wait.ts"

export interface Result {
  readonly fault: Fault
  readonly counts: ReturnType<typeof countsOf>
  readonly seconds: Trial["seconds"]
  /** Seconds of the slowest exit. */
  readonly exit: number | undefined
  readonly broken: ReadonlyArray<string>
  readonly said: ReadonlyArray<string>
  /** Why the fault was skipped. */
  readonly lacks: string | undefined
  readonly took: number
}

/** Each fault has its own seed, whichever other faults run. */
const seedOf = (seed: number, name: string): number =>
  [...name].reduce((sum, letter) => Math.imul(sum ^ letter.codePointAt(0)!, 16777619), seed ^ 2166136261)

/** Longer than any fault takes. */
const patience = 8 * 60_000

const within = <A>(promise: Promise<A>) =>
  new Promise<A>((done, fail) => {
    const timer = setTimeout(() => fail(new Error("it did not come to an end")), patience)
    promise.then(done, fail).finally(() => clearTimeout(timer))
  })

const failed = (trial: Trial) => (error: Error) => {
  const last = trial.services.map(({ said }) => said.slice(-600)).join("\n")
  trial.broken.push(`the run failed: ${error.message}${last === "" ? "" : `\n${last}`}`)
}

export const run = async (site: Site, fault: Fault, seed: number, options: Options): Promise<Result> => {
  const began = performance.now()
  const trial = new Trial(site, fault.name, seedOf(seed, fault.name), options)
  const lacks = fault.lacks?.()
  if (lacks === undefined) {
    await trial.clone()
    await within(
      (async () => {
        await fault.run(trial)
        await verify(trial)
        await trial.end()
      })()
    ).catch(failed(trial))
    await trial.close().catch(failed(trial))
    holdToTime(fault, trial)
  }
  return {
    fault,
    counts: countsOf(trial.ledger.tries),
    seconds: trial.seconds,
    exit: trial.ends.length === 0 ? undefined : Math.max(...trial.ends.map(({ seconds }) => seconds)),
    broken: trial.broken,
    said: trial.said,
    lacks,
    took: secondsSince(began)
  }
}
