/** The state of one drain, and the results that remain to be written to the database. */
import { Effect, Metric, Random, Schedule, Semaphore } from "effect"
import { DeliveryQueue } from "../../../layers/webhooks/DeliveryQueue.ts"
import * as Series from "../../../layers/metrics/Series.ts"
import { Settings } from "../../../layers/settings/Settings.ts"
import type { WebhookId } from "../../../schema/Id.ts"
import * as DeliveryStates from "../../webhooks/rules/DeliveryStates.ts"

/** A short database outage should not cause a second attempt. */
const insist = Effect.retry({ schedule: Schedule.spaced("300 millis"), times: 2 })

const attempts = Series.counter(
  "webhook_attempts_total",
  "Tries to deliver a webhook, by what became of the delivery"
)

const count = ({ status }: DeliveryStates.Settled) => Metric.update(attempts({ status }), 1)

export const make = Effect.fnUntraced(function* (webhookId: WebhookId, holder: string) {
  const queue = yield* DeliveryQueue
  const { webhookRetryScale: scale } = yield* Settings
  const oneAtATime = (yield* Semaphore.make(1)).withPermits(1)
  let state = DeliveryStates.free
  let unwritten: ReadonlyArray<DeliveryStates.Entry> = []
  let nextDue = Infinity

  const happened = Effect.fnUntraced(function* (event: DeliveryStates.Event) {
    const { entry, state: after } = DeliveryStates.next(state, event, { scale, random: yield* Random.next })
    state = after
    if (event.type === "sealed") {
      yield* Effect.logError(`The subscription ${webhookId} can't be sent to: ${event.why}`)
    }
    if (entry === null) return
    unwritten = [...unwritten, entry]
    for (const settled of entry.settled) {
      if (settled.status === "pending") nextDue = Math.min(nextDue, Date.parse(settled.dueAt))
      yield* count(settled)
    }
  })

  /** Results stay in `unwritten` until the database has them. */
  const write = Effect.suspend(() => {
    const written = unwritten
    const last = written.at(-1)
    if (last === undefined) return Effect.void
    const settled = written.flatMap((entry) => entry.settled)
    const forget = () => (unwritten = unwritten.filter((entry) => !written.includes(entry)))
    return Effect.andThen(queue.settle({ ...last, webhookId, holder, settled }), Effect.sync(forget))
  }).pipe(insist, oneAtATime, Effect.uninterruptible)

  return {
    happened,
    write,
    /** Releases the lease, and writes the remaining results. */
    close: Effect.andThen(happened({ type: "done" }), write),
    /** Deliveries whose outcome the database doesn't know yet. */
    unwritten: () => unwritten.flatMap(({ settled }) => settled.map(({ id }) => id)),
    state: () => state,
    /** Unix milliseconds of the earliest retry; Infinity if there is none. */
    nextDue: () => nextDue
  }
})

export type DeliveryProgress = Effect.Success<ReturnType<typeof make>>
