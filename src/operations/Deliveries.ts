import { Effect } from "effect"
import { BaseUrl } from "../../layers/BaseUrl.ts"
import { Deliveries } from "../../layers/Deliveries.ts"
import { Ids } from "../../layers/Ids.ts"
import { now } from "../../layers/Now.ts"
import { Webhooks } from "../../layers/Webhooks.ts"
import { Invalid, NotFound } from "../../schema/Fault.ts"
import { DeliveryId, WebhookId } from "../../schema/Id.ts"
import * as Page from "../../schema/Page.ts"
import { Delivery, DeliveryList, DeliveryWithBody } from "../../schema/Webhook.ts"
import { encode } from "../../schema/WebhookPayload.ts"
import * as ChatFormat from "../domain/ChatFormat.ts"
import * as ChatMessage from "../domain/ChatMessage.ts"
import * as Operation from "../Operation.ts"

export const test = Operation.make("webhooks.test", {
  title: "Send a test event",
  description:
    "Sends webhook.test to a subscription, once, even where it is switched off, and answers the delivery: read the subscription's deliveries for how it went. Admins only.",
  http: { method: "POST", path: "/webhooks/:id/test", status: 201 },
  scope: "deals:write",
  role: "admin",
  kind: "write",
  input: { id: WebhookId },
  success: Delivery,
  faults: [NotFound],
  run: Effect.fnUntraced(function* ({ id }) {
    const { boardId, provider } = yield* (yield* Webhooks).find(id)
    const createdAt = yield* now
    const body =
      provider === "generic"
        ? encode({ event: "webhook.test", webhook_id: id, board_id: boardId, created_at: createdAt })
        : ChatFormat.of(provider, ChatMessage.test(yield* BaseUrl))
    const deliveryId = DeliveryId.make(yield* (yield* Ids).uuid)
    const made = { id: deliveryId, webhookId: id, event: "webhook.test", createdAt } as const
    yield* (yield* Deliveries).insert([{ ...made, body: JSON.stringify(body), byHand: true }])
    return { ...made, status: "pending", attempts: [], nextAttemptAt: createdAt, deliveredAt: null }
  })
})

export const list = Operation.make("webhooks.deliveries", {
  title: "List a subscription's deliveries",
  description:
    "Lists what was and is to be sent to a subscription in the last 30 days, newest first, with every attempt: when, how long, the response's status and its first 1 kB.",
  http: { method: "GET", path: "/webhooks/:id/deliveries" },
  scope: "deals:read",
  kind: "read",
  input: { id: WebhookId, ...Page.parameters },
  success: DeliveryList,
  faults: [NotFound, Invalid],
  run: Effect.fnUntraced(function* ({ id, ...page }) {
    yield* (yield* Webhooks).find(id)
    return yield* (yield* Deliveries).list(id, page)
  })
})

export const get = Operation.make("webhooks.delivery", {
  title: "Get a delivery",
  description: "Reads one delivery with its attempts and its body, the very text that each of them sent.",
  http: { method: "GET", path: "/webhooks/:id/deliveries/:deliveryId" },
  scope: "deals:read",
  kind: "read",
  input: { id: WebhookId, deliveryId: DeliveryId },
  success: DeliveryWithBody,
  faults: [NotFound],
  run: Effect.fnUntraced(function* ({ deliveryId, id }) {
    yield* (yield* Webhooks).find(id)
    return yield* (yield* Deliveries).find(id, deliveryId)
  })
})

export const redeliver = Operation.make("webhooks.redeliver", {
  title: "Send a delivery again",
  description:
    "Sends a delivery again, now, with the same webhook-id and the same bytes, and with all its tries; even where the subscription is switched off. Admins only.",
  http: { method: "POST", path: "/webhooks/:id/deliveries/:deliveryId/redeliver" },
  scope: "deals:write",
  role: "admin",
  kind: "write",
  input: { id: WebhookId, deliveryId: DeliveryId },
  success: Delivery,
  faults: [NotFound],
  run: Effect.fnUntraced(function* ({ deliveryId, id }) {
    yield* (yield* Webhooks).find(id)
    return yield* (yield* Deliveries).again(id, deliveryId, yield* now)
  })
})

export const operations = [test, list, get, redeliver] as const
