/**
 * A deterministic simulation: time advances only when nothing else can run, and the seed decides which of several
 * things runs next. A seed always gives the same run.
 */
import { Chance } from "./Chance.ts"

/** The code under test broke a promise. */
export class Broken extends Error {}

interface Timer {
  readonly at: number
  readonly order: number
  readonly act: () => void
}

/** After this many steps a run is taken to be endless. */
const maxSteps = 500_000

/** Each run starts on Monday, 2026-01-05, 09:00 UTC. */
const beginning = Date.UTC(2026, 0, 5, 9)

export class World {
  readonly chance: Chance
  readonly story: Array<string> = []
  /** The true time, in milliseconds since 1970. */
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

  /** Adds a line to the log; `words` is called only if the log will be printed. */
  tell(words: () => string): void {
    if (!this.isTold) return
    this.story.push(`${String(Math.round(this.elapsed)).padStart(8)} ms  ${words()}`)
  }

  /** Ends the run after this step unless `holds`: an exception would only fail one fiber. */
  expect(holds: boolean, otherwise: () => string): void {
    if (!holds) this.broken ??= new Broken(otherwise())
  }

  /** Milliseconds since the start, by a monotonic clock. */
  get elapsed(): number {
    return this.now - beginning
  }

  /** Schedules `act` for now; the order is random. */
  soon(act: () => void): void {
    this.ready.push(act)
  }

  /** Schedules `act` for later; the order at the same time is random. Returns a function that cancels it. */
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

  /** Runs until `isOver`; fails if that takes more than `limit` simulated milliseconds, or if nothing is left to run. */
  run(limit: number, isOver: () => boolean): void {
    const end = this.now + limit
    while (!isOver()) {
      this.expect(this.step(), () => "Nothing is left to go on, and it is not over.")
      this.expect(this.now <= end, () => `It is not over after ${limit} ms.`)
      if (this.broken !== undefined) throw this.broken
    }
    if (this.broken !== undefined) throw this.broken
  }

  /** Runs for `millis`. */
  pass(millis: number): void {
    let isOver = false
    this.later(millis, () => (isOver = true))
    this.run(millis, () => isOver)
  }

  private step(): boolean {
    this.expect(++this.steps <= maxSteps, () => `It went on for more than ${maxSteps} steps.`)
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
