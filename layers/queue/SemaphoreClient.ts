/** A client of a FairSemaphore, and what its places reveal about the resource. */
import { Cause, Exit } from "effect"
import { LinkedList, Member } from "./LinkedList.ts"

/**
 * In milliseconds. A client is doubtful if a place is older than `slowMillis`, or older than `quickMillis` without any place having
 * ended since it began.
 */
const [quickMillis, slowMillis] = [100, 1_000]

/** Milliseconds after which a place without an answer counts as stuck. */
const stuckMillis = 2_000

/** Whether the resource failed to answer. A typed error is an answer; an interruption says nothing (undefined). */
export const isUnanswered = (exit: Exit.Exit<unknown, unknown>): boolean | undefined => {
  if (Exit.isSuccess(exit)) return false
  if (Cause.hasDies(exit.cause)) return true
  return Cause.hasFails(exit.cause) ? false : undefined
}

export class Place extends Member {
  readonly lane: SemaphoreClient
  /** Start time in milliseconds. */
  readonly began: number
  /** Sequence number of starts and ends. */
  readonly number: number
  /** Whether it may be slow without being stuck. */
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

/** A client that requests places. */
export class SemaphoreClient {
  readonly key: string
  /** Oldest first. */
  readonly places = new LinkedList<Place>()
  readonly waiters = new LinkedList<Waiter>()
  /** Sequence number of its latest end. */
  answered = 0
  /** Time in milliseconds when a long-held place ended without an answer, unless an answer came since. */
  unansweredAt: number | undefined

  constructor(key: string) {
    this.key = key
  }
}

/** Whether the resource may be stuck. */
export const isDoubtful = ({ answered, places }: SemaphoreClient, now: number): boolean => {
  const oldest = places.find(({ isSlow }) => !isSlow)
  if (oldest === undefined) return false
  const age = now - oldest.began
  return isLong(age) || (age > quickMillis && answered < oldest.number)
}

export const isLong = (age: number): boolean => age > slowMillis

/** Whether all its places are stuck. */
export const isStuck = ({ places }: SemaphoreClient, now: number): boolean =>
  places.size > 0 && places.find(({ began, isSlow }) => isSlow || now - began <= stuckMillis) === undefined
