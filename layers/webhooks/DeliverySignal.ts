/**
 * Signals that a subscription has something to send: directly to this process's sender, and by NOTIFY to other processes. It only saves
 * time, as polling finds what a lost signal missed.
 */
import { PgClient } from "@effect/sql-pg"
import { Array, Context, Effect, Latch, Layer } from "effect"
import type { WebhookId, WorkspaceId } from "../../schema/Id.ts"
import { Database } from "../database/Database.ts"
import { Ids } from "../runtime/Ids.ts"
import * as Channel from "../database/client/Channel.ts"
import * as Loop from "../runtime/Loop.ts"

export interface Endpoint {
  readonly workspaceId: WorkspaceId
  readonly webhookId: WebhookId
}

export interface Signal extends Endpoint {
  /** Whether the signal came from another process, which tries to send first. */
  readonly isForeign: boolean
}

export const keyOf = ({ webhookId, workspaceId }: Endpoint): string => `${workspaceId}:${webhookId}`

const channel = "deliveries"

/** Endpoints per notification: its payload is limited to 8,000 bytes, and an endpoint takes 74. */
const perNotification = 100

/** Signals that haven't been taken, at most one per endpoint. */
const makePending = Effect.gen(function* () {
  const waiting = new Map<string, Signal>()
  const latch = yield* Latch.make()
  const put = (signals: ReadonlyArray<Signal>) => {
    for (const signal of signals) {
      const key = keyOf(signal)
      if (!signal.isForeign || !waiting.has(key)) waiting.set(key, signal)
    }
    if (waiting.size > 0) latch.openUnsafe()
  }
  const take = Effect.map(latch.await, () => {
    const signals = [...waiting.values()]
    waiting.clear()
    latch.closeUnsafe()
    return signals
  })
  return { put, take }
})

const parse = (payload: string, self: string): ReadonlyArray<Signal> => {
  const [origin, ...endpoints] = payload.split(",")
  if (origin === self) return []
  return endpoints.map((endpoint) => {
    const [workspaceId, webhookId] = endpoint.split(":") as [WorkspaceId, WebhookId]
    return { workspaceId, webhookId, isForeign: true }
  })
}

export class DeliverySignal extends Context.Service<
  DeliverySignal,
  {
    readonly raise: (endpoints: ReadonlyArray<Endpoint>) => Effect.Effect<void>
    /** Waits for signals, and takes all of them. */
    readonly take: Effect.Effect<ReadonlyArray<Signal>>
    /** Receives other processes' signals while it runs; run by whoever takes the signals. */
    readonly listen: Effect.Effect<void>
  }
>()("pipeline/layers/DeliverySignal") {
  static readonly layerNoDeps = Layer.effect(
    DeliverySignal,
    Effect.gen(function* () {
      const sql = yield* PgClient.PgClient
      const self = yield* (yield* Ids).uuid
      const incoming = yield* makePending
      const outgoing = yield* makePending

      const raise = (endpoints: ReadonlyArray<Endpoint>) =>
        Effect.sync(() => {
          const signals = endpoints.map((endpoint) => ({ ...endpoint, isForeign: false }))
          incoming.put(signals)
          outgoing.put(signals)
        })

      const notify = Effect.gen(function* () {
        for (const some of Array.chunksOf(yield* outgoing.take, perNotification)) {
          yield* sql.notify(channel, [self, ...some.map(keyOf)].join(","))
        }
        // Signals raised meanwhile are sent together.
        yield* Effect.sleep("20 millis")
      })

      const hear = (works: Effect.Effect<void>) =>
        Channel.listen(channel, {
          ready: works,
          each: (payload) => Effect.sync(() => incoming.put(parse(payload, self)))
        }).pipe(Effect.provideService(PgClient.PgClient, sql))

      const listen = Loop.forever("Listening for webhooks to send", hear)
      yield* Effect.forkScoped(Loop.forever("Telling other processes of webhooks to send", () => notify))
      return DeliverySignal.of({ raise, take: incoming.take, listen })
    })
  )

  /** Uses two separate connections, one to listen and one to notify. */
  static readonly layer = DeliverySignal.layerNoDeps.pipe(Layer.provide(Database.listeners(2)))
}
