/** How often and how badly things fail in a world. */
import type { Chance } from "./Chance.ts"

export interface Weather {
  readonly name: "calm" | "busy" | "rough" | "a storm"
  /** The most milliseconds a message takes. */
  readonly latency: number
  /** Share of statements whose connection breaks, before the server gets them or before its answer arrives. */
  readonly cut: number
  /** Share of those breaks that the client notices only by its timeout. */
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

/** Milliseconds that one message takes. */
export const delay = (chance: Chance, { latency, slow }: Weather): number =>
  chance.is(slow) ? chance.between(500, 4_000) : chance.between(0, latency)
