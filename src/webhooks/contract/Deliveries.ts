import { Forbidden, Invalid, NotFound } from "../../../schema/Fault.ts"
import { DeliveryId, WebhookId } from "../../../schema/Id.ts"
import * as Page from "../../../schema/Page.ts"
import { Delivery, DeliveryList, DeliveryWithBody } from "../../../schema/Webhook.ts"
import * as Operation from "../../contract/Operation.ts"

/** Reading a delivery about a lead requires the scope to read leads. */
const ofLead = {
  scope: "leads:read",
  where: "for a delivery of `lead.created` or of an approval"
} as const

export const test = Operation.make("webhooks.test", {
  title: "Send a test event",
  description:
    "Sends webhook.test to a subscription once, even if it is switched off, and returns the delivery. Its result is in the subscription's deliveries. Admins only.",
  tool: "test_webhook",
  words: { id: "Id, from list_webhooks." },
  http: { method: "POST", path: "/webhooks/:id/test", status: 201 },
  scope: "deals:write",
  also: [{ scope: "leads:read", where: "for a subscription to `lead.created` or to approvals" }],
  role: "admin",
  kind: "write",
  input: { id: WebhookId },
  success: Delivery,
  faults: [NotFound, Forbidden]
})

export const list = Operation.make("webhooks.deliveries", {
  title: "List a subscription's deliveries",
  description:
    "Lists a subscription's deliveries of at least the last 30 days, sent and waiting, newest first, with every attempt: its time, duration, response status and the first 1 kB of the response. Without `leads:read`, deliveries of lead.created and of approvals are left out.",
  tool: "list_webhook_deliveries",
  words: { id: "Id, from list_webhooks." },
  http: { method: "GET", path: "/webhooks/:id/deliveries" },
  scope: "deals:read",
  also: [{ scope: "leads:read", where: "to see deliveries of `lead.created` and of approvals" }],
  kind: "read",
  replica: true,
  input: { id: WebhookId, ...Page.parameters },
  success: DeliveryList,
  faults: [NotFound, Invalid]
})

export const get = Operation.make("webhooks.delivery", {
  title: "Get a delivery",
  description: "Reads one delivery with its attempts and its body, exactly as each attempt sent it.",
  tool: "get_webhook_delivery",
  words: { id: "Id, from list_webhooks." },
  http: { method: "GET", path: "/webhooks/:id/deliveries/:deliveryId" },
  scope: "deals:read",
  also: [ofLead],
  kind: "read",
  input: { id: WebhookId, deliveryId: DeliveryId },
  success: DeliveryWithBody,
  faults: [NotFound, Forbidden]
})

export const redeliver = Operation.make("webhooks.redeliver", {
  title: "Send a delivery again",
  description:
    "Sends a delivery again now, with the same webhook-id and the same bytes, and with all retries; even if the subscription is switched off. Admins only.",
  tool: "redeliver_webhook",
  words: { id: "Id, from list_webhooks." },
  http: { method: "POST", path: "/webhooks/:id/deliveries/:deliveryId/redeliver" },
  scope: "deals:write",
  also: [ofLead],
  role: "admin",
  kind: "write",
  input: { id: WebhookId, deliveryId: DeliveryId },
  success: Delivery,
  faults: [NotFound, Forbidden]
})

export const operations = [test, list, get, redeliver] as const
