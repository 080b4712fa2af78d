/**
 * Says that a subscription has something to send: at once to the sender of this process, and by notification to those
 * of the others. Nothing depends on it but time: what is not heard of is found by polling.
 */
import { PgClient } from "@effect/sql-pg"
import { Array, Context, Effect, Latch, Layer } from "effect"
import type { WebhookId, WorkspaceId } from "../../schema/Id.ts"
import { Database } from "../platform/database/Database.ts"
import { Ids } from "../platform/Ids.ts"
import * as Channel from "../platform/database/Channel.ts"
import * as Loop from "../platform/Loop.ts"

export interface Endpoint {
  readonly workspaceId: WorkspaceId
  readonly webhookId: WebhookId
}

export interface Signal extends Endpoint {
  /** Another process has it too, and the first right to it. */
  readonly isForeign: boolean
}

export const keyOf = ({ webhookId, workspaceId }: Endpoint): string => `${workspaceId}:${webhookId}`

const channel = "deliveries"

/** A notification holds 8,000 bytes; an endpoint is 74 of them. */
const perNotification = 100

/** What was said and not yet heard, each endpoint once. */
const makeInbox = Effect.gen(function* () {
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
    /** Waits for signals, and takes all there are. */
    readonly take: Effect.Effect<ReadonlyArray<Signal>>
    /** Hears the other processes for as long as it runs; for who takes. */
    readonly listen: Effect.Effect<void>
  }
>()("pipeline/layers/DeliverySignal") {
  static readonly layerNoDeps = Layer.effect(
    DeliverySignal,
    Effect.gen(function* () {
      const sql = yield* PgClient.PgClient
      const self = yield* (yield* Ids).uuid
      const inbox = yield* makeInbox
      const outbox = yield* makeInbox

      const raise = (endpoints: ReadonlyArray<Endpoint>) =>
        Effect.sync(() => {
          const signals = endpoints.map((endpoint) => ({ ...endpoint, isForeign: false }))
          inbox.put(signals)
          outbox.put(signals)
        })

      const notify = Effect.gen(function* () {
        for (const some of Array.chunksOf(yield* outbox.take, perNotification)) {
          yield* sql.notify(channel, [self, ...some.map(keyOf)].join(","))
        }
        // What comes up meanwhile goes together.
        yield* Effect.sleep("20 millis")
      })

      const hear = (works: Effect.Effect<void>) =>
        Channel.hear(channel, {
          ready: works,
          each: (payload) => Effect.sync(() => inbox.put(parse(payload, self)))
        }).pipe(Effect.provideService(PgClient.PgClient, sql))

      const listen = Loop.forever("Listening for webhooks to send", hear)
      yield* Effect.forkScoped(Loop.forever("Telling other processes of webhooks to send", () => notify))
      return DeliverySignal.of({ raise, take: inbox.take, listen })
    })
  )

  /** One connection to listen on, one to notify by: callers keep theirs. Neither takes long if it works at all. */
  static readonly layer = DeliverySignal.layerNoDeps.pipe(Layer.provide(Database.apart(2, 2_000)))
}
