/** Pseudo-random numbers from a seed (mulberry32). */
export class Chance {
  private state: number

  constructor(seed: number) {
    this.state = Math.imul(seed ^ 0x9e3779b9, 0x85ebca6b)
  }

  /** From 0 to 1, exclusive. */
  next(): number {
    this.state = (this.state + 0x6d2b79f5) | 0
    let mixed = Math.imul(this.state ^ (this.state >>> 15), 1 | this.state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }

  /** A whole number, including both ends. */
  between(least: number, most: number): number {
    return least + Math.floor(this.next() * (most - least + 1))
  }

  /** True with probability `share`. */
  is(share: number): boolean {
    return this.next() < share
  }

  of<A>(choices: ReadonlyArray<A>): A {
    return choices[Math.floor(this.next() * choices.length)]!
  }
}
