/** Sends what is due to one subscription, two at a time, for as long as its lease holds and there is something. */
import { Clock, Effect, type Latch, Result } from "effect"
import { type Due, DeliveryQueue, type Lease, type Target } from "../../../layers/webhooks/DeliveryQueue.ts"
import type { Endpoint } from "../../../layers/webhooks/DeliverySignal.ts"
import * as Attempt from "./Attempt.ts"
import type { Capacity } from "./Capacity.ts"
import * as Ledger from "./Ledger.ts"
import * as Supply from "./Supply.ts"

/** How long a lease holds without being renewed: as long as a dead sender's subscriptions wait for another. */
const leaseMillis = 10_000
const renewalMillis = 3000

/** How long nothing further is sent by a worker when this service is short of something. */
const shortage = "1 second"

const iso = (millis: number) => new Date(millis).toISOString()

/** What a drain and its courier share. */
export interface Control {
  /** Something may have become due since the queue was last looked at. */
  isDirty: boolean
  /** No further try is to begin. */
  readonly isStopping: () => boolean
  /** Opened where a worker that had nothing to do may have something. */
  readonly changed: Latch.Latch
}

type LeaseAt = (now: number) => Lease

/** Renews the lease, and ends where it is lost or about to be; `onRenewed` hears where to send from now on. */
const keepLease = Effect.fnUntraced(function* (
  leaseAt: LeaseAt,
  began: number,
  onRenewed: (target: Target) => void
) {
  const queue = yield* DeliveryQueue
  let heldUntil = began + leaseMillis
  while (true) {
    yield* Effect.sleep(renewalMillis)
    const now = yield* Clock.currentTimeMillis
    const renewed = yield* Effect.result(queue.renew(leaseAt(now)))
    if (Result.isSuccess(renewed)) {
      if (renewed.success === undefined) return
      onRenewed(renewed.success)
      heldUntil = now + leaseMillis
    } else if ((yield* Clock.currentTimeMillis) + renewalMillis > heldUntil - 1000) return
  }
})

/** Answers whether it was sent. */
type Send = (due: Due) => Effect.Effect<boolean, never, Effect.Services<ReturnType<typeof Attempt.send>>>

/** Sends row after row; where there is none it waits, as long as another worker's may bring more. */
const work = Effect.fnUntraced(function* (
  supply: Effect.Success<ReturnType<typeof Supply.make>>,
  control: Control,
  send: Send
) {
  while (true) {
    const due = yield* supply.next
    if (due !== undefined) {
      const wasSent = yield* send(due)
      supply.done(due.id)
      if (!wasSent) control.isDirty = true
    } else if (supply.isOver()) {
      control.changed.openUnsafe()
      return
    } else {
      yield* supply.settle
      if (supply.isOver() || !supply.isEmpty()) continue
      control.changed.closeUnsafe()
      yield* control.changed.await
    }
  }
})

/** Answers when the soonest retry is due, in Unix milliseconds; undefined where there was nothing to take. */
export const drain = Effect.fn("webhooks.drain")(function* (
  { webhookId, workspaceId }: Endpoint,
  holder: string,
  capacity: Capacity,
  control: Control
) {
  const queue = yield* DeliveryQueue
  const leaseAt: LeaseAt = (now) => ({ webhookId, holder, now: iso(now), until: iso(now + leaseMillis) })
  yield* capacity.room
  control.isDirty = false
  const began = yield* Clock.currentTimeMillis
  const leased = yield* queue.lease(leaseAt(began))
  if (leased === undefined) return undefined
  let target = leased
  const ledger = yield* Ledger.make(webhookId, holder, leased.health)
  const supply = yield* Supply.make(leaseAt, ledger, control)
  const send = Effect.fnUntraced(function* (due: Due) {
    const sent = Effect.suspend(() => Attempt.send(target, due))
    const outcome = yield* capacity.run(workspaceId, ledger.isSteady(), sent)
    // Otherwise the row stays due.
    yield* outcome === undefined ? Effect.sleep(shortage) : ledger.record(due, outcome)
    return outcome !== undefined
  })
  const worker = work(supply, control, send)
  const keeper = keepLease(leaseAt, began, (renewed) => (target = renewed))
  yield* Effect.all([worker, worker], { concurrency: 2, discard: true }).pipe(
    Effect.raceFirst(keeper),
    Effect.onExit(() => ledger.close)
  )
  return ledger.nextDue()
})
