/**
 * A world in which nothing happens by itself: time stands until everything that could go on has gone on, and which of
 * several things goes on next is drawn from the seed. A seed gives the same story each time.
 */
import { Chance } from "./Chance.ts"

/** A promise of the code under test that did not hold. */
export class Broken extends Error {}

interface Timer {
  readonly at: number
  readonly order: number
  readonly act: () => void
}

/** Steps after which a world that does not come to rest never will. */
const mostSteps = 500_000

/** When every story begins: Monday, 2026-01-05, 09:00 UTC. */
const beginning = Date.UTC(2026, 0, 5, 9)

export class World {
  readonly chance: Chance
  readonly story: Array<string> = []
  /** Milliseconds since 1970, by the one true clock. */
  now = beginning
  private readonly isTold: boolean
  private readonly ready: Array<() => void> = []
  private readonly timers: Array<Timer> = []
  private steps = 0
  private broken: Broken | undefined

  constructor(seed: number, isTold: boolean) {
    this.chance = new Chance(seed)
    this.isTold = isTold
  }

  /** Adds to the story; the words are made only if someone will read them. */
  tell(words: () => string): void {
    if (!this.isTold) return
    this.story.push(`${String(Math.round(this.elapsed)).padStart(8)} ms  ${words()}`)
  }

  /** Ends the run after this step where `holds` is false: what a fiber throws would be a failure of that fiber alone. */
  expect(holds: boolean, otherwise: () => string): void {
    if (!holds) this.broken ??= new Broken(otherwise())
  }

  /** Milliseconds since the story began, by a clock that nobody sets. */
  get elapsed(): number {
    return this.now - beginning
  }

  /** Something that can go on at once; what goes first is chance. */
  soon(act: () => void): void {
    this.ready.push(act)
  }

  /** Something that goes on later; of what is due at the same time, what goes first is chance. */
  later(millis: number, act: () => void): () => void {
    if (millis === Infinity) return () => {}
    const timer = { at: this.now + Math.max(0, millis), order: this.chance.next(), act }
    const { timers } = this
    let low = 0
    let high = timers.length
    while (low < high) {
      const middle = (low + high) >>> 1
      const other = timers[middle]!
      if (other.at > timer.at || (other.at === timer.at && other.order > timer.order)) low = middle + 1
      else high = middle
    }
    timers.splice(low, 0, timer)
    return () => {
      const index = timers.indexOf(timer)
      if (index >= 0) timers.splice(index, 1)
    }
  }

  /** Goes on until `isOver`; fails if that takes more than `limit` milliseconds of this world, or can't come about. */
  run(limit: number, isOver: () => boolean): void {
    const end = this.now + limit
    while (!isOver()) {
      this.expect(this.step(), () => "Nothing is left to go on, and it is not over.")
      this.expect(this.now <= end, () => `It is not over after ${limit} ms.`)
      if (this.broken !== undefined) throw this.broken
    }
    if (this.broken !== undefined) throw this.broken
  }

  /** Lets `millis` go by. */
  pass(millis: number): void {
    let isOver = false
    this.later(millis, () => (isOver = true))
    this.run(millis, () => isOver)
  }

  private step(): boolean {
    this.expect(++this.steps <= mostSteps, () => `It went on for more than ${mostSteps} steps.`)
    const { ready } = this
    if (ready.length > 0) {
      const index = ready.length === 1 ? 0 : this.chance.between(0, ready.length - 1)
      const act = ready[index]!
      ready[index] = ready[ready.length - 1]!
      ready.pop()
      act()
      return true
    }
    const timer = this.timers.pop()
    if (timer === undefined) return false
    this.now = Math.max(this.now, timer.at)
    timer.act()
    return true
  }
}
