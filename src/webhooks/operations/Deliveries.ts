import { Effect } from "effect"
import { Actor } from "../../../layers/identity/Actor.ts"
import { BaseUrl } from "../../../layers/runtime/BaseUrl.ts"
import { Deliveries } from "../../../layers/webhooks/Deliveries.ts"
import { Ids } from "../../../layers/runtime/Ids.ts"
import { now } from "../../../layers/runtime/Now.ts"
import { sentChange } from "../../../layers/webhooks/WebhookRow.ts"
import * as ChangeSet from "../../../layers/audit/ChangeSet.ts"
import { Webhooks } from "../../../layers/webhooks/Webhooks.ts"
import * as RecordScope from "../../../schema/RecordScope.ts"
import { DeliveryId } from "../../../schema/Id.ts"
import { DeliveryWithBody, tellsOfLead } from "../../../schema/Webhook.ts"
import { encode } from "../../../schema/WebhookPayload.ts"
import type * as Contract from "../contract/Deliveries.ts"
import * as ChatFormat from "../rules/ChatFormat.ts"
import * as ChatMessage from "../rules/ChatMessage.ts"
import * as Authorization from "../../invocation/Authorization.ts"
import type * as Implementation from "../../Implementation.ts"
import { allowed as subscriptionAllowed } from "./Webhooks.ts"

const allowed = (delivery: DeliveryWithBody) =>
  Effect.as(tellsOfLead(delivery.event) ? Authorization.need("leads:read") : Effect.void, delivery)

export const implementations = {
  "webhooks.test": Effect.fnUntraced(function* ({ id }) {
    const { boardId, provider } = yield* subscriptionAllowed(yield* (yield* Webhooks).find(id))
    const createdAt = yield* now
    const body =
      provider === "generic"
        ? encode({ event: "webhook.test", webhook_id: id, board_id: boardId, created_at: createdAt })
        : ChatFormat.of(provider, ChatMessage.test(yield* BaseUrl))
    const deliveryId = DeliveryId.make(yield* (yield* Ids).uuid)
    const made = { id: deliveryId, webhookId: id, event: "webhook.test", createdAt } as const
    const captured = (yield* Actor).workspace.rehearsal !== undefined
    yield* (yield* Deliveries).insert([{ ...made, body: JSON.stringify(body), byHand: true, captured }])
    yield* ChangeSet.note(() => [sentChange(id, deliveryId)])
    const log = { attempts: [], deliveredAt: null }
    return captured
      ? { ...made, ...log, status: "captured", nextAttemptAt: null }
      : { ...made, ...log, status: "pending", nextAttemptAt: createdAt }
  }),
  "webhooks.deliveries": Effect.fnUntraced(function* ({ id, ...page }) {
    yield* (yield* Webhooks).find(id)
    const { scopes } = yield* Actor
    return yield* (yield* Deliveries).list(id, page, { withLeads: RecordScope.mayRead(scopes, "lead") })
  }),
  "webhooks.delivery": Effect.fnUntraced(function* ({ deliveryId, id }) {
    yield* (yield* Webhooks).find(id)
    return yield* allowed(yield* (yield* Deliveries).find(id, deliveryId))
  }),
  "webhooks.redeliver": Effect.fnUntraced(function* ({ deliveryId, id }) {
    yield* (yield* Webhooks).find(id)
    const deliveries = yield* Deliveries
    yield* allowed(yield* deliveries.find(id, deliveryId))
    yield* ChangeSet.note(() => [sentChange(id, deliveryId)])
    return yield* deliveries.again(id, deliveryId, yield* now)
  })
} satisfies Implementation.Of<typeof Contract.operations>
