/** Runs faults in turn, and cleans up after each, even a failed fault. */
import type { Fault } from "./Fault.ts"
import type { Site } from "../rig/Site.ts"
import * as Times from "../rig/Times.ts"
import { type Options, Trial } from "../rig/Trial.ts"
import { verify } from "../rig/Verify.ts"
import { secondsSince } from "../rig/Wait.ts"

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

/** Tells how it went; returns whether every promise was kept. */
export const run = async (site: Site, fault: Fault, seed: number, options: Options): Promise<boolean> => {
  const lacks = fault.lacks?.()
  if (lacks !== undefined) {
    console.log(`not tried  ${fault.name}: ${lacks}`)
    return true
  }
  const began = performance.now()
  const trial = new Trial(site, fault.name, seedOf(seed, fault.name), options)
  await trial.clone()
  await within(
    fault
      .run(trial)
      .then(() => verify(trial))
      .then(() => trial.end())
  ).catch(failed(trial))
  await trial.close().catch(failed(trial))
  Times.judge(fault, trial)
  const counts = Object.entries(Times.countsOf(trial.ledger.tries)).map(([what, count]) => `${count} ${what}`)
  const isKept = trial.broken.length === 0
  console.log(
    [
      `${isKept ? "kept" : "BROKEN"}  ${fault.name}: ${counts.join(", ")} (${secondsSince(began).toFixed(0)} s)`,
      ...trial.said.map((line) => `        ${line}`),
      ...trial.broken.map((line) => `BROKEN  ${line}`)
    ].join("\n")
  )
  return isKept
}
