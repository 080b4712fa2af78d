/** The bodies of webhook deliveries, as generic receivers get them: flat, snake_case, resources inside in their own shape. */
import { Schema } from "effect"
import { Deal } from "./Deal.ts"
import * as Field from "./Field.ts"
import { BoardId, DealId, LeadId, WebhookId } from "./Id.ts"
import { Lead } from "./Lead.ts"
import { Stage } from "./Stage.ts"

const actor = Schema.String.annotate({
  description: "`api_key:<uuid>`, `oauth:<client id>` or `user:<uuid>`."
})

const DealCreated = Schema.Struct({
  event: Schema.Literal("deal.created"),
  deal_id: DealId,
  board_id: BoardId,
  deal: Deal,
  created_by: actor,
  created_at: Field.Timestamp
}).annotate({ identifier: "DealCreatedEvent", description: "A deal was created." })

const moved = {
  deal_id: DealId,
  board_id: BoardId,
  from_stage: Stage,
  to_stage: Stage,
  deal: Deal,
  changed_by: actor,
  changed_at: Field.Timestamp
}

const DealStageChanged = Schema.Struct({
  event: Schema.Literal("deal.stage_changed"),
  ...moved
}).annotate({
  identifier: "DealStageChangedEvent",
  description: "A deal was moved to another stage; stageFilter restricts these by the stage entered."
})

const DealWon = Schema.Struct({
  event: Schema.Literal("deal.won"),
  ...moved,
  amount_cents: Schema.NullOr(Field.Cents),
  currency: Field.Currency,
  won_at: Field.Timestamp
}).annotate({
  identifier: "DealWonEvent",
  description: "A move made a deal won; sent in addition to deal.stage_changed."
})

const LeadCreated = Schema.Struct({
  event: Schema.Literal("lead.created"),
  lead_id: LeadId,
  board_id: BoardId,
  lead: Lead,
  created_at: Field.Timestamp
}).annotate({ identifier: "LeadCreatedEvent", description: "A lead came in." })

const WebhookTest = Schema.Struct({
  event: Schema.Literal("webhook.test"),
  webhook_id: WebhookId,
  board_id: BoardId,
  created_at: Field.Timestamp
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
