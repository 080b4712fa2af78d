/** Webhook subscriptions, and the log of their deliveries. */
import { Schema, Struct } from "effect"
import { Maker } from "./Actor.ts"
import * as Field from "./Field.ts"
import { BoardId, DeliveryId, StageId, WebhookId } from "./Id.ts"
import * as Page from "./Page.ts"

const moment = Schema.NullOr(Field.Timestamp)

export const EventType = Schema.Literals([
  "deal.created",
  "deal.stage_changed",
  "deal.won",
  "lead.created",
  "approval.requested",
  "approval.decided"
]).annotate({ identifier: "EventType" })
export type EventType = typeof EventType.Type

/** Whether the event's body may describe a lead. An approval may, because the write it is for can concern a lead. */
export const tellsOfLead = (event: string): boolean => /^(?:lead|approval)\./u.test(event)

/** Inferred from the URL: a chat tool, which gets a message in its own format, or anything else. */
export const Provider = Schema.Literals(["slack", "discord", "msteams", "generic"]).annotate({
  identifier: "WebhookProvider"
})
export type Provider = typeof Provider.Type

const fields = {
  id: WebhookId,
  boardId: BoardId,
  label: Field.of("Label", "Name of the subscription; null if none.", Schema.NullOr(Schema.String)),
  urlFingerprint: Field.of(
    "URL ends in",
    "The last four characters of the URL, which is a secret and never returned.",
    Schema.String
  ),
  provider: Field.of(
    "Format",
    "Recognized by the URL: a chat tool gets messages in its own format, any other receiver signed JSON.",
    Provider
  ),
  events: Field.of("Events", "The events that are sent to it.", Schema.Array(EventType)),
  stageFilter: Field.of(
    "Stages",
    "Ids of the stages that deal.stage_changed is sent for when a deal enters them; empty for all.",
    Schema.Array(StageId)
  ),
  active: Field.of("Switched on", "False while deliveries are paused.", Schema.Boolean),
  createdAt: Field.CreatedAt,
  lastDeliveredAt: Field.of("Last delivered", "The last success; null before any.", moment),
  lastError: Field.of(
    "Last error",
    "null before any failure, and again after a success.",
    Schema.NullOr(Schema.String)
  ),
  createdBy: Field.of(
    "Created by",
    "`api_key:<uuid>`, `oauth:<client id>` or `user:<uuid>`; null for subscriptions older than this field.",
    Schema.NullOr(Schema.String)
  ),
  maker: Field.of(
    "Made by",
    "Who made it, and through what; null for subscriptions older than this field.",
    Schema.NullOr(Maker)
  )
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

const brief = [
  ...(["id", "boardId", "label", "urlFingerprint", "provider"] as const),
  ...(["events", "stageFilter", "active", "lastError"] as const)
] as const

/** A short row of a subscription: its events and its health. */
export const WebhookRow = Schema.Struct(Struct.pick(fields, brief))

export const toRow = (webhook: Webhook): typeof WebhookRow.Type => Struct.pick(webhook, brief)

/** The only response that contains the secret. */
export const WebhookWithSecret = Schema.Struct({
  ...fields,
  signingSecret: Field.of(
    "Signing secret",
    "Signing secret of deliveries, shown only in this response; null for a chat tool, whose messages are not signed.",
    Schema.NullOr(Schema.String)
  )
}).annotate({
  identifier: "WebhookWithSecret",
  examples: [{ ...example, signingSecret: "whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD" }] as never
})
export type WebhookWithSecret = typeof WebhookWithSecret.Type

export const WebhookList = Page.of("WebhookList", Webhook)

/** At least one event; repeated ones count once. */
export const Events = Field.like(
  fields.events,
  Schema.Array(EventType).check(Schema.isMinLength(1, { expected: "an array of at least 1 event" }))
)

export const Label = Field.like(fields.label, Schema.NullOr(Field.text(80)))

/** A parameter of revoking a key or an app. */
export const EndWebhooks = Field.of(
  "End its webhooks",
  "true: ends the subscriptions made with it, too; else they go on, marked. Admins only.",
  Field.optional(Schema.Boolean)
)

/** Follow-ups to events whose write was undone, or redone by undoing the undo. They can't be subscribed to. */
const Sequels = Schema.Literals([
  "deal.change_undone",
  "deal.change_redone",
  "lead.change_undone",
  "lead.change_redone"
])

/** The events of deliveries: a board's event, a follow-up, or a test. */
export const DeliveryEvent = Schema.Literals([
  ...EventType.literals,
  ...Sequels.literals,
  "webhook.test"
]).annotate({ identifier: "DeliveryEvent" })
export type DeliveryEvent = typeof DeliveryEvent.Type

/** An attempt to deliver. */
export const Attempt = Schema.Struct({
  at: Field.of("Time", "Start time.", Field.Timestamp),
  durationMs: Field.of("Duration", "Duration in milliseconds.", Schema.Int),
  status: Field.of("Status", "HTTP status; null if no response came.", Schema.NullOr(Schema.Int)),
  error: Field.of("Error", "Reason for the failure; null for a success.", Schema.NullOr(Schema.String)),
  response: Field.writtenBy(
    "receiver",
    Field.prose(
      Field.of(
        "Response",
        "The first 1 kB of the response's body; null if no response came.",
        Schema.NullOr(Schema.String)
      )
    )
  )
}).annotate({ identifier: "DeliveryAttempt" })
export type Attempt = typeof Attempt.Type

export const DeliveryStatus = Schema.Literals(["pending", "delivered", "failed", "captured"])
export type DeliveryStatus = typeof DeliveryStatus.Type

const delivery = {
  id: DeliveryId,
  webhookId: WebhookId,
  event: Field.of("Event", "Event that is delivered.", DeliveryEvent),
  status: Field.of(
    "Status",
    "pending: yet to be tried, or tried again; failed: given up; captured: in a rehearsal, never sent.",
    DeliveryStatus
  ),
  attempts: Field.of("Tries", "Oldest first; of many, the last 20.", Schema.Array(Attempt)),
  createdAt: Field.of("Created", "Time of the event.", Field.Timestamp),
  nextAttemptAt: Field.of("Next try", "null once it is delivered, given up or captured.", moment),
  deliveredAt: Field.of("Delivered", "Time of the successful attempt; null if none.", moment)
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

/** An event for one subscription, kept until 30 days after the end of its month. Its id is the `webhook-id` header. */
export const Delivery = Schema.Struct(delivery).annotate({
  identifier: "Delivery",
  examples: [deliveryExample] as never
})
export type Delivery = typeof Delivery.Type

export const DeliveryWithBody = Schema.Struct({
  ...delivery,
  body: Field.writtenBy(
    "anyone",
    Field.prose(Field.of("Body", "The text whose UTF-8 bytes every try sends.", Schema.String))
  )
}).annotate({
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
