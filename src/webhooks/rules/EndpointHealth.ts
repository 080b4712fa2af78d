/** The health of a subscription: its last success and error, and whether it has failed for so long that it is disabled. */
import type { Attempt } from "../../../schema/Webhook.ts"
import * as RetrySchedule from "./RetrySchedule.ts"

export interface EndpointHealth {
  readonly lastDeliveredAt: string | null
  readonly lastError: string | null
  /** The start of the current run of failures; null if the last attempt succeeded. */
  readonly failingSince: string | null
  /** Whether a delivery in this run has used all its attempts. */
  readonly gaveUp: boolean
  /** The reason why the subscription is disabled. */
  readonly switchedOff: "gone" | "failing" | null
}

interface AttemptResult {
  readonly attempt: Attempt
  /** The end of the attempt, in Unix milliseconds. */
  readonly ended: number
  /** Whether it was the last attempt of its delivery. */
  readonly isLast: boolean
}

const iso = (millis: number) => new Date(millis).toISOString()

/** The health before the first attempt. */
export const fresh: EndpointHealth = {
  lastDeliveredAt: null,
  lastError: null,
  failingSince: null,
  gaveUp: false,
  switchedOff: null
}

const isGone = (attempt: Attempt) => attempt.status === 410

/**
 * `scale` shortens the five days like the schedule. A delivery must also have used all its attempts. On the real schedule it always has
 * after five days, but on a short one a backlog could otherwise disable the subscription.
 */
export const after = (before: EndpointHealth, tried: AttemptResult, scale: number): EndpointHealth => {
  const { attempt, ended, isLast } = tried
  // Results of attempts that were in progress when it was disabled don't enable it.
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
