/** When a delivery that failed is tried again, and when it is given up. */

const seconds = 1000
const minutes = 60 * seconds
const hours = 60 * minutes

/** The pause after the first, second, … failed try; after the tenth there is none. */
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
 * A subscription none of whose deliveries succeeded for so long is switched off: five days. On a schedule shortened for
 * tests it is a minute at least, so that a slow machine does not make a failure of it.
 */
export const patience = (scale: number): number => Math.max(5 * 24 * hours * scale, 1 * minutes)

/** How long a receiver's own Retry-After may put a delivery off. */
const longestWait = 24 * hours

/** How long it may put off all that is due to it. */
const longestPause = 1 * hours

export interface Failure {
  /** Tries made, this one included: 1 to 10. */
  readonly tries: number
  /** Unix milliseconds. */
  readonly now: number
  /** WEBHOOK_RETRY_SCALE. */
  readonly scale: number
  /** 0 to below 1. */
  readonly random: number
  /** What the receiver asked for, in milliseconds. */
  readonly retryAfter: number | null
}

/** Unix milliseconds of the next try, ±20 % and never before the receiver asked for; undefined: give up. */
export const next = ({ now, random, retryAfter, scale, tries }: Failure): number | undefined => {
  const pause = pauses[tries - 1]
  if (pause === undefined) return undefined
  const jittered = pause * scale * (0.8 + 0.4 * random)
  return Math.round(now + Math.max(jittered, Math.min(retryAfter ?? 0, longestWait)))
}

/** Unix milliseconds until which a receiver that said when to come back gets nothing at all. */
export const pausedUntil = (now: number, retryAfter: number | null): number | null =>
  retryAfter === null || retryAfter === 0 ? null : now + Math.min(retryAfter, longestPause)

/** `Retry-After` (RFC 9110, section 10.2.3) in milliseconds: seconds or an HTTP date; null where it is neither. */
export const parseRetryAfter = (header: string | undefined, now: number): number | null => {
  if (header === undefined) return null
  if (/^\d{1,9}$/u.test(header.trim())) return Number(header) * seconds
  const date = Date.parse(header)
  return Number.isNaN(date) || !header.trim().endsWith("GMT") ? null : Math.max(0, date - now)
}
