/** The bodies of webhook deliveries, as generic receivers get them: flat, snake_case, resources inside in their own shape. */
import { Schema } from "effect"
import { Deal } from "./Deal.ts"
import * as Field from "./Field.ts"
import { BoardId, DealId, DeliveryId, LeadId, WebhookId } from "./Id.ts"
import { Lead } from "./Lead.ts"
import { Stage } from "./Stage.ts"
import { EventType } from "./Webhook.ts"

const event = <const Name extends string>(name: Name) =>
  Field.of("Event", "What happened.", Schema.Literal(name))

const actor = (did: string) =>
  Field.of(did, "`api_key:<uuid>`, `oauth:<client id>` or `user:<uuid>`.", Schema.String)

const deal = (when: string) => Field.of("Deal", `The deal as it was ${when}.`, Deal)

const DealCreated = Schema.Struct({
  event: event("deal.created"),
  deal_id: DealId,
  board_id: BoardId,
  deal: deal("created"),
  created_by: actor("Created by"),
  created_at: Field.CreatedAt
}).annotate({ identifier: "DealCreatedEvent", description: "A deal was created." })

const moved = {
  deal_id: DealId,
  board_id: BoardId,
  from_stage: Field.of("From", "The stage it left.", Stage),
  to_stage: Field.of("To", "The stage it entered.", Stage),
  deal: deal("after the move"),
  changed_by: actor("Moved by"),
  changed_at: Field.of("Moved", "When it was moved.", Field.Timestamp)
}

const DealStageChanged = Schema.Struct({
  event: event("deal.stage_changed"),
  ...moved
}).annotate({
  identifier: "DealStageChangedEvent",
  description: "A deal was moved to another stage; stageFilter restricts these by the stage entered."
})

const DealWon = Schema.Struct({
  event: event("deal.won"),
  ...moved,
  amount_cents: Deal.fields.amountCents,
  currency: Field.Currency,
  won_at: Field.of("Won", "When it was won.", Field.Timestamp)
}).annotate({
  identifier: "DealWonEvent",
  description: "A move made a deal won; sent in addition to deal.stage_changed."
})

const LeadCreated = Schema.Struct({
  event: event("lead.created"),
  lead_id: LeadId,
  board_id: BoardId,
  lead: Field.of("Lead", "The lead as it came in.", Lead),
  created_at: Field.CreatedAt
}).annotate({ identifier: "LeadCreatedEvent", description: "A lead came in." })

/** An event as a later one names it. */
export const Original = Schema.Struct({
  event: Field.of("Event", "Its name.", EventType),
  delivery_id: Field.of("Delivery", "The `webhook-id` that it was sent to you with.", DeliveryId),
  created_at: Field.of("Happened", "When the change it announced was made.", Field.Timestamp)
})
export type Original = typeof Original.Type

const told = { undone: "does not hold any more", redone: "holds again" }

const sequel = <
  const Name extends string,
  const Did extends keyof typeof told,
  F extends Schema.Struct.Fields
>(
  name: Name,
  did: Did,
  about: F
) =>
  Schema.Struct({
    event: event(name),
    ...about,
    board_id: BoardId,
    original: Field.of("Original", `The event that ${told[did]}.`, Original),
    changed_by: actor(did === "undone" ? "Undone by" : "Redone by"),
    changed_at: Field.of(did === "undone" ? "Undone" : "Redone", `When it was ${did}.`, Field.Timestamp)
  })

const ofDeal = {
  deal_id: DealId,
  deal: Field.of("Deal", "The deal as it is now; null if there is none any more.", Schema.NullOr(Deal))
}

const ofLead = {
  lead_id: LeadId,
  lead: Field.of("Lead", "The lead as it is now; null if there is none any more.", Schema.NullOr(Lead))
}

const isUndone = "A change that you were told of was undone; sent to those who were sent the original."
const isRedone = "The undoing was undone, so the original holds again. The original is not sent again."

const DealChangeUndone = sequel("deal.change_undone", "undone", ofDeal).annotate({
  identifier: "DealChangeUndoneEvent",
  description: isUndone
})

const DealChangeRedone = sequel("deal.change_redone", "redone", ofDeal).annotate({
  identifier: "DealChangeRedoneEvent",
  description: isRedone
})

const LeadChangeUndone = sequel("lead.change_undone", "undone", ofLead).annotate({
  identifier: "LeadChangeUndoneEvent",
  description: isUndone
})

const LeadChangeRedone = sequel("lead.change_redone", "redone", ofLead).annotate({
  identifier: "LeadChangeRedoneEvent",
  description: isRedone
})

const WebhookTest = Schema.Struct({
  event: event("webhook.test"),
  webhook_id: WebhookId,
  board_id: BoardId,
  created_at: Field.of("Asked for", "When the test was asked for.", Field.Timestamp)
}).annotate({
  identifier: "WebhookTestEvent",
  description: "An admin asked for a test; sent once, whatever the answer."
})

export const payloads = [
  DealCreated,
  DealStageChanged,
  DealWon,
  LeadCreated,
  DealChangeUndone,
  DealChangeRedone,
  LeadChangeUndone,
  LeadChangeRedone,
  WebhookTest
] as const
export type Payload = (typeof payloads)[number]["Type"]

const encoders = new Map<string, (payload: Payload) => unknown>(
  payloads.map((payload) => [
    payload.fields.event.literal,
    Schema.encodeSync(payload as unknown as Schema.Codec<Payload>)
  ])
)

/** The payload as it is sent: what its schema names, and nothing else. */
export const encode = (payload: Payload): unknown => encoders.get(payload.event)!(payload)
