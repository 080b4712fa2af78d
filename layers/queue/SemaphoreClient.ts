/** One who asks for places, and what their places tell of what they wait for. */
import { Cause, Exit } from "effect"
import { LinkedList, Member } from "./LinkedList.ts"

/**
 * Milliseconds. Whoever has had a place for longer than `slow` is in doubt, and also for longer than `quick` if none of
 * their places has come to its end since.
 */
const [quick, slow] = [100, 1_000]

/** Milliseconds after which places without an answer are taken for stuck. */
const stuck = 2_000

/** Whether whoever was asked failed to answer: a fault is an answer, and who went away says nothing. */
export const isUnanswered = (exit: Exit.Exit<unknown, unknown>): boolean | undefined => {
  if (Exit.isSuccess(exit)) return false
  if (Cause.hasDies(exit.cause)) return true
  return Cause.hasFails(exit.cause) ? false : undefined
}

export class Place extends Member {
  readonly lane: SemaphoreClient
  /** In milliseconds. */
  readonly began: number
  /** Counts what began and ended. */
  readonly number: number
  /** Whether it may take long without being stuck. */
  readonly isSlow: boolean

  constructor(lane: SemaphoreClient, began: number, number: number, isSlow: boolean) {
    super()
    this.lane = lane
    this.began = began
    this.number = number
    this.isSlow = isSlow
  }
}

export class Waiter extends Member {
  readonly lane: SemaphoreClient
  readonly isSlow: boolean
  place: Place | undefined = undefined
  resume: ((place: Place) => void) | undefined = undefined

  constructor(lane: SemaphoreClient, isSlow: boolean) {
    super()
    this.lane = lane
    this.isSlow = isSlow
  }
}

/** Who asks for places. */
export class SemaphoreClient {
  readonly key: string
  /** The oldest first. */
  readonly places = new LinkedList<Place>()
  readonly waiters = new LinkedList<Waiter>()
  /** The number of its latest end. */
  answered = 0
  /** When a place that it had for long came to its end without an answer; none came since. In milliseconds. */
  unansweredAt: number | undefined

  constructor(key: string) {
    this.key = key
  }
}

/** Whether what it waits for may be stuck. */
export const isDoubtful = ({ answered, places }: SemaphoreClient, now: number): boolean => {
  const oldest = places.find(({ isSlow }) => !isSlow)
  if (oldest === undefined) return false
  const age = now - oldest.began
  return isLong(age) || (age > quick && answered < oldest.number)
}

export const isLong = (age: number): boolean => age > slow

/** Whether all that it has is stuck. */
export const isStuck = ({ places }: SemaphoreClient, now: number): boolean =>
  places.size > 0 && places.find(({ began, isSlow }) => isSlow || now - began <= stuck) === undefined
