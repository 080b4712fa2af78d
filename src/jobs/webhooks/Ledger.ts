/** What came of the tries of one drain, until it is written down. */
import { Effect, Metric, Random, Schedule, Semaphore } from "effect"
import { DeliveryQueue, type Due, type Settled } from "../../../layers/webhooks/DeliveryQueue.ts"
import { Settings } from "../../../layers/platform/Settings.ts"
import type { WebhookId } from "../../../schema/Id.ts"
import * as EndpointHealth from "../../domain/webhooks/EndpointHealth.ts"
import * as RetrySchedule from "../../domain/webhooks/RetrySchedule.ts"
import * as Settlement from "../../domain/webhooks/Settlement.ts"
import type { Outcome } from "./Attempt.ts"

const iso = (millis: number) => new Date(millis).toISOString()

/** A database that is away for a moment should cost no second try. */
const insist = Effect.retry({ schedule: Schedule.spaced("300 millis"), times: 2 })

const attempts = Metric.counter("webhook_attempts_total", {
  description: "Tries to deliver a webhook, by what became of the delivery",
  incremental: true
})

export const make = Effect.fnUntraced(function* (
  webhookId: WebhookId,
  holder: string,
  before: EndpointHealth.EndpointHealth
) {
  const queue = yield* DeliveryQueue
  const { webhookRetryScale: scale } = yield* Settings
  const oneAtATime = (yield* Semaphore.make(1)).withPermits(1)
  let health = before
  let pausedUntil: number | null = null
  let nextDue = Infinity
  let settled: ReadonlyArray<Settled> = []

  const record = Effect.fnUntraced(function* (due: Due, { attempt, ended, retryAfter }: Outcome) {
    const { error, status } = attempt
    const tries = due.tries + 1
    const random = yield* Random.next
    const fate = Settlement.fate({ event: due.event, tries, status, error, ended, retryAfter, scale, random })
    health = EndpointHealth.after(health, { attempt, ended, isLast: fate.status === "failed" }, scale)
    if (error !== null) pausedUntil = RetrySchedule.pausedUntil(ended, retryAfter) ?? pausedUntil
    if (fate.status === "pending") nextDue = Math.min(nextDue, fate.dueAt)
    yield* Metric.update(Metric.withAttributes(attempts, { status: fate.status }), 1)
    const deliveredAt = error === null ? iso(ended) : null
    settled = [
      ...settled,
      { id: due.id, status: fate.status, tries, dueAt: iso(fate.dueAt), deliveredAt, attempt }
    ]
  })

  /** What is written stays among the unwritten until the database has it. */
  const write = (release: boolean) =>
    Effect.suspend(() => {
      const written = settled
      if (written.length === 0 && !release) return Effect.void
      const until = pausedUntil === null ? null : iso(pausedUntil)
      const settlement = { webhookId, holder, settled: written, health, pausedUntil: until, release }
      const forget = () => (settled = settled.filter((one) => !written.includes(one)))
      return Effect.andThen(queue.settle(settlement), Effect.sync(forget))
    }).pipe(insist, oneAtATime, Effect.uninterruptible)

  return {
    record,
    /** Writes down what there is. */
    settle: write(false),
    /** Writes down what there is, and gives the lease back. */
    close: write(true),
    /** Whose outcome the database does not know yet. */
    unwritten: () => settled.map(({ id }) => id),
    isSteady: () => health.failingSince === null && health.lastDeliveredAt !== null,
    /** Whether the receiver is to get nothing for now. */
    isOff: () => pausedUntil !== null || health.switchedOff !== null,
    /** Unix milliseconds of the soonest retry; Infinity without one. */
    nextDue: () => nextDue
  }
})

export type Ledger = Effect.Success<ReturnType<typeof make>>
