/** How badly things go in one world. */
import type { Chance } from "./Chance.ts"

export interface Weather {
  readonly name: "calm" | "busy" | "rough" | "a storm"
  /** Milliseconds a message takes at most. */
  readonly latency: number
  /** Share of statements under which the connection is lost: before the server had them, or before its answer was heard. */
  readonly cut: number
  /** Share of those losses that the client notices only by waiting in vain. */
  readonly silent: number
  /** Share of statements that take seconds. */
  readonly slow: number
}

export const calm: Weather = { name: "calm", latency: 3, cut: 0, silent: 0, slow: 0 }
const busy: Weather = { ...calm, name: "busy", latency: 40, slow: 0.02 }
const rough: Weather = { ...calm, name: "rough", latency: 20, cut: 0.03, silent: 0.2, slow: 0.02 }
const storm: Weather = { name: "a storm", latency: 200, cut: 0.15, silent: 0.5, slow: 0.1 }

/** The weather of a world, which may change. */
export const draw = (chance: Chance): Weather => ({ ...chance.of([calm, busy, rough, rough, storm]) })

/** Milliseconds a message is on its way. */
export const delay = (chance: Chance, { latency, slow }: Weather): number =>
  chance.is(slow) ? chance.between(500, 4_000) : chance.between(0, latency)
