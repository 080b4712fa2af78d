/** Random choices from a seed, so that a run can be repeated. */
export interface Random {
  /** From 0 to 1, exclusive. */
  readonly next: () => number
  /** A whole number below `limit`. */
  readonly below: (limit: number) => number
  readonly between: (least: number, most: number) => number
  readonly chance: (probability: number) => boolean
  readonly pick: <A>(choices: ReadonlyArray<A>) => A
}

/** Mulberry32 (Tommy Ettinger, public domain): small, and good enough to choose moments and operations. */
export const make = (seed: number): Random => {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const below = (limit: number) => Math.floor(next() * limit)
  return {
    next,
    below,
    between: (least, most) => least + next() * (most - least),
    chance: (probability) => next() < probability,
    pick: (choices) => choices[below(choices.length)]!
  }
}
