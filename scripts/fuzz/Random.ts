/** Repeatable random choices: the same seed gives the same requests. */
export interface Random {
  /** A whole number from 0 to `below`, exclusive. */
  readonly int: (below: number) => number
  readonly chance: (probability: number) => boolean
  readonly pick: <A>(from: ReadonlyArray<A>) => A
}

/** mulberry32 (Tommy Ettinger, public domain). */
export const make = (seed: number): Random => {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  return {
    int: (below) => Math.floor(next() * below),
    chance: (probability) => next() < probability,
    pick: (from) => from[Math.floor(next() * from.length)]!
  }
}

/** The random choices of one request, independent of those before it. */
export const of = (seed: number, index: number): Random =>
  make(Math.imul(seed ^ 0x9e3779b9, 31) + index * 7919)
