/** A run's figures: counts and seconds, from the answers and the moments of the fault, and whether they keep to the limits. */
import type { Answered, Moments } from "./Http.ts"
import { isDone } from "./Ledger.ts"
import type { Trial } from "./Trial.ts"

export const countsOf = (tries: ReadonlyArray<Answered>) => {
  const having = (test: (one: Answered) => boolean) => tries.filter(test).length
  return {
    tries: tries.length,
    ok: having(isDone),
    shed: having(({ status }) => status === 503),
    failed: having(({ status = 0 }) => status >= 500 && status !== 503),
    resets: having(({ error, status }) => status === undefined && error !== "ECONNREFUSED"),
    refused: having(({ error }) => error === "ECONNREFUSED")
  }
}

/** The share of the earlier throughput that counts as full: a busy machine varies. */
const enough = 0.8

/** Seconds from the fault to the first 503, of the longest request, and from the fault's end to full throughput. */
const secondsOf = (tries: ReadonlyArray<Answered>, { began, healed, struck }: Moments) => {
  const good = tries.filter(isDone).map(({ ended }) => ended)
  const during = (from: number, to: number) => good.filter((at) => at >= from && at < to).length
  // The first second only fills connections and caches.
  const from = Math.min(began + 1_000, struck - 1_000)
  const rate = during(from, struck) / ((struck - from) / 1000)
  const last = Math.max(...good, 0)
  let back: number | undefined
  for (let at = healed; at + 1_000 <= last + 250 && back === undefined; at += 100) {
    if (during(at, at + 1_000) >= rate * enough) back = (at - healed) / 1000
  }
  const shed = tries.find(({ ended, status }) => status === 503 && ended >= struck)
  return {
    shed: shed && (shed.ended - struck) / 1000,
    longest: Math.max(0, ...tries.map(({ began, ended }) => (ended - began) / 1000)),
    back
  }
}

export interface Limits {
  /** Callers must get a 503 within 3 s. */
  readonly isSilent?: boolean
  /** Limits in seconds that differ from the common limits; null where full throughput never comes back. */
  readonly bars?: { readonly longest?: number; readonly back?: null }
}

/** The request that took longest, and what it was answered. */
const slowest = (trial: Trial): string => {
  const tries = trial.ledger.ops.flatMap((op) => op.tries.map((one) => ({ ...op, ...one })))
  const [first] = tries.sort((a, b) => b.ended - b.began - (a.ended - a.began))
  return first === undefined ? "" : ` (${first.method} ${first.path}: ${first.status ?? first.error})`
}

/**
 * Adds what is late to the broken promises. The short form runs on busy machines, so there a late result is only reported;
 * what never happens is always broken.
 */
export const judge = (limits: Limits, trial: Trial): void => {
  const hold = (what: string, took: number | undefined, bar: number | null) => {
    if (bar === null || (took !== undefined && took <= bar)) return
    const flaw = `${what}: ${took === undefined ? "never" : `${took.toFixed(1)} s`}, promised within ${bar} s`
    if (trial.options.isShort && took !== undefined) trial.note(`late: ${flaw}`)
    else trial.broken.push(flaw)
  }
  if (trial.moments !== undefined) {
    // In the order of the answers.
    const tries = trial.ledger.tries.toSorted((a, b) => a.ended - b.ended)
    const { back, longest, shed } = secondsOf(tries, trial.moments)
    const told = (value: number | undefined) => (value === undefined ? "–" : value.toFixed(1))
    trial.note(`503 after ${told(shed)}, longest ${told(longest)}, back after ${told(back)} s`)
    if (limits.isSilent) hold("the first 503", shed, 3)
    hold(`the longest request${slowest(trial)}`, longest, limits.bars?.longest ?? 10)
    hold("full throughput again", back, limits.bars?.back === null ? null : 6)
  }
  for (const { code, seconds, signal } of trial.ends) {
    hold("SIGTERM to exit", seconds, 15)
    if (code !== 0) trial.broken.push(`it exited with ${code ?? signal}, not with 0`)
  }
}
