/** The bodies of webhook deliveries, as generic receivers get them: flat, snake_case, resources inside in their own shape. */
import { Schema } from "effect"
import { Deal } from "./Deal.ts"
import * as Field from "./Field.ts"
import { BoardId, DealId, LeadId, WebhookId } from "./Id.ts"
import { Lead } from "./Lead.ts"
import { Stage } from "./Stage.ts"

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

const WebhookTest = Schema.Struct({
  event: event("webhook.test"),
  webhook_id: WebhookId,
  board_id: BoardId,
  created_at: Field.of("Asked for", "When the test was asked for.", Field.Timestamp)
}).annotate({
  identifier: "WebhookTestEvent",
  description: "An admin asked for a test; sent once, whatever the answer."
})

export const payloads = [DealCreated, DealStageChanged, DealWon, LeadCreated, WebhookTest] as const
export type Payload = (typeof payloads)[number]["Type"]

const encoders = new Map<string, (payload: Payload) => unknown>(
  payloads.map((payload) => [
    payload.fields.event.literal,
    Schema.encodeSync(payload as unknown as Schema.Codec<Payload>)
  ])
)

/** The payload as it is sent: what its schema names, and nothing else. */
export const encode = (payload: Payload): unknown => encoders.get(payload.event)!(payload)
