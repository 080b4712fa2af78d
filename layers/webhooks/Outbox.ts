/** Events, written in the transaction of the change that they announce, and delivered after the commit. */
import { Context, Effect, Layer } from "effect"
import { SqlClient, type Statement } from "effect/sql"
import { type BoardId, type DealId, DeliveryId, type StageId, type WebhookId } from "../../schema/Id.ts"
import type { EventType, Provider } from "../../schema/Webhook.ts"
import { encode } from "../../schema/WebhookPayload.ts"
import * as ChatFormat from "../../src/webhooks/rules/ChatFormat.ts"
import * as ChatMessage from "../../src/webhooks/rules/ChatMessage.ts"
import type { Event, Sequel } from "../../src/webhooks/rules/Event.ts"
import * as Subscription from "../../src/webhooks/rules/Subscription.ts"
import * as WebhookPayload from "../../src/webhooks/rules/WebhookPayload.ts"
import * as ReadSet from "../audit/ReadSet.ts"
import { BaseUrl } from "../runtime/BaseUrl.ts"
import { Deliveries, type SentDelivery } from "./Deliveries.ts"
import { Ids } from "../runtime/Ids.ts"
import * as StatementPipeline from "../database/client/StatementPipeline.ts"
import * as Sql from "../database/Sql.ts"
import { Tenant } from "../identity/Tenant.ts"

/** A subscription that may want an event. */
export interface Subscribed {
  readonly id: WebhookId
  readonly provider: Provider
  readonly events: ReadonlyArray<EventType>
  readonly stageFilter: ReadonlyArray<StageId>
  readonly captured: boolean
}

/** The body of `event` for each provider, built at most once. */
const bodies = (event: Event | Sequel, base: string) => {
  const made = new Map<Provider, string>()
  const make = (provider: Provider) =>
    provider === "generic"
      ? encode(WebhookPayload.of(event, base))
      : ChatFormat.of(provider, ChatMessage.of(event, base))
  return (provider: Provider): string => {
    const body = made.get(provider) ?? JSON.stringify(make(provider))
    made.set(provider, body)
    return body
  }
}

export class Outbox extends Context.Service<
  Outbox,
  {
    /** Inserts one delivery per event and matching active subscription. Without subscriptions, this is a single indexed read. */
    readonly append: (
      events: ReadonlyArray<Event>,
      subscriptions?: ReadonlyArray<Subscribed>
    ) => Effect.Effect<void, never, Tenant>
    /** The active subscriptions of a board, or of a deal's board, for events appended in this transaction. */
    readonly subscribed: (
      to: { readonly boardId: BoardId } | { readonly dealId: DealId }
    ) => Effect.Effect<StatementPipeline.Ask<ReadonlyArray<Subscribed>>, never, Tenant>
    /** Sends follow-ups for deliveries whose events were undone or redone, each to the subscription of the original. */
    readonly follow: (
      compensations: ReadonlyArray<{ readonly sent: SentDelivery; readonly event: Sequel }>
    ) => Effect.Effect<void, never, Tenant>
  }
>()("pipeline/layers/Outbox") {
  static readonly layer = Layer.effect(
    Outbox,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const ids = yield* Ids
      const deliveries = yield* Deliveries
      const base = yield* BaseUrl

      const active = (condition: (workspaceId: string) => Statement.Fragment) =>
        Effect.map(Tenant, ({ workspaceId }) =>
          StatementPipeline.ask(
            sql,
            sql<Subscribed>`SELECT id, provider, events, stage_filter AS "stageFilter",
              EXISTS (SELECT FROM workspaces w WHERE w.id = ${workspaceId} AND w.rehearsal_of IS NOT NULL) AS captured
            FROM webhooks
            WHERE workspace_id = ${workspaceId} AND active AND ${condition(workspaceId)}`,
            Effect.succeed
          )
        )

      const subscribed = (to: { readonly boardId: BoardId } | { readonly dealId: DealId }) =>
        active((workspaceId) =>
          "boardId" in to
            ? sql`board_id = ${to.boardId}`
            : sql`board_id = (SELECT board_id FROM deals WHERE workspace_id = ${workspaceId} AND id = ${to.dealId})`
        )

      const append = Effect.fnUntraced(function* (
        events: ReadonlyArray<Event>,
        known?: ReadonlyArray<Subscribed>
      ) {
        const [first] = events
        if (first === undefined) return
        // All events of one change belong to one board, or to none.
        const boardId = Subscription.boardOf(first)
        const subscriptions =
          known ??
          (yield* Effect.flatMap(
            boardId === undefined ? active(() => sql`${first.type} = ANY (events)`) : subscribed({ boardId }),
            StatementPipeline.answered
          ))
        if (subscriptions.length === 0) return
        const targets = subscriptions.filter((one) => events.some((event) => Subscription.wants(one, event)))
        yield* ReadSet.recordRead("webhook", targets, ({ events, id, stageFilter }) => ({
          id,
          fields: { events, stageFilter }
        }))
        const matches = events.flatMap((event) => {
          const bodyFor = bodies(event, base)
          return subscriptions
            .filter((subscription) => Subscription.wants(subscription, event))
            .map(({ captured, id, provider }) => ({
              webhookId: id,
              body: bodyFor(provider),
              captured,
              event
            }))
        })
        const rows = yield* Effect.forEach(matches, ({ body, captured, event, webhookId }) =>
          Effect.map(ids.uuid, (id) => ({
            id: DeliveryId.make(id),
            webhookId,
            event: event.type,
            body,
            byHand: false,
            createdAt: event.at,
            subjectId: Subscription.subjectOf(event),
            captured
          }))
        )
        yield* deliveries.insert(rows)
      }, Sql.orDie)

      const follow = Effect.fnUntraced(function* (
        compensations: ReadonlyArray<{ readonly sent: SentDelivery; readonly event: Sequel }>
      ) {
        const rows = yield* Effect.forEach(compensations, ({ event, sent }) =>
          Effect.map(ids.uuid, (id) => ({
            id: DeliveryId.make(id),
            webhookId: sent.webhookId,
            event: event.type,
            body: bodies(event, base)(sent.provider),
            byHand: false,
            createdAt: event.at,
            subjectId: sent.subjectId,
            original: event.original,
            captured: sent.captured
          }))
        )
        yield* deliveries.insert(rows)
      })

      return Outbox.of({ append, subscribed, follow })
    })
  )

  /** Discards all events. */
  static readonly layerNone = Layer.succeed(
    Outbox,
    Outbox.of({
      append: () => Effect.void,
      subscribed: () => Effect.succeed(StatementPipeline.none([])),
      follow: () => Effect.void
    })
  )
}
