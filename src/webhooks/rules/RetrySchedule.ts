/** When a failed delivery is tried again, and when it is given up. */

const seconds = 1000
const minutes = 60 * seconds
const hours = 60 * minutes

/** The pauses after the first, second, … failed try. The tenth failure is final. */
export const pauses: ReadonlyArray<number> = [
  5 * seconds,
  5 * minutes,
  30 * minutes,
  2 * hours,
  5 * hours,
  10 * hours,
  14 * hours,
  20 * hours,
  24 * hours
]

/**
 * A subscription is switched off if no delivery succeeds for this long: five days. On a schedule shortened for tests it is
 * at least a minute, so that a slow machine does not cause it.
 */
export const patience = (scale: number): number => Math.max(5 * 24 * hours * scale, 1 * minutes)

/** The longest time that a receiver's Retry-After may delay its delivery. */
const longestWait = 24 * hours

/** The longest time that it may delay all deliveries to that receiver. */
const longestPause = 1 * hours

export interface Failure {
  /** Tries made, including this one: 1 to 10. */
  readonly tries: number
  /** Unix milliseconds. */
  readonly now: number
  /** WEBHOOK_RETRY_SCALE. */
  readonly scale: number
  /** From 0 to below 1. */
  readonly random: number
  /** The receiver's Retry-After, in milliseconds. */
  readonly retryAfter: number | null
}

/** Unix milliseconds of the next try, ±20 % and not before the receiver's Retry-After; undefined: give up. */
export const next = ({ now, random, retryAfter, scale, tries }: Failure): number | undefined => {
  const pause = pauses[tries - 1]
  if (pause === undefined) return undefined
  const jittered = pause * scale * (0.8 + 0.4 * random)
  return Math.round(now + Math.max(jittered, Math.min(retryAfter ?? 0, longestWait)))
}

/** Unix milliseconds until which a receiver that sent Retry-After gets no deliveries. */
export const pausedUntil = (now: number, retryAfter: number | null): number | null =>
  retryAfter === null || retryAfter === 0 ? null : now + Math.min(retryAfter, longestPause)

/** `Retry-After` (RFC 9110, section 10.2.3) in milliseconds: seconds or an HTTP date; null if it is neither. */
export const parseRetryAfter = (header: string | undefined, now: number): number | null => {
  if (header === undefined) return null
  if (/^\d{1,9}$/u.test(header.trim())) return Number(header) * seconds
  const date = Date.parse(header)
  return Number.isNaN(date) || !header.trim().endsWith("GMT") ? null : Math.max(0, date - now)
}
