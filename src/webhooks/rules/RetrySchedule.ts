/** The schedule of retries. */

const seconds = 1000
const minutes = 60 * seconds
const hours = 60 * minutes

/** The pauses after each failed attempt. The tenth failure is final. */
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
 * A subscription is disabled if no delivery succeeds for five days. On a schedule shortened for tests this is at least a minute, so that a
 * slow machine doesn't cause it.
 */
export const patience = (scale: number): number => Math.max(5 * 24 * hours * scale, 1 * minutes)

/** The maximum time that Retry-After can delay its delivery. */
const maxWait = 24 * hours

/** The maximum time that Retry-After can delay all deliveries to the receiver. */
const maxPause = 1 * hours

export interface Failure {
  /** The number of attempts including this one, 1 to 10. */
  readonly tries: number
  /** In Unix milliseconds. */
  readonly now: number
  /** The value of WEBHOOK_RETRY_SCALE. */
  readonly scale: number
  /** From 0 to below 1. */
  readonly random: number
  /** The receiver's Retry-After, in milliseconds. */
  readonly retryAfter: number | null
}

/** The next attempt in Unix milliseconds, ±20% and not before the receiver's Retry-After; undefined if there is none. */
export const next = ({ now, random, retryAfter, scale, tries }: Failure): number | undefined => {
  const pause = pauses[tries - 1]
  if (pause === undefined) return undefined
  const jittered = pause * scale * (0.8 + 0.4 * random)
  return Math.round(now + Math.max(jittered, Math.min(retryAfter ?? 0, maxWait)))
}

/** The time in Unix milliseconds until which a receiver that sent Retry-After gets no deliveries. */
export const pausedUntil = (now: number, retryAfter: number | null): number | null =>
  retryAfter === null || retryAfter === 0 ? null : now + Math.min(retryAfter, maxPause)

/** Parses `Retry-After` (RFC 9110, section 10.2.3) to milliseconds, from seconds or an HTTP date; null if it is neither. */
export const parseRetryAfter = (header: string | undefined, now: number): number | null => {
  if (header === undefined) return null
  if (/^\d{1,9}$/u.test(header.trim())) return Number(header) * seconds
  const date = Date.parse(header)
  return Number.isNaN(date) || !header.trim().endsWith("GMT") ? null : Math.max(0, date - now)
}
