import { PgClient } from "@effect/sql-pg"
import { Array, Context, Effect, Layer } from "effect"
import { type Invalid, NotFound } from "../../schema/Fault.ts"
import type { BoardId, DealId, DeliveryId, LeadId, WebhookId } from "../../schema/Id.ts"
import type * as Page from "../../schema/Page.ts"
import {
  type Attempt,
  type Delivery,
  type DeliveryEvent,
  type DeliveryStatus,
  type DeliveryWithBody,
  type Provider
} from "../../schema/Webhook.ts"
import type { Original } from "../../schema/WebhookPayload.ts"
import { floorOf } from "../../src/shared/time/UuidTime.ts"
import { Cursors } from "../records/Cursors.ts"
import * as ChangeSet from "../audit/ChangeSet.ts"
import * as ReadSet from "../audit/ReadSet.ts"
import { DeliverySignal } from "./DeliverySignal.ts"
import * as StatementPipeline from "../database/client/StatementPipeline.ts"
import * as Sql from "../database/Sql.ts"
import * as TraceContext from "../runtime/TraceContext.ts"
import { Tenant } from "../identity/Tenant.ts"
import { Transaction } from "../database/Transaction.ts"

interface Row {
  readonly id: DeliveryId
  readonly webhook_id: WebhookId
  readonly event: DeliveryEvent
  readonly status: DeliveryStatus
  readonly attempts: ReadonlyArray<Attempt>
  readonly created_at: string
  readonly due_at: string
  readonly delivered_at: string | null
}

const toDelivery = (row: Row): Delivery => ({
  id: row.id,
  webhookId: row.webhook_id,
  event: row.event,
  status: row.status,
  attempts: row.attempts,
  createdAt: row.created_at,
  nextAttemptAt: row.status === "pending" ? row.due_at : null,
  deliveredAt: row.delivered_at
})

interface NewDelivery {
  readonly id: DeliveryId
  readonly webhookId: WebhookId
  readonly event: DeliveryEvent
  /** Every attempt sends the UTF-8 bytes of this text. */
  readonly body: string
  /** Requested by a person, and therefore sent even if the subscription is off. */
  readonly byHand: boolean
  readonly createdAt: string
  /** True in a rehearsal, where the delivery is stored and never sent. */
  readonly captured: boolean
  /** The deal or lead that the event is about. */
  readonly subjectId?: DealId | LeadId | undefined
  /** The earlier event that this one follows. */
  readonly original?: Original
}

/** A delivery caused by a write, to which a follow-up is sent if the write is undone. */
export interface SentDelivery {
  readonly id: DeliveryId
  readonly webhookId: WebhookId
  readonly boardId: BoardId
  readonly provider: Provider
  readonly event: DeliveryEvent
  readonly createdAt: string
  readonly entryId: string
  readonly subjectId: DealId | LeadId
  readonly original: Original | null
  /** True in a rehearsal, and then also for the follow-up. */
  readonly captured: boolean
}

/** The number of rows in an INSERT, which may have 65,535 parameters. */
const atOnce = 1_000

/** Milliseconds that a write takes at most, so its deliveries were created this close to the time of its audit entry. */
const maxWriteMillis = 60_000

/** Past and pending deliveries to the current workspace's subscriptions. */
export class Deliveries extends Context.Service<
  Deliveries,
  {
    readonly list: (
      webhookId: WebhookId,
      page: Page.Parameters,
      which: { readonly withLeads: boolean }
    ) => Effect.Effect<Page.Page<Delivery>, Invalid, Tenant>
    readonly find: (webhookId: WebhookId, id: DeliveryId) => Effect.Effect<DeliveryWithBody, NotFound, Tenant>
    /** Inserts deliveries that are due at once, and wakes the senders after the commit. */
    readonly insert: (deliveries: ReadonlyArray<NewDelivery>) => Effect.Effect<void, never, Tenant>
    /** The deliveries caused by the writes of these audit entries, to subscriptions that still exist, oldest first. */
    readonly sentBy: (
      entries: ReadonlyArray<{ readonly id: string; readonly at: string }>
    ) => Effect.Effect<ReadonlyArray<SentDelivery>, never, Tenant>
    /** Makes the senders check these subscriptions for due deliveries after the commit. */
    readonly wake: (webhookIds: ReadonlyArray<WebhookId>) => Effect.Effect<void, never, Tenant>
    /** Makes a delivery due again, with its full number of attempts. */
    readonly again: (
      webhookId: WebhookId,
      id: DeliveryId,
      at: string
    ) => Effect.Effect<Delivery, NotFound, Tenant>
  }
>()("pipeline/layers/Deliveries") {
  static readonly layer = Layer.effect(
    Deliveries,
    Effect.gen(function* () {
      const sql = yield* PgClient.PgClient
      const cursors = yield* Cursors
      const signal = yield* DeliverySignal
      const transaction = yield* Transaction
      const columns = sql.literal("id, webhook_id, event, status, attempts, created_at, due_at, delivered_at")

      const wake = Effect.fnUntraced(function* (webhookIds: ReadonlyArray<WebhookId>) {
        const { workspaceId } = yield* Tenant
        const endpoints = webhookIds.map((webhookId) => ({ workspaceId, webhookId }))
        yield* transaction.afterCommit(signal.raise(endpoints))
      })

      const list = Effect.fn("Deliveries.list")(function* (
        webhookId: WebhookId,
        page: Page.Parameters,
        { withLeads }: { readonly withLeads: boolean }
      ) {
        const { workspaceId } = yield* Tenant
        const pageRequest = yield* cursors.open({ list: "deliveries", filters: { webhookId }, page })
        const after = pageRequest.after
        const rows = yield* sql<Row>`SELECT ${columns} FROM deliveries
          WHERE workspace_id = ${workspaceId} AND webhook_id = ${webhookId}
          ${withLeads ? sql.literal("") : sql`AND event NOT LIKE 'lead.%' AND event NOT LIKE 'approval.%'`}
          ${after === undefined ? sql.literal("") : sql`AND (created_at, id) < (${after[0]}::timestamptz, ${after[1]}::uuid)`}
          ORDER BY created_at DESC, id DESC LIMIT ${pageRequest.limit + 1}`
        return pageRequest.page(rows, toDelivery, (row) => [row.created_at, row.id])
      }, Sql.orDie)

      const find = Effect.fn("Deliveries.find")(function* (webhookId: WebhookId, id: DeliveryId) {
        const { workspaceId } = yield* Tenant
        const rows = yield* sql<Row & { readonly body: string }>`SELECT ${columns}, body FROM deliveries
          WHERE workspace_id = ${workspaceId} AND webhook_id = ${webhookId} AND id = ${id}`
        if (rows[0] === undefined) return yield* NotFound.of("delivery", id)
        return { ...toDelivery(rows[0]), body: rows[0].body }
      }, Sql.orDie)

      const insert = Effect.fn("Deliveries.insert")(function* (deliveries: ReadonlyArray<NewDelivery>) {
        const { workspaceId } = yield* Tenant
        if (!Array.isReadonlyArrayNonEmpty(deliveries)) return
        const entryId = yield* ChangeSet.entryId
        const trace = yield* TraceContext.kept
        const rows = Array.map(deliveries, (delivery) => ({
          workspace_id: workspaceId,
          id: delivery.id,
          webhook_id: delivery.webhookId,
          event: delivery.event,
          body: delivery.body,
          status: delivery.captured ? "captured" : "pending",
          by_hand: delivery.byHand,
          tries: 0,
          due_at: delivery.createdAt,
          attempts: sql.json([]),
          created_at: delivery.createdAt,
          entry_id: entryId ?? null,
          subject_id: delivery.subjectId ?? null,
          original: delivery.original === undefined ? null : sql.json(delivery.original),
          trace
        }))
        for (const part of Array.chunksOf(rows, atOnce))
          yield* StatementPipeline.defer(sql, sql`INSERT INTO deliveries ${sql.insert(part)}`)
        yield* ReadSet.sends(deliveries)
        const due = deliveries.filter(({ captured }) => !captured)
        if (due.length > 0) yield* wake(due.map((delivery) => delivery.webhookId))
      }, Sql.orDie)

      const sentBy = Effect.fn("Deliveries.sentBy")(function* (
        entries: ReadonlyArray<{ readonly id: string; readonly at: string }>
      ) {
        const { workspaceId } = yield* Tenant
        if (entries.length === 0) return []
        const when = (at: string, by: number) => floorOf(new Date(Date.parse(at) + by).toISOString())
        return yield* sql<SentDelivery>`SELECT d.id, d.webhook_id AS "webhookId", w.board_id AS "boardId", w.provider, d.event,
            d.created_at AS "createdAt", d.entry_id AS "entryId", d.subject_id AS "subjectId", d.original,
            d.status = 'captured' AS captured
          FROM unnest(${entries.map(({ id }) => id)}::uuid[], ${entries.map(({ at }) => when(at, -maxWriteMillis))}::uuid[],
            ${entries.map(({ at }) => when(at, maxWriteMillis))}::uuid[]) AS e (id, first, last)
          JOIN deliveries d ON d.workspace_id = ${workspaceId} AND d.id BETWEEN e.first AND e.last
            AND d.entry_id = e.id AND d.subject_id IS NOT NULL
          JOIN webhooks w ON w.workspace_id = ${workspaceId} AND w.id = d.webhook_id
          ORDER BY d.id`
      }, Sql.orDie)

      const again = Effect.fn("Deliveries.again")(function* (
        webhookId: WebhookId,
        id: DeliveryId,
        at: string
      ) {
        const { workspaceId } = yield* Tenant
        const rows = yield* sql<Row>`UPDATE deliveries
          SET status = CASE WHEN EXISTS (SELECT FROM workspaces w
              WHERE w.id = ${workspaceId} AND w.rehearsal_of IS NOT NULL) THEN 'captured' ELSE 'pending' END,
            by_hand = true, tries = 0, due_at = ${at}
          WHERE workspace_id = ${workspaceId} AND webhook_id = ${webhookId} AND id = ${id}
          RETURNING ${columns}`
        if (rows[0] === undefined) return yield* NotFound.of("delivery", id)
        const delivery = toDelivery(rows[0])
        yield* ReadSet.sends([delivery])
        if (delivery.status === "pending") yield* wake([webhookId])
        return delivery
      }, Sql.orDie)

      return Deliveries.of({ list, find, insert, sentBy, wake, again })
    })
  )
}
