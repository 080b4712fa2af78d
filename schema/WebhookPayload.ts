/** The bodies of deliveries to generic receivers: flat and snake_case, with resources in their usual form. */
import { Schema } from "effect"
import { ApprovalStatus } from "./Approval.ts"
import { Deal } from "./Deal.ts"
import * as Field from "./Field.ts"
import { BoardId, DealId, DeliveryId, LeadId, WebhookId } from "./Id.ts"
import { Lead } from "./Lead.ts"
import { Stage } from "./Stage.ts"
import { EventType } from "./Webhook.ts"

const event = <const Name extends string>(name: Name) =>
  Field.of("Event", "Name of the event.", Schema.Literal(name))

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
  changed_at: Field.of("Moved", "Time of the move.", Field.Timestamp)
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
  won_at: Field.of("Won", "Time it was won.", Field.Timestamp)
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

/** A reference to an earlier event. */
export const Original = Schema.Struct({
  event: Field.of("Event", "Its name.", EventType),
  delivery_id: Field.of("Delivery", "The `webhook-id` that it was sent to you with.", DeliveryId),
  created_at: Field.of("Happened", "Time of the change that it announced.", Field.Timestamp)
})
export type Original = typeof Original.Type

const validity = { undone: "does not hold any more", redone: "holds again" }

const sequel = <
  const Name extends string,
  const Did extends keyof typeof validity,
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
    original: Field.of("Original", `The event that ${validity[did]}.`, Original),
    changed_by: actor(did === "undone" ? "Undone by" : "Redone by"),
    changed_at: Field.of(did === "undone" ? "Undone" : "Redone", `Time it was ${did}.`, Field.Timestamp)
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

const approvalFields = {
  approval_id: Field.of(
    "Approval",
    "Id of the approval: get_approval (GET /v1/approvals/{id}) tells more.",
    Schema.String
  ),
  operation: Field.of("Operation", "Operation, such as deals.move.", Schema.String),
  summary: Field.writtenBy(
    "anyone",
    Field.of("Summary", "Summary of the write, on one line.", Schema.String)
  ),
  why: Field.of("Why", "The rule or limit that has it wait.", Schema.String),
  requested_by: Field.of(
    "Requested by",
    "The credential that sent it: `api_key:<uuid>` or `oauth:<client id>`.",
    Schema.String
  ),
  requester: Field.of(
    "Requester",
    "The same in words: the person, and what the agent calls itself.",
    Schema.String
  ),
  requested_at: Field.of("Requested", "Time of sending.", Field.Timestamp),
  expires_at: Field.of("Expires", "Until when it waits.", Field.Timestamp),
  url: Field.of("Page", "URL of the page on which an admin approves or declines it.", Schema.String)
}

const ApprovalRequested = Schema.Struct({ event: event("approval.requested"), ...approvalFields }).annotate({
  identifier: "ApprovalRequestedEvent",
  description:
    "A write waits for an admin's approval. It belongs to no board: subscriptions of every board get it."
})

const ApprovalDecided = Schema.Struct({
  event: event("approval.decided"),
  ...approvalFields,
  status: Field.of("Status", "Status of the approval.", ApprovalStatus),
  decided_by: Field.of(
    "Decided by",
    "`user:<uuid>` or a credential; null if nobody decided in time.",
    Schema.NullOr(Schema.String)
  ),
  decider: Field.of("Decider", "The same in words.", Schema.NullOr(Schema.String)),
  reason: Field.of("Reason", "Comment of the admin; null if none.", Schema.NullOr(Schema.String)),
  decided_at: Field.of("Decided", "Time of the decision or expiry.", Field.Timestamp)
}).annotate({
  identifier: "ApprovalDecidedEvent",
  description: "A write that waited was approved, declined, or not decided in time."
})

const WebhookTest = Schema.Struct({
  event: event("webhook.test"),
  webhook_id: WebhookId,
  board_id: BoardId,
  created_at: Field.of("Asked for", "Time of the test request.", Field.Timestamp)
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
  ApprovalRequested,
  ApprovalDecided,
  WebhookTest
] as const
export type Payload = (typeof payloads)[number]["Type"]

/** Encodes a payload with only the fields of its schema. */
export const encode: (payload: Payload) => unknown = Schema.encodeSync(Schema.Union(payloads))
