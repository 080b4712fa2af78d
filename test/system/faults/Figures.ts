/** A run's figures: counts and seconds, from the answers and the times of the fault. */
import type { Answered } from "../rig/Http.ts"

export interface Moments {
  /** When the load, the fault and the recovery began (`performance.now`). */
  readonly began: number
  readonly struck: number
  readonly healed: number
}

export interface Counts {
  readonly tries: number
  readonly ok: number
  readonly shed: number
  readonly failed: number
  readonly notFound: number
  readonly resets: number
  readonly refused: number
}

export interface Seconds {
  /** Seconds from the fault to the first 503. */
  readonly shed: number | undefined
  readonly longest: number
  /** Seconds from the fault's end to full throughput. */
  readonly back: number | undefined
}

export const countsOf = (tries: ReadonlyArray<Answered>): Counts => {
  const having = (test: (one: Answered) => boolean) => tries.filter(test).length
  return {
    tries: tries.length,
    ok: having(({ status = 0 }) => status >= 200 && status < 300),
    shed: having(({ status }) => status === 503),
    failed: having(({ status = 0 }) => status >= 500 && status !== 503),
    notFound: having(({ status }) => status === 404),
    resets: having(({ error, status }) => status === undefined && error !== "ECONNREFUSED"),
    refused: having(({ error }) => error === "ECONNREFUSED")
  }
}

const isGood = ({ status = 0 }: Answered) => status >= 200 && status < 300

/** The share of the earlier throughput that counts as full: a busy machine varies. */
const enough = 0.8

export const secondsOf = (tries: ReadonlyArray<Answered>, { began, healed, struck }: Moments): Seconds => {
  const good = tries.filter(isGood).map(({ ended }) => ended)
  const during = (from: number, to: number) => good.filter((at) => at >= from && at < to).length
  // The first second only fills connections and caches.
  const from = Math.min(began + 1_000, struck - 1_000)
  const rate = during(from, struck) / ((struck - from) / 1000)
  const last = Math.max(...good, 0)
  let back: number | undefined
  for (let at = healed; at + 1_000 <= last + 250 && back === undefined; at += 100) {
    if (during(at, at + 1_000) >= rate * enough) back = (at - healed) / 1000
  }
  const shed = tries
    .filter(({ ended, status }) => status === 503 && ended >= struck)
    .map(({ ended }) => ended)
  return {
    shed: shed.length === 0 ? undefined : (Math.min(...shed) - struck) / 1000,
    longest: Math.max(0, ...tries.map(({ began, ended }) => (ended - began) / 1000)),
    back
  }
}
