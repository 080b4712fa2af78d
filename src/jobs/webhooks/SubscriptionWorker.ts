/** Sends a subscription's due deliveries, two at a time, while its lease lasts. */
import { Clock, Effect, Result } from "effect"
import {
  type Due,
  DeliveryQueue,
  type Lease,
  type Leased,
  type Target
} from "../../../layers/webhooks/DeliveryQueue.ts"
import type { Endpoint } from "../../../layers/webhooks/DeliverySignal.ts"
import * as DeliveryStates from "../../webhooks/rules/DeliveryStates.ts"
import * as Attempt from "./Attempt.ts"
import type { Capacity } from "./Capacity.ts"
import type { DeliveryControl } from "./DeliveryControl.ts"
import * as DeliveryProgress from "./DeliveryProgress.ts"
import * as DeliveryBatch from "./DeliveryBatch.ts"

const iso = (millis: number) => new Date(millis).toISOString()

type LeaseAt = (now: number) => Lease

const sealedOr = ({ health, opened }: Leased, now: number, event: DeliveryStates.Event) =>
  Result.isFailure(opened) ? ({ type: "sealed", now, health, why: opened.failure } as const) : event

/** Renews the lease, and ends when it is lost or about to be. `onRenewed` receives the current target. */
const keepLease = Effect.fnUntraced(function* (
  leaseAt: LeaseAt,
  ledger: DeliveryProgress.DeliveryProgress,
  onRenewed: (target: Target) => void
) {
  const queue = yield* DeliveryQueue
  while (DeliveryStates.isHeld(ledger.state())) {
    yield* Effect.sleep(DeliveryStates.renewalMillis)
    const renewedAt = yield* Clock.currentTimeMillis
    const renewed = yield* Effect.result(queue.renew(leaseAt(renewedAt)))
    if (Result.isFailure(renewed)) {
      yield* ledger.happened({ type: "unrenewed", now: yield* Clock.currentTimeMillis })
    } else if (renewed.success === undefined) {
      yield* ledger.happened({ type: "taken" })
    } else {
      if (Result.isSuccess(renewed.success.opened)) onRenewed(renewed.success.opened.success)
      yield* ledger.happened(sealedOr(renewed.success, renewedAt, { type: "renewed", now: renewedAt }))
    }
  }
})

/** Returns whether it was sent. */
type Send = (due: Due) => Effect.Effect<boolean, never, Effect.Services<ReturnType<typeof Attempt.send>>>

/** Sends rows one after another. Without any it waits, while the other worker may bring more. */
const work = Effect.fnUntraced(function* (
  supply: DeliveryBatch.DeliveryBatch,
  ledger: DeliveryProgress.DeliveryProgress,
  control: DeliveryControl,
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
      // Results of finished attempts are written while others continue.
      yield* ledger.write
      if (supply.isOver() || !supply.isEmpty()) continue
      control.changed.closeUnsafe()
      yield* control.changed.await
    }
  }
})

/** Returns when the earliest retry is due, in Unix milliseconds; undefined if another process has the lease. */
export const drain = Effect.fn("webhooks.drain")(function* (
  { webhookId, workspaceId }: Endpoint,
  holder: string,
  capacity: Capacity,
  control: DeliveryControl
) {
  const queue = yield* DeliveryQueue
  const leaseAt: LeaseAt = (now) => {
    return { webhookId, holder, now: iso(now), until: iso(now + DeliveryStates.leaseMillis) }
  }
  // Until there is room, another process may take the lease.
  yield* capacity.room(workspaceId)
  control.isDirty = false
  const began = yield* Clock.currentTimeMillis
  const leased = yield* queue.lease(leaseAt(began))
  if (leased === undefined) return undefined
  const { health, opened } = leased
  const ledger = yield* DeliveryProgress.make(webhookId, holder)
  yield* ledger.happened(sealedOr(leased, began, { type: "leased", now: began, health }))
  if (Result.isFailure(opened)) return yield* ledger.close
  let target = opened.success
  const supply = yield* DeliveryBatch.make(leaseAt, ledger, control)
  const send = Effect.fnUntraced(function* (due: Due) {
    const sent = Effect.suspend(() => Attempt.send(target, due))
    const event = yield* capacity.run(workspaceId, DeliveryStates.isSteady(ledger.state()), sent)
    yield* ledger.happened(event)
    if (event.type === "unasked") yield* Effect.sleep(DeliveryStates.shortageMillis)
    return event.type !== "unasked"
  })
  const worker = work(supply, ledger, control, send)
  const keeper = keepLease(leaseAt, ledger, (renewed) => (target = renewed))
  yield* Effect.all([worker, worker], { concurrency: 2, discard: true }).pipe(
    Effect.raceFirst(keeper),
    Effect.onExit(() => ledger.close)
  )
  return ledger.nextDue()
})
