/** What becomes of a delivery after a try. */
import type { DeliveryEvent, DeliveryStatus } from "../../../schema/Webhook.ts"
import * as RetrySchedule from "./RetrySchedule.ts"

export interface Try {
  readonly event: DeliveryEvent
  /** This one included. */
  readonly tries: number
  readonly status: number | null
  readonly error: string | null
  /** Unix milliseconds. */
  readonly ended: number
  readonly retryAfter: number | null
  readonly scale: number
  readonly random: number
}

interface Fate {
  readonly status: DeliveryStatus
  readonly dueAt: number
}

/** A test is sent once, and what is gone is not asked again. */
export const fate = ({ ended, error, event, status, ...failure }: Try): Fate => {
  if (error === null) return { status: "delivered", dueAt: ended }
  const next =
    event === "webhook.test" || status === 410 ? undefined : RetrySchedule.next({ ...failure, now: ended })
  return next === undefined ? { status: "failed", dueAt: ended } : { status: "pending", dueAt: next }
}
