/** The rows of one drain, taken from the queue in batches. */
import { Clock, Effect, Semaphore } from "effect"
import { DeliveryQueue, type Due, type Lease } from "../../../layers/webhooks/DeliveryQueue.ts"
import type { DeliveryId } from "../../../schema/Id.ts"
import * as DeliveryStates from "../../webhooks/rules/DeliveryStates.ts"
import type { DeliveryControl } from "./DeliveryControl.ts"
import type { DeliveryProgress } from "./DeliveryProgress.ts"

const portion = 32

/** Milliseconds after which a batch is taken again, because the subscription may have been disabled or deleted. */
const freshMillis = 1000

export const make = Effect.fnUntraced(function* (
  leaseAt: (now: number) => Lease,
  ledger: DeliveryProgress,
  control: DeliveryControl
) {
  const queue = yield* DeliveryQueue
  const sending = new Set<DeliveryId>()
  let rows: ReadonlyArray<Due> = []
  let takenAt = 0
  let isComplete = false

  const shift = () => {
    const [first, ...rest] = rows
    rows = rest
    if (first !== undefined) sending.add(first.id)
    return first
  }

  const refill = Effect.fnUntraced(function* (now: number) {
    control.isDirty = false
    yield* ledger.write
    const taken = yield* queue.take(leaseAt(now), portion, [...sending, ...ledger.unwritten()])
    isComplete = taken.length < portion
    takenAt = now
    rows = taken
    if (rows.length > 1) control.changed.openUnsafe()
  })

  /** Whether there is nothing left, as far as is known. */
  const isEmpty = () => rows.length === 0 && isComplete && !control.isDirty

  const isClosed = () => control.isStopping() || !DeliveryStates.maySend(ledger.state())

  const next = Effect.gen(function* () {
    const now = yield* Clock.currentTimeMillis
    if (isClosed() || isEmpty()) return undefined
    if (rows.length === 0 || now - takenAt >= freshMillis) yield* refill(now)
    return shift()
  }).pipe((yield* Semaphore.make(1)).withPermits(1))

  return {
    /** The next row to send; undefined if there is none at the moment. */
    next,
    done: (id: DeliveryId) => {
      sending.delete(id)
      control.changed.openUnsafe()
    },
    /** Whether no delivery in progress could bring more. */
    isOver: () => isClosed() || (sending.size === 0 && isEmpty()),
    isEmpty
  }
})

export type DeliveryBatch = Effect.Success<ReturnType<typeof make>>
