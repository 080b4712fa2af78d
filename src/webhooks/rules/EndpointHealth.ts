/** How a subscription fares: its last success and error, and whether it has failed for so long that it is switched off. */
import type { Attempt } from "../../../schema/Webhook.ts"
import * as RetrySchedule from "./RetrySchedule.ts"

export interface EndpointHealth {
  readonly lastDeliveredAt: string | null
  readonly lastError: string | null
  /** When the unbroken run of failures began; null while it is well. */
  readonly failingSince: string | null
  /** Whether, in that run, a delivery failed for good. */
  readonly gaveUp: boolean
  /** Why no more is sent to it. */
  readonly switchedOff: "gone" | "failing" | null
}

interface Tried {
  readonly attempt: Attempt
  /** Unix milliseconds at which the attempt ended. */
  readonly ended: number
  /** Whether it was the last try of its delivery. */
  readonly isLast: boolean
}

const iso = (millis: number) => new Date(millis).toISOString()

/** How it is doing before anything was sent. */
export const fresh: EndpointHealth = {
  lastDeliveredAt: null,
  lastError: null,
  failingSince: null,
  gaveUp: false,
  switchedOff: null
}

const isGone = (attempt: Attempt) => attempt.status === 410

/**
 * `scale` shortens the five days as it does the schedule. That a delivery had all its tries is asked for besides:
 * with the real schedule it always has after five days, and on a short one a backlog is not lost to it.
 */
export const after = (before: EndpointHealth, tried: Tried, scale: number): EndpointHealth => {
  const { attempt, ended, isLast } = tried
  // What was on its way when it was switched off changes nothing of that.
  if (before.switchedOff !== null) {
    return attempt.error === null ? { ...before, lastDeliveredAt: iso(ended) } : before
  }
  if (attempt.error === null) return { ...fresh, lastDeliveredAt: iso(ended) }
  const failingSince = before.failingSince ?? iso(ended)
  const gaveUp = before.gaveUp || isLast
  const failing = { ...before, failingSince, gaveUp, lastError: attempt.error }
  if (isGone(attempt)) {
    return {
      ...failing,
      lastError: `${attempt.error} The subscription was switched off.`,
      switchedOff: "gone"
    }
  }
  if (!gaveUp || ended - Date.parse(failingSince) < RetrySchedule.patience(scale)) return failing
  return {
    ...failing,
    lastError: `Nothing was delivered for 5 days, so the subscription was switched off. Last: ${attempt.error}`,
    switchedOff: "failing"
  }
}
