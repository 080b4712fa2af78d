/** Sends webhooks: learns of due deliveries by signals and by polling, and drains each subscription. */
import { Cause, Clock, Effect, FiberSet, Layer, Random } from "effect"
import { DeliveryQueue } from "../../../layers/webhooks/DeliveryQueue.ts"
import { DeliverySignal, type Endpoint, keyOf, type Signal } from "../../../layers/webhooks/DeliverySignal.ts"
import { Ids } from "../../../layers/runtime/Ids.ts"
import * as Loop from "../../../layers/runtime/Loop.ts"
import { Outages } from "../../../layers/runtime/Outages.ts"
import { Tenant } from "../../../layers/identity/Tenant.ts"
import type { WorkspaceId } from "../../../schema/Id.ts"
import * as Capacity from "./Capacity.ts"
import * as DeliveryControl from "./DeliveryControl.ts"
import { drain } from "./SubscriptionWorker.ts"

const pollMillis = 1000

/** Polling takes about a twentieth of a connection's time, however many subscriptions there are. */
const pollShare = 20

/** Maximum subscriptions per poll. */
const pollLimit = 1000

/** A workspace with this many drains is left out of a poll, which might otherwise find no others. */
const busyThreshold = 32

/** How long the process that made a change has priority for its deliveries. */
const foreignDelay = "100 millis"

/** How long a shutdown waits for deliveries in progress, in milliseconds. */
const graceMillis = 5000

const make = Effect.gen(function* () {
  const ids = yield* Ids
  const holder = yield* ids.uuid
  const queue = yield* DeliveryQueue
  const signal = yield* DeliverySignal
  const capacity = yield* Capacity.make
  const drains = new Map<string, DeliveryControl.DeliveryControl>()
  const fibers = yield* FiberSet.make<void>()
  let isStopping = false
  const goesOn = () => !isStopping

  const warn = (cause: Cause.Cause<unknown>) =>
    Cause.hasInterruptsOnly(cause) ? Effect.void : Outages.report("Sending webhooks was held up", cause)

  /** Drains until there is no new signal. Waits for a retry that is due soon. */
  const tend = Effect.fnUntraced(
    function* (endpoint: Endpoint, control: DeliveryControl.DeliveryControl) {
      const key = keyOf(endpoint)
      do {
        const nextDue = yield* drain(endpoint, holder, capacity, control)
        const wait = (nextDue ?? Infinity) - (yield* Clock.currentTimeMillis)
        if (!control.isDirty && wait < pollMillis) {
          control.changed.closeUnsafe()
          yield* Effect.raceFirst(Effect.sleep(Math.max(1, wait)), control.changed.await)
          control.isDirty = true
        }
      } while (control.isDirty && goesOn())
      drains.delete(key)
    },
    (effect, endpoint) =>
      effect.pipe(
        Effect.provideService(Tenant, { workspaceId: endpoint.workspaceId }),
        Effect.catchCause(warn),
        Effect.ensuring(Effect.sync(() => drains.delete(keyOf(endpoint))))
      )
  )

  const start = (endpoint: Endpoint) =>
    Effect.gen(function* () {
      const control = drains.get(keyOf(endpoint))
      if (control !== undefined) {
        control.isDirty = true
        control.changed.openUnsafe()
      } else if (goesOn()) {
        const fresh = DeliveryControl.make(endpoint.workspaceId, () => isStopping)
        drains.set(keyOf(endpoint), fresh)
        yield* FiberSet.run(fibers, tend(endpoint, fresh))
      }
    })

  const hear = Effect.fnUntraced(function* (heard: Signal) {
    if (!heard.isForeign || drains.has(keyOf(heard))) return yield* start(heard)
    yield* FiberSet.run(fibers, Effect.delay(start(heard), foreignDelay))
  })

  const listen = Loop.forever("Taking up webhooks to send", () =>
    Effect.flatMap(signal.take, Effect.forEach(hear, { discard: true }))
  )

  /** Workspaces with many drains. */
  const busy = () => {
    const counts = new Map<WorkspaceId, number>()
    for (const { workspaceId } of drains.values()) {
      counts.set(workspaceId, (counts.get(workspaceId) ?? 0) + 1)
    }
    return [...counts].filter(([, count]) => count >= busyThreshold).map(([id]) => id)
  }

  const look = Effect.gen(function* () {
    const began = yield* Clock.currentTimeMillis
    const endpoints = yield* queue.due(new Date(began).toISOString(), pollLimit, busy())
    yield* Effect.forEach(endpoints, start, { discard: true })
    const took = (yield* Clock.currentTimeMillis) - began
    return Math.max(pollMillis, took * pollShare)
  })

  const poll = Loop.forever("Looking for webhooks to send", (works) =>
    Effect.gen(function* () {
      const pause = yield* Effect.tap(look, works)
      yield* Effect.sleep(pause * (yield* Random.nextBetween(0.8, 1.2)))
    })
  )

  yield* Effect.forkScoped(listen)
  yield* Effect.forkScoped(signal.listen)
  yield* Effect.forkScoped(poll)
  yield* Effect.addFinalizer(() =>
    Effect.suspend(() => {
      isStopping = true
      for (const { changed } of drains.values()) changed.openUnsafe()
      // Deliveries in progress are leased, and are sent again when the lease ends.
      return Effect.timeoutOption(FiberSet.awaitEmpty(fibers), graceMillis)
    })
  )
})

export const layerNoDeps = Layer.effectDiscard(make)

export const layer = layerNoDeps.pipe(Layer.provide(DeliveryQueue.layer))
