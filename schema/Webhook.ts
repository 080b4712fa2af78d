/** Webhook subscriptions, and the log of what was sent to them. */
import { Schema } from "effect"
import { Maker } from "./Actor.ts"
import * as Field from "./Field.ts"
import { BoardId, DeliveryId, StageId, WebhookId } from "./Id.ts"
import * as Page from "./Page.ts"

const moment = Schema.NullOr(Field.Timestamp)

export const EventType = Schema.Literals([
  "deal.created",
  "deal.stage_changed",
  "deal.won",
  "lead.created"
]).annotate({ identifier: "EventType" })
export type EventType = typeof EventType.Type

/** Inferred from the URL: a chat tool, which gets a message in its own format, or anything else. */
export const Provider = Schema.Literals(["slack", "discord", "msteams", "generic"]).annotate({
  identifier: "WebhookProvider"
})
export type Provider = typeof Provider.Type

const fields = {
  id: WebhookId,
  boardId: BoardId,
  label: Schema.NullOr(Schema.String),
  /** The last four characters of the URL, which is a secret and never returned. */
  urlFingerprint: Schema.String,
  provider: Provider,
  events: Schema.Array(EventType),
  /** Stages that restrict deal.stage_changed by the stage entered; empty means all. */
  stageFilter: Schema.Array(StageId),
  active: Schema.Boolean,
  createdAt: Field.Timestamp,
  /** The last success. */
  lastDeliveredAt: moment,
  /** null before any failure, and again after a success. */
  lastError: Schema.NullOr(Schema.String),
  /** `api_key:<uuid>`, `oauth:<client id>` or `user:<uuid>`; null of subscriptions older than this field. */
  createdBy: Schema.NullOr(Schema.String),
  maker: Schema.NullOr(Maker)
}

const example = {
  id: "01997f2e-6b1c-7d7a-9d0c-8e9f0a1b2c3d",
  boardId: "01997f2e-6b1c-7d7a-9d0c-3f5a8c1e2b40",
  label: "Data warehouse",
  urlFingerprint: "ooks",
  provider: "generic",
  events: ["deal.stage_changed", "deal.won"],
  stageFilter: [],
  active: true,
  createdAt: "2026-05-01T09:30:00.000Z",
  lastDeliveredAt: "2026-05-04T14:00:01.000Z",
  lastError: null,
  createdBy: "api_key:01997f2e-6b1c-7d7a-9d0c-2b3c4d5e6f70",
  maker: {
    type: "api_key",
    id: "01997f2e-6b1c-7d7a-9d0c-2b3c4d5e6f70",
    name: "CRM import",
    userId: "01997f2e-6b1c-7d7a-9d0c-1f2e3d4c5b6a",
    userName: "Ada",
    isGone: false
  }
}

export const Webhook = Schema.Struct(fields).annotate({
  identifier: "Webhook",
  examples: [example] as never
})
export type Webhook = typeof Webhook.Type

/** The one answer that holds the secret; null for a chat tool, whose messages are not signed. */
export const WebhookWithSecret = Schema.Struct({
  ...fields,
  signingSecret: Schema.NullOr(Schema.String)
}).annotate({
  identifier: "WebhookWithSecret",
  examples: [{ ...example, signingSecret: "whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD" }] as never
})
export type WebhookWithSecret = typeof WebhookWithSecret.Type

export const WebhookList = Page.of("WebhookList", Webhook)

/** At least one event; repeated ones count once. */
export const Events = Schema.Array(EventType).check(
  Schema.isMinLength(1, { expected: "an array of at least 1 event" })
)

export const Label = Schema.NullOr(Field.text(80))

/** What a delivery carries: an event of the board, or the one that a test sends. */
export const DeliveryEvent = Schema.Literals([...EventType.literals, "webhook.test"]).annotate({
  identifier: "DeliveryEvent"
})
export type DeliveryEvent = typeof DeliveryEvent.Type

/** One try to deliver. */
export const Attempt = Schema.Struct({
  at: Field.Timestamp,
  durationMs: Schema.Int,
  /** The HTTP status; null where no response came. */
  status: Schema.NullOr(Schema.Int),
  /** Why it counts as failed; null for a success. */
  error: Schema.NullOr(Schema.String),
  /** The first 1 kB of the response's body. */
  response: Schema.NullOr(Schema.String)
}).annotate({ identifier: "DeliveryAttempt" })
export type Attempt = typeof Attempt.Type

export const DeliveryStatus = Schema.Literals(["pending", "delivered", "failed"])
export type DeliveryStatus = typeof DeliveryStatus.Type

const delivery = {
  id: DeliveryId,
  webhookId: WebhookId,
  event: DeliveryEvent,
  status: DeliveryStatus,
  /** Oldest first; of many, the last 20. */
  attempts: Schema.Array(Attempt),
  createdAt: Field.Timestamp,
  /** null once it is delivered or given up. */
  nextAttemptAt: moment,
  deliveredAt: moment
}

const deliveryExample = {
  id: "01997f2e-6b1c-7d7a-9d0c-9f0a1b2c3d4e",
  webhookId: "01997f2e-6b1c-7d7a-9d0c-8e9f0a1b2c3d",
  event: "webhook.test",
  status: "delivered",
  attempts: [{ at: "2026-05-04T14:00:00.120Z", durationMs: 84, status: 200, error: null, response: "ok" }],
  createdAt: "2026-05-04T14:00:00.000Z",
  nextAttemptAt: null,
  deliveredAt: "2026-05-04T14:00:00.204Z"
}

/** One event on its way to one subscription, kept for 30 days; its id is the `webhook-id` header. */
export const Delivery = Schema.Struct(delivery).annotate({
  identifier: "Delivery",
  examples: [deliveryExample] as never
})
export type Delivery = typeof Delivery.Type

/** The same with what it carries: the text whose UTF-8 bytes every try sends. */
export const DeliveryWithBody = Schema.Struct({ ...delivery, body: Schema.String }).annotate({
  identifier: "DeliveryWithBody",
  examples: [
    {
      ...deliveryExample,
      body: '{"event":"webhook.test","webhook_id":"01997f2e-6b1c-7d7a-9d0c-8e9f0a1b2c3d","board_id":"01997f2e-6b1c-7d7a-9d0c-3f5a8c1e2b40","created_at":"2026-05-04T14:00:00.000Z"}'
    }
  ] as never
})
export type DeliveryWithBody = typeof DeliveryWithBody.Type

export const DeliveryList = Page.of("DeliveryList", Delivery)
